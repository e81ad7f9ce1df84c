import type { Logger } from 'pino'

/** Why spans were dropped: too many waited, the collector did not take them, or the process stopped. */
export const SPAN_LOSSES = ['queue', 'collector', 'stopped'] as const
export type SpanLoss = (typeof SPAN_LOSSES)[number]

export interface SpanLosses {
  /** `error` is a type or code. */
  dropped(count: number, loss: SpanLoss, error?: string): void
}

const MINUTE_MS = 60_000

/** Counts dropped spans, and logs them once a minute. */
export function createSpanLosses({
  log,
  metrics,
  nowMs,
}: {
  log: Pick<Logger, 'warn'>
  metrics: { spansDropped: (loss: SpanLoss, count: number) => void }
  nowMs: () => number
}): SpanLosses {
  let unlogged = 0
  let nextMs = -Infinity
  let isStopLogged = false
  return {
    dropped(count, loss, error) {
      metrics.spansDropped(loss, count)
      unlogged += count
      const isStop = loss === 'stopped' && !isStopLogged
      if (nowMs() < nextMs && !isStop) return
      isStopLogged ||= isStop
      nextMs = nowMs() + MINUTE_MS
      log.warn({ spans: unlogged, loss, error }, 'spans were dropped')
      unlogged = 0
    },
  }
}
