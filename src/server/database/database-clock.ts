import { setTimeout as sleep } from 'node:timers/promises'
import { createFollowingClock } from '../../domain/following-clock.ts'
import { statement, type Queryable } from './database.ts'

const ASK_EVERY_MS = 5000

const TIME = statement('time', 'select clock_timestamp() as now')

export interface DatabaseClock {
  now(): Date
  close(): Promise<void>
}

/**
 * The time of the database, whatever this machine's clock shows: all processes on one database agree on it. Between
 * two questions, and while the database is away, it goes by the monotonic clock.
 */
export async function openDatabaseClock(
  database: Queryable,
  countMs: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  const clock = createFollowingClock(countMs)

  async function ask(): Promise<void> {
    const fromMs = countMs()
    const [row] = await database.query<{ now: Date }>(TIME, [])
    if (row !== undefined) clock.learn(row.now, { fromMs, toMs: countMs() })
  }

  await ask()
  const closed = new AbortController()
  const following = (async () => {
    for (;;) {
      await sleep(ASK_EVERY_MS, undefined, { ref: false, signal: closed.signal }).catch(
        () => undefined,
      )
      if (closed.signal.aborted) return
      // Who needs the database tells that it is away.
      await ask().catch(() => undefined)
    }
  })()
  return {
    now: () => clock.now(),
    async close() {
      closed.abort()
      await following
    },
  }
}
