import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'
import { statement } from '../engine/database.ts'
import type { Log } from '../engine/log.ts'
import type { Migration } from './migrations.ts'
import { runTransaction } from '../engine/run-transaction.ts'

const LOCK_ATTEMPTS_MAX = 5
const LOCK_RETRY_DELAY_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'
/** Servers lock a session before its payment; a migration that changes both tables may take them the other way round. */
const DEADLOCK_DETECTED = '40P01'

const RECORD = statement(
  'record migration',
  'insert into schema_migrations (number, name, checksum, oldest_release) values ($1, $2, $3, $4)',
)
const INDEX_NAME = / concurrently (?:if not exists )?(\w+)/i

export async function applyMigration(
  client: Client,
  migration: Migration,
  { lockTimeoutMs, log }: { lockTimeoutMs: number; log: Log },
): Promise<void> {
  if (migration.isConcurrent) await applyConcurrently(client, migration)
  else await applyAtOnce(client, migration, { lockTimeoutMs, log })
}

/**
 * Short lock timeouts with retries, also after deadlocks: while a migration waits for a table, all later statements on it
 * queue behind.
 */
async function applyAtOnce(
  client: Client,
  migration: Migration,
  { lockTimeoutMs, log }: { lockTimeoutMs: number; log: Log },
): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  for (let attempts = 1; ; attempts += 1) {
    try {
      await runTransaction(client, async (tx) => {
        await client.query(migration.sql)
        await tx.query(RECORD, recordOf(migration))
      })
      return
    } catch (error) {
      if (attempts === LOCK_ATTEMPTS_MAX || !isLockedOut(error)) throw error
      log.warn(`Migration ${migration.name} waits for a table in use.`)
      await sleep(LOCK_RETRY_DELAY_MS)
    }
  }
}

/**
 * `create index concurrently` cannot run in a transaction. It blocks no writes, so it waits for locks without a timeout.
 * Drops the invalid index that an interrupted run left behind.
 */
async function applyConcurrently(client: Client, migration: Migration): Promise<void> {
  const name = INDEX_NAME.exec(migration.sql)?.[1]
  if (name === undefined)
    throw new Error(
      `Migration ${migration.name} is marked "-- concurrently" but creates no index concurrently`,
    )
  await client.query('set lock_timeout = 0')
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
  await client.query(migration.sql)
  await client.query(RECORD.text, recordOf(migration))
}

function recordOf({ number, name, checksum, oldestRelease }: Migration): unknown[] {
  return [number, name, checksum, oldestRelease]
}

function isLockedOut(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK_DETECTED)
  )
}
