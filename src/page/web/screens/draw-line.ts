/** Animates a line of path length 1 while it is drawn, or vanishes; a `ref`, so that its first view needs no style. */
export function drawLine(duration: number, direction: 'normal' | 'reverse') {
  return (line: SVGElement | null) => {
    // Absent in old browsers.
    if (typeof line?.animate !== 'function') return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const frames = [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }]
    line.animate(frames, { duration, direction, fill: 'forwards' })
  }
}
