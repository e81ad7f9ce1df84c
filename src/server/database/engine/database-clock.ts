import { setTimeout as sleep } from 'node:timers/promises'
import { createFollowingClock } from '#domain/following-clock.ts'
import { statement, type Queryable } from './database.ts'

const POLL_INTERVAL_MS = 5000

const TIME = statement('time', 'select clock_timestamp() as now')

export interface DatabaseClock {
  now(): Date
  close(): Promise<void>
}

/**
 * The database's time, so that all processes agree whatever their machines' clocks show. Between polls, and while the
 * database is unavailable, it advances with the monotonic clock.
 */
export async function openDatabaseClock(
  database: Queryable,
  countMs: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  const clock = createFollowingClock(countMs)

  async function poll(): Promise<void> {
    const fromMs = countMs()
    const [row] = await database.query<{ now: Date }>(TIME, [])
    if (row !== undefined) clock.learn(row.now, { fromMs, toMs: countMs() })
  }

  await poll()
  const closed = new AbortController()
  const following = (async () => {
    for (;;) {
      await sleep(POLL_INTERVAL_MS, undefined, { ref: false, signal: closed.signal }).catch(
        () => undefined,
      )
      if (closed.signal.aborted) return
      // Other callers report that the database is unavailable.
      await poll().catch(() => undefined)
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
