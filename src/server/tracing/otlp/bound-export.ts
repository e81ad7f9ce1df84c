import { TraceFlags } from '@opentelemetry/api'
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'
import { errorType } from '../../process/serialize-error.ts'
import type { SpanLosses } from '../span-losses.ts'

/** Spans in memory, those that are being sent included. */
const WAITING_MAX = 2048
/** More than the exporter takes with its retries. */
const EXPORT_TIMEOUT_MS = 15_000
const SUCCESS: Parameters<Parameters<SpanExporter['export']>[1]>[0]['code'] = 0

interface BoundExport {
  exporter: SpanExporter
  /** Lets as many spans through as may wait. */
  before(batches: SpanProcessor): SpanProcessor
  /** Counts the spans that still wait as dropped, and those that end later. */
  end(): void
}

/** Bounds the memory and the time that a collector can cost, and counts what it loses. */
export function boundExport(
  otlp: SpanExporter,
  {
    losses,
    abort,
    timeoutMs = EXPORT_TIMEOUT_MS,
  }: { losses: SpanLosses; abort: () => void; timeoutMs?: number },
): BoundExport {
  let waiting = 0
  let isOver = false

  return {
    exporter: {
      export(spans, done) {
        let isSettled = false
        const settle = (error?: string) => {
          if (isSettled) return
          isSettled = true
          clearTimeout(timer)
          if (!isOver) {
            waiting -= spans.length
            if (error !== undefined) losses.dropped(spans.length, 'collector', error)
          }
          // A loss was counted above, so the span processor is told of success.
          done({ code: SUCCESS })
        }
        const timer = setTimeout(() => {
          settle('timeout')
          abort()
        }, timeoutMs)
        timer.unref()
        otlp.export(spans, ({ code, error }) =>
          settle(code === SUCCESS ? undefined : error === undefined ? 'unknown' : errorType(error)),
        )
      },
      forceFlush: async () => otlp.forceFlush?.(),
      shutdown: () => otlp.shutdown(),
    },
    before: (batches) => ({
      onStart: (span, context) => batches.onStart(span, context),
      onEnd(span) {
        if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return
        if (isOver) losses.dropped(1, 'stopped')
        else if (waiting >= WAITING_MAX) losses.dropped(1, 'queue')
        else {
          waiting += 1
          batches.onEnd(span)
        }
      },
      forceFlush: () => batches.forceFlush(),
      shutdown: () => batches.shutdown(),
    }),
    end() {
      if (isOver) return
      isOver = true
      if (waiting > 0) losses.dropped(waiting, 'stopped')
    },
  }
}
