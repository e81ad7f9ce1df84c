import { setTimeout as sleep } from 'node:timers/promises'

import { Client, DatabaseError } from 'pg'

import { applyMigration } from './apply-migration.ts'
import { connectionOptions } from './connection-options.ts'
import { statement } from './database.ts'
import type { Queryable } from './database.ts'
import { databaseError, DatabaseUnavailable } from './database-errors.ts'
import type { Log } from './log.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from './migrations.ts'
import type { Migration } from './migrations.ts'

/** Arbitrary, but unique among the advisory locks of the database. */
const ADVISORY_LOCK = 7_406_281_953
const ADVISORY_LOCK_TIMEOUT_MS = 60_000
const SERVER_VERSION_MIN = 150_000

const ADVISORY_LOCK_POLL_MS = 100
const LOCK_TIMEOUT_MS = 5_000
const INSUFFICIENT_PRIVILEGE = '42501'

export interface MigrateOptions {
  url: string
  log: Log
  directory?: string
  /** How long one attempt waits for a table; statements on that table wait behind it. */
  lockTimeoutMs?: number
}

interface Applied {
  number: number
  name: string
  checksum: string
}

/** The schema of the database and this release do not fit; the message says why. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

const TABLE_EXISTS = statement(
  'migrations known',
  `select to_regclass('schema_migrations') is not null as "exists"`,
)
const APPLIED = statement(
  'migrations applied',
  'select number, name, checksum from schema_migrations order by number',
)
const CREATE_TABLE = `create table if not exists schema_migrations (
  number int primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
)`

/**
 * Applies pending migrations, one transaction per file (none for a concurrent index). An advisory lock serializes
 * processes that start together. Resolves to the names of the applied files.
 * Throws `MigrationRefused` when a newer release migrated the database, or an applied file changed.
 */
export async function migrate({
  url,
  log,
  directory = MIGRATIONS_DIRECTORY,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
}: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory)
  // A migration's duration depends on table sizes: only its waits for locks have timeouts.
  const options = connectionOptions(url)
  const client = new Client({ ...options, query_timeout: 0 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await options.onConnect(client)
    await refuseOldServer(client)
    await client.query('set statement_timeout = 0')
    await acquireAdvisoryLock(client)
    return { applied: await applyPending(client, migrations, { lockTimeoutMs, log }) }
  } catch (error) {
    if (error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)
      throw new MigrationRefused(
        'This role of PostgreSQL may not change the schema. Run "npx checkout migrate" as the owner of the database.',
        { cause: error },
      )
    throw databaseError(error)
  } finally {
    // Ending the session releases the advisory lock.
    await client.end()
  }
}

/** Names of the files not applied yet; while there are any, the readiness probe fails. */
export async function pendingMigrations(
  database: Queryable,
  directory = MIGRATIONS_DIRECTORY,
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const [table] = await database.query<{ exists: boolean }>(TABLE_EXISTS, [])
  const applied = table?.exists === true ? await database.query<Applied>(APPLIED, []) : []
  return migrations.slice(applied.length).map(({ name }) => name)
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

async function applyPending(
  client: Client,
  migrations: Migration[],
  waiting: { lockTimeoutMs: number; log: Log },
): Promise<string[]> {
  // Checked first: `create table if not exists` needs the privilege even when the table exists.
  const { rows: tables } = await client.query<{ exists: boolean }>(TABLE_EXISTS.text)
  if (tables[0]?.exists !== true) await client.query(CREATE_TABLE)
  const { rows } = await client.query<Applied>(APPLIED.text)
  refuseDifference(migrations, rows)
  const pending = migrations.slice(rows.length)
  for (const migration of pending) {
    await applyMigration(client, migration, waiting)
    waiting.log.info(`Applied migration ${migration.name}.`)
  }
  return pending.map(({ name }) => name)
}

function refuseDifference(migrations: Migration[], applied: Applied[]): void {
  const newest = applied.at(-1)
  if (newest !== undefined && newest.number > migrations.length) {
    throw new MigrationRefused(
      `The database was migrated to ${newest.name} by a newer release. Run that release, or restore a backup.`,
    )
  }
  for (const { number, name, checksum } of applied) {
    const migration = migrations[number - 1]
    if (migration?.checksum !== checksum) {
      throw new MigrationRefused(
        `Migration ${name} was changed after it was applied here. Restore the file, and make the change a new migration.`,
      )
    }
  }
}
