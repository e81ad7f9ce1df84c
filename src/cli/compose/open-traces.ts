import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { ServiceMetrics } from '#server/monitoring/metrics.ts'
import { pooledRandom } from '#server/process/pooled-random.ts'
import { createSpanLosses } from '#server/tracing/span-losses.ts'
import { createCurrentSpan, type CurrentSpan } from '#server/tracing/current-span.ts'
import type { OpenedTracer } from '#server/tracing/otlp/open-tracer.ts'
import type { Config } from '../config.ts'

/** Opens the tracer; undefined while traces are off. Its packages are loaded only here. */
export async function openTraces(
  { traces }: Config,
  {
    log,
    metrics,
    currentSpan = createCurrentSpan(),
  }: { log: Logger; metrics: ServiceMetrics; currentSpan?: CurrentSpan | undefined },
): Promise<OpenedTracer | undefined> {
  if (traces === undefined) return undefined
  const { openTracer } = await import('#server/tracing/otlp/open-tracer.ts')
  const nowMs = () => performance.now()
  return openTracer(traces, {
    currentSpan,
    random: pooledRandom((length) => randomBytes(length)),
    losses: createSpanLosses({ log, metrics, nowMs }),
  })
}
