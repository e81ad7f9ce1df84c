/**
 * Runs a task after the press that is under way, if any. An element that moves between the start and the end of a
 * press misses its click: browsers click the common ancestor of both targets.
 */
export function afterPress(task: () => void): void {
  const isPressing = document.querySelector(':active') !== null
  if (isPressing) window.addEventListener('mouseup', () => setTimeout(task), { once: true })
  else setTimeout(task)
}
