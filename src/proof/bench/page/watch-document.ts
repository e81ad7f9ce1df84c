/** Measurements that a document records of itself, in milliseconds since navigation. */
export interface DocumentWatch {
  firstPaintMs: number
  largestPaintMs: number
  /** When a card number could first be typed: its field is in the document, and painted. */
  cardFieldMs: number
  /** When the page handled a click on the pay button. */
  handledMs: number
  /** When the page showed its answer to that click. */
  answeredMs: number
  layoutShift: number
  longestTaskMs: number
}

declare global {
  interface Window {
    documentWatch: DocumentWatch
  }
}

/** Runs before the scripts of every document, so that it must be self-contained. A value of 0 means: not yet. */
export function watchDocument() {
  const watch: DocumentWatch = {
    firstPaintMs: 0,
    largestPaintMs: 0,
    cardFieldMs: 0,
    handledMs: 0,
    answeredMs: 0,
    layoutShift: 0,
    longestTaskMs: 0,
  }
  window.documentWatch = watch
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    })

  const parsing = new MutationObserver(() => {
    if (document.getElementById('card-number') === null) return
    parsing.disconnect()
    requestAnimationFrame((frameMs) => (watch.cardFieldMs = Math.max(watch.firstPaintMs, frameMs)))
  })
  parsing.observe(document, { childList: true, subtree: true })

  const answering = new MutationObserver(() => {
    if (document.querySelector('form [role=alert]:not(:empty)') === null) return
    answering.disconnect()
    requestAnimationFrame((frameMs) => (watch.answeredMs = frameMs))
  })
  answering.observe(document, { childList: true, subtree: true, characterData: true })

  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') watch.firstPaintMs = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => (watch.largestPaintMs = startTime))
  observe('longtask', ({ duration }) => {
    watch.longestTaskMs = Math.max(watch.longestTaskMs, duration)
  })
  observe('layout-shift', (entry) => {
    watch.layoutShift += (entry as PerformanceEntry & { value: number }).value
  })
  // If a click has to wait, the page stops it, so that no submit event follows. If the page handles it, the submit is prevented.
  const take = (event: Event) => {
    const nowMs = performance.now()
    setTimeout(() => {
      if (event.defaultPrevented && watch.handledMs === 0) watch.handledMs = nowMs
    })
  }
  window.addEventListener('submit', take, true)
}
