import type { Logger } from 'pino'
import type { ServiceMetrics } from '../monitoring/metrics.ts'
import type { Priority } from './priority.ts'

/**
 * Load shedding by memory: refuses new calls while the heap is nearly full, since Node aborts a
 * process whose heap is full.
 */
export interface HeapWatch {
  /** Reports heap usage after a full garbage collection. Usage before it includes garbage. */
  collected(inUseShare: number): void
  hasRoom(priority: Priority): boolean
}

/**
 * Heap share from which calls of a priority are refused. Above 80% V8 may also abort a process that
 * spends most of its time on garbage collection.
 */
const FULL_AT: Record<Priority, number> = { pay: 0.9, show: 0.85, create: 0.8, read: 0.75 }
const SHORT_FROM = Math.min(...Object.values(FULL_AT))
/** Hysteresis: usage around the threshold must not fill the log. */
const WELL_BELOW = 0.7
/** A measurement expires: without new calls there may be no further garbage collection. */
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
      if (isShort)
        log.warn({ inUseShare }, 'the heap is nearly full: low-priority calls are refused')
      else log.info({ inUseShare }, 'the heap has room again')
    },
    hasRoom: (priority) => inUse < FULL_AT[priority] || nowMs() > untilMs,
  }
}
