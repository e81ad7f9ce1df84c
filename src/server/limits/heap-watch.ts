import type { Logger } from 'pino'
import type { ServiceMetrics } from '../monitoring/metrics.ts'
import type { Priority } from './priority.ts'

/** Load shedding: refuses while the heap is nearly full, so that what was let in can end: Node ends a process whose heap is full. */
export interface HeapWatch {
  /** Of the heap, what was still in use after all of it was collected. What is in use before counts garbage, and tells nothing. */
  collected(inUseShare: number): void
  hasRoom(priority: Priority): boolean
}

/**
 * How much may be in use when such a call comes in. From 80% on V8 ends a process, too, that does little but collect, which
 * happens to one that goes on as before.
 */
const FULL_AT: Record<Priority, number> = { pay: 0.9, show: 0.85, create: 0.8, read: 0.75 }
const SHORT_FROM = Math.min(...Object.values(FULL_AT))
/** No line for each time that it is a little more, and a little less again. */
const WELL_BELOW = 0.7
/** What is nearly full is collected again and again; what is not, was perhaps never again, as nobody came in. */
const HOLDS_FOR_MS = 10_000

export function createHeapWatch({
  nowMs,
  log,
  metrics,
}: {
  /** Monotonic. */
  nowMs: () => number
  log: Pick<Logger, 'info' | 'warn'>
  metrics: Pick<ServiceMetrics, 'heapCollected'>
}): HeapWatch {
  let inUse = 0
  let untilMs = 0
  let isShort = false

  return {
    collected(inUseShare) {
      inUse = inUseShare
      untilMs = nowMs() + HOLDS_FOR_MS
      metrics.heapCollected(inUseShare)
      const was = isShort
      isShort = inUseShare >= (was ? WELL_BELOW : SHORT_FROM)
      if (isShort === was) return
      if (isShort) log.warn({ inUseShare }, 'the heap is nearly full: what matters less is refused')
      else log.info({ inUseShare }, 'the heap has room again')
    },
    hasRoom: (priority) => inUse < FULL_AT[priority] || nowMs() > untilMs,
  }
}
