import { Pool } from 'pg'
import { connectionOptions } from '#server/database/engine/connection-options.ts'
import type { AddedTables } from '#server/database/installation/app-role.ts'
import { migrateSimulator, pendingOfSimulator } from './simulator/migrate-simulator.ts'

/** Least privilege: the rights of the server's role on the simulator's tables. The ledger is only added to. */
const PRIVILEGES: AddedTables['privileges'] = {
  migrations: ['select'],
  card_keys: ['select', 'insert'],
  payments: ['select', 'insert', 'update'],
  voided_payments: ['select', 'insert'],
  refunds: ['select', 'insert', 'update'],
  ledger_entries: ['select', 'insert'],
  notifications: ['select', 'insert', 'update'],
}

/** The simulator's tables, for the commands with which an operator prepares a database. */
export const SIMULATOR_TABLES = {
  schema: 'simulator',
  privileges: PRIVILEGES,
  /** Makes what is lacking, as the owner of the database, and resolves to the names of the migrations. */
  migrate: (url: string) => withPool(url, migrateSimulator),
  /** Names of the migrations that are not applied yet. */
  pending: (url: string) => withPool(url, pendingOfSimulator),
} satisfies AddedTables & Record<string, unknown>

async function withPool(
  url: string,
  work: (pool: Pool) => Promise<string[]>,
): Promise<readonly string[]> {
  const pool = new Pool({ ...connectionOptions(url), max: 1 })
  try {
    return (await work(pool)).map((name) => `simulator/${name}`)
  } finally {
    await pool.end()
  }
}
