import type { Logger } from 'pino'
import type { Tracer } from '../tracing/tracer.ts'

interface Deps {
  log: Logger
  tracer?: Tracer | undefined
}

/** Small enough to leave database connections to API requests. */
const LANES = 8

/**
 * Runs `work` for each item with bounded concurrency. Failures are logged and do not affect other
 * items. Each item is a trace of its own, by the task's name. Resolves to the number of items for which `work` returned true.
 */
export async function forEach<T extends { id: string }>(
  task: string,
  items: readonly T[],
  { log, tracer }: Deps,
  work: (item: T) => Promise<boolean>,
): Promise<number> {
  const waiting = [...items]
  const run = (item: T) =>
    tracer === undefined
      ? work(item)
      : tracer.inSpan({ name: task, attributes: { 'checkout.item.id': item.id } }, () => work(item))
  let done = 0
  async function lane(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        if (await run(item)) done += 1
      } catch (error) {
        log.error({ err: error, id: item.id }, 'an item failed and will be retried')
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return done
}
