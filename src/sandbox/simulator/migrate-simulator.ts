import { readdir, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { inTransaction } from './transaction.ts'

const MIGRATIONS = new URL('migrations/', import.meta.url)
const ADVISORY_LOCK = 7_365_801

/** Applies the numbered migrations to the schema `simulator`, each once, under concurrent starts too. */
export async function migrateSimulator(pool: Pool): Promise<void> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted()
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
    await client.query('create schema if not exists simulator')
    await client.query('create table if not exists simulator.migrations (name text primary key)')
    const applied = await client.query<{ name: string }>('select name from simulator.migrations')
    const names = new Set(applied.rows.map((row) => row.name))
    for (const name of files.filter((file) => !names.has(file))) {
      await client.query(await readFile(new URL(name, MIGRATIONS), 'utf8'))
      await client.query('insert into simulator.migrations (name) values ($1)', [name])
    }
  })
}
