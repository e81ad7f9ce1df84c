import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Client } from 'pg'
import { statement } from './database.ts'
import type { Log } from './log.ts'
import type { Migration } from './migrations.ts'
import { runTransaction } from './run-transaction.ts'

const LOCK_ATTEMPTS_MAX = 5
const LOCK_RETRY_DELAY_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'

const RECORD = statement(
  'record migration',
  'insert into schema_migrations (number, name, checksum) values ($1, $2, $3)',
)
const INDEX_NAME = /\bindex concurrently (?:if not exists )?(\w+)/i

/** Changes the schema as the file says, and notes that it was done. */
export async function applyMigration(
  client: Client,
  migration: Migration,
  { lockTimeoutMs, log }: { lockTimeoutMs: number; log: Log },
): Promise<void> {
  if (migration.isConcurrent) await applyConcurrently(client, migration)
  else await applyAtOnce(client, migration, { lockTimeoutMs, log })
}

/** A busy table is waited for in short spells: whoever comes after a waiting migration waits as well. */
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
      if (attempts === LOCK_ATTEMPTS_MAX || !isLockTimeout(error)) throw error
      log.warn(`Migration ${migration.name} waits for a table in use.`)
      await sleep(LOCK_RETRY_DELAY_MS)
    }
  }
}

/**
 * Builds an index beside those who write, which no transaction can: it holds nobody up, so it may wait for whom it must.
 * What an earlier try left behind when it was interrupted, an index that is invalid, goes first.
 */
async function applyConcurrently(client: Client, migration: Migration): Promise<void> {
  const name = INDEX_NAME.exec(migration.sql)?.[1]
  if (name === undefined)
    throw new Error(`Migration ${migration.name} builds no index, and needs a transaction`)
  await client.query('set lock_timeout = 0')
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
  await client.query(migration.sql)
  await client.query(RECORD.text, recordOf(migration))
}

function recordOf({ number, name, checksum }: Migration): unknown[] {
  return [number, name, checksum]
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE
}
