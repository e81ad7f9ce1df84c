import type { Client } from 'pg'
import { applyMigration } from './apply-migration.ts'
import { asMigrator } from './as-migrator.ts'
import type { Queryable } from '../engine/database.ts'
import type { Log } from '../engine/log.ts'
import { prepareRecords, putBack, readRecords, refuseDifference } from './migration-records.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from './migrations.ts'
import type { Migration } from './migrations.ts'
import { runTransaction } from '../engine/run-transaction.ts'

const LOCK_TIMEOUT_MS = 5_000

export interface MigrateOptions {
  url: string
  log: Log
  directory?: string
  /** How long one attempt waits for a table; statements on that table wait behind it. */
  lockTimeoutMs?: number
  /**
   * Unless migrations are pending, leaves those that `backTo` has set aside where they are, so that the start of a server does
   * not undo what the operator did. Default: false.
   */
  keepsAhead?: boolean
}

/**
 * Puts migrations that were set aside back in force, then applies pending ones, one transaction per file (none for a
 * concurrent index). An advisory lock serializes processes that start together. Resolves to the names of both kinds.
 * Throws `MigrationRefused` when a newer release migrated the database, an applied file changed, or the schema was made before
 * the first of these migrations; then nothing is changed.
 */
export async function migrate({
  url,
  log,
  directory = MIGRATIONS_DIRECTORY,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
  keepsAhead = false,
}: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory)
  return asMigrator(url, async (client) => ({
    applied: await applyPending(client, migrations, { lockTimeoutMs, keepsAhead, log }),
  }))
}

/** Names of the files not applied yet; while there are any, the readiness probe fails. */
export async function pendingMigrations(
  database: Queryable,
  directory = MIGRATIONS_DIRECTORY,
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const { inForce, ahead } = await readRecords(database, migrations)
  return migrations.slice(inForce.length + ahead.length).map(({ name }) => name)
}

async function applyPending(
  client: Client,
  migrations: Migration[],
  {
    log,
    lockTimeoutMs,
    keepsAhead,
  }: Required<Pick<MigrateOptions, 'lockTimeoutMs' | 'keepsAhead' | 'log'>>,
): Promise<string[]> {
  const records = await runTransaction(client, (tx) => readRecords(tx, migrations))
  refuseDifference(migrations, records)
  await prepareRecords(client)
  const { inForce, ahead } = records
  const pending = migrations.slice(inForce.length + ahead.length)
  if (keepsAhead && pending.length === 0) return []
  if (ahead.length > 0) {
    await runTransaction(client, putBack)
    log.info(`Put ${ahead.length} migrations back in force, to ${ahead.at(-1)?.name}.`)
  }
  for (const migration of pending) {
    await applyMigration(client, migration, { lockTimeoutMs, log })
    log.info(`Applied migration ${migration.name}.`)
  }
  return [...ahead, ...pending].map(({ name }) => name)
}
