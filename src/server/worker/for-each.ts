import type { Logger } from 'pino'

/** Few enough to leave the database to the requests of people. */
const LANES = 8

/**
 * Does the same for each item, some at a time. One that breaks is logged and costs nobody else their turn.
 * Resolves, when all have ended, to how many `work` was true for.
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
        log.error({ err: error, id: item.id }, 'an item broke and will have another turn')
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return done
}
