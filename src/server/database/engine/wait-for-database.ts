import { setTimeout as sleep } from 'node:timers/promises'
import { statement, type Queryable } from './database.ts'
import { DatabaseUnavailable } from './database-errors.ts'
import type { Log } from './log.ts'

const PAUSE_MS = 500

const READ_ONLY = statement(
  'is read only',
  `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
)

/** The database stayed read-only: a standby, or `default_transaction_read_only`. */
export class DatabaseReadOnly extends Error {
  override name = 'DatabaseReadOnly'
}

/** Whether the database takes no writes. A standby takes none. */
export async function isReadOnly(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ isReadOnly: boolean }>(READ_ONLY, [])
  return row?.isReadOnly === true
}

/**
 * Waits until the database answers and takes writes, for at most `waitMs`: the database may start at the same time, or a
 * standby may be promoted. Throws `DatabaseUnavailable` or `DatabaseReadOnly`. Resolves early when `stopped` is aborted.
 */
export async function waitForDatabase(
  database: Queryable,
  {
    waitMs,
    nowMs,
    log,
    stopped,
  }: { waitMs: number; nowMs: () => number; log: Log; stopped: AbortSignal },
): Promise<void> {
  const until = nowMs() + waitMs
  for (let isFirst = true; !stopped.aborted; isFirst = false) {
    const problem = await problemOf(database)
    if (problem === undefined) return
    if (nowMs() >= until) throw problem
    if (isFirst) log.warn(`Waiting for the database: ${problem.message}`)
    await sleep(PAUSE_MS, undefined, { signal: stopped }).catch(() => undefined)
  }
}

async function problemOf(database: Queryable): Promise<Error | undefined> {
  try {
    return (await isReadOnly(database))
      ? new DatabaseReadOnly('DATABASE_URL names a standby, or a database that is read-only.')
      : undefined
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return error
    throw error
  }
}
