import type { Logger } from 'pino'

/** Small enough to leave database connections to API requests. */
const LANES = 8

/**
 * Runs `work` for each item with bounded concurrency. Failures are logged and do not affect other
 * items. Resolves to the number of items for which `work` returned true.
 */
export async function forEach<T extends { id: string }>(
  items: readonly T[],
  log: Logger,
  work: (item: T) => Promise<boolean>,
): Promise<number> {
  const waiting = [...items]
  let done = 0
  async function lane(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        if (await work(item)) done += 1
      } catch (error) {
        log.error({ err: error, id: item.id }, 'an item failed and will be retried')
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return done
}
