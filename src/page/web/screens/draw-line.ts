/**
 * Returns a `ref` that animates a line of path length 1 while it is drawn, or vanishes. As a `ref`, it needs no style
 * for its first view.
 */
export function drawLine(duration: number, direction: 'normal' | 'reverse') {
  return (line: SVGElement | null) => {
    // Absent in old browsers.
    if (typeof line?.animate !== 'function') return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const frames = [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }]
    line.animate(frames, { duration, direction, fill: 'forwards' })
  }
}
