import { readdir, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { inTransaction } from './transaction.ts'

const MIGRATIONS = new URL('migrations/', import.meta.url)
const ADVISORY_LOCK = 7_365_801

/**
 * Applies the numbered migrations to the schema `simulator`, each once, under concurrent starts too, and resolves to their
 * names. Where none is pending, it needs no right to change the schema.
 */
export async function migrateSimulator(pool: Pool): Promise<string[]> {
  const pending = await pendingOfSimulator(pool)
  return pending.length === 0 ? [] : applyPending(pool)
}

/** Names of the migrations that are not applied yet. */
export async function pendingOfSimulator(db: Pick<Pool, 'query'>): Promise<string[]> {
  // Read from the catalog first: a role without rights on the schema gets an error from its tables.
  const { rows } = await db.query<{ isThere: boolean }>(
    `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'simulator' and c.relname = 'migrations') as "isThere"`,
  )
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted()
  if (rows[0]?.isThere !== true) return files
  const applied = await db.query<{ name: string }>('select name from simulator.migrations')
  const names = new Set(applied.rows.map(({ name }) => name))
  return files.filter((file) => !names.has(file))
}

function applyPending(pool: Pool): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
    await client.query('create schema if not exists simulator')
    await client.query('create table if not exists simulator.migrations (name text primary key)')
    const pending = await pendingOfSimulator(client)
    for (const name of pending) {
      await client.query(await readFile(new URL(name, MIGRATIONS), 'utf8'))
      await client.query('insert into simulator.migrations (name) values ($1)', [name])
    }
    return pending
  })
}
