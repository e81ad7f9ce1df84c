import type { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionOptions } from '../engine/connection-options.ts'
import { databaseError, DatabaseUnavailable, isForbidden } from '../engine/database-errors.ts'
import { MigrationRefused } from './migration-records.ts'

/** Arbitrary, but unique among the advisory locks of the database. Every release takes it. */
const ADVISORY_LOCK = 7_406_281_953
const ADVISORY_LOCK_TIMEOUT_MS = 60_000
const ADVISORY_LOCK_POLL_MS = 100
const SERVER_VERSION_MIN = 150_000

/** Runs `work` on the schema, or on the records of migrations, under an advisory lock that excludes other processes. */
export async function asMigrator<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  // A migration's duration depends on table sizes: only its waits for locks have timeouts.
  const options = connectionOptions(url)
  const client = new options.Client({ ...options, query_timeout: 0 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await options.onConnect(client)
    await refuseOldServer(client)
    await client.query('set statement_timeout = 0')
    await acquireAdvisoryLock(client)
    return await work(client)
  } catch (error) {
    if (isForbidden(error))
      throw new MigrationRefused(
        'This role of PostgreSQL may not change the schema. Run "npx --no checkout migrate" as the owner of the database.',
        { cause: error },
      )
    throw databaseError(error)
  } finally {
    // Ending the session releases the advisory lock.
    await client.end()
  }
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  )
  const [server] = rows
  if (server !== undefined && server.number < SERVER_VERSION_MIN) {
    throw new MigrationRefused(
      `PostgreSQL 15 or newer is needed; this server is ${server.version}.`,
    )
  }
}

/**
 * Polls instead of blocking: a blocking wait is an open transaction, for which `create index concurrently` in another
 * process would wait in turn, a deadlock.
 */
async function acquireAdvisoryLock(client: Client): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += ADVISORY_LOCK_POLL_MS) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${ADVISORY_LOCK}) as taken`,
    )
    if (rows[0]?.taken === true) return
    if (waitedMs >= ADVISORY_LOCK_TIMEOUT_MS)
      throw new DatabaseUnavailable('Another process migrates the database, and does not end')
    await sleep(ADVISORY_LOCK_POLL_MS)
  }
}
