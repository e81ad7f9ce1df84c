/** The longest wait for a paint: a frame that is out of view paints nothing. */
const LONGEST_WAIT_MS = 200

/** Runs a task once: after the document's next paint, or at once in a page that is not shown. */
export function afterPaint(task: () => void): void {
  if (document.hidden) return task()
  // The observer reports after a paint has ended, while an animation frame comes before it.
  const observer = new IntersectionObserver(run)
  const timer = setTimeout(run, LONGEST_WAIT_MS)

  function run() {
    observer.disconnect()
    clearTimeout(timer)
    task()
  }
  observer.observe(document.documentElement)
}
