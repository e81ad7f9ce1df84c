/**
 * Runs a task after the press that is under way, if any. What moves between the start and the end of a press makes it
 * miss: browsers click what both have in common.
 */
export function afterPress(task: () => void): void {
  const isPressing = document.querySelector(':active') !== null
  if (isPressing) window.addEventListener('mouseup', () => setTimeout(task), { once: true })
  else setTimeout(task)
}
