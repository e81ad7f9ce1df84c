import type { Fetch } from '#contract/fetch.ts'
import { hkdfSync } from 'node:crypto'
import { DatabaseError, Pool } from 'pg'
import type { ExtensionContext } from '#server/compose.ts'
import { PROCESSOR_NOTIFICATIONS_PATH } from '#server/api/processor-notifications.ts'
import { connectionOptions } from '#server/database/engine/connection-options.ts'
import type { AddedTables } from '#server/database/installation/app-role.ts'
import { MigrationRefused } from '#server/database/migrate/migration-records.ts'
import type { Processor } from '#server/processors/processor.ts'
import { cacheEncryptionKey } from '#server/processors/cache-encryption-key.ts'
import type { SimulatorTime } from './sandbox-context.ts'
import { migrateSimulator, pendingOfSimulator } from './simulator/migrate-simulator.ts'
import { openSimulator } from './simulator/open-simulator.ts'
import { createSimulatedProcessor } from './simulator/simulated-processor.ts'

/** The simulated processor with its simulator. */
export interface Simulation {
  processor: Processor
  /** The simulator's HTTP handler, mounted at the API's address. */
  fetch: Fetch
  simulator: SimulatorTime
  close(): Promise<void>
}

export type OpenSimulation = (
  context: ExtensionContext & {
    /** The current time of a merchant. */
    clockOf: (merchantId: string) => Date
  },
) => Promise<Simulation>

export interface SimulationOptions {
  databaseUrl: string
  databaseTimeoutMs: number
  apiUrl: string
  /** Time-out of a call to the simulator, in milliseconds. */
  timeoutMs: number
  /** For how many days a held card can be captured. Default: 7. */
  captureWithinDays?: number
}

const POOL_MAX = 4
const INSUFFICIENT_PRIVILEGE = '42501'

/** A simulation in the service's own database, with secrets derived from the master key. */
export function simulation({
  databaseUrl,
  databaseTimeoutMs,
  apiUrl,
  timeoutMs,
  ...options
}: SimulationOptions): OpenSimulation {
  return async ({ keys, clock, clockOf, random, notify, work }) => {
    const { secret, notificationSecret } = simulatorSecrets(keys.webhookSecrets)
    const pool = new Pool({ ...connectionOptions(databaseUrl, databaseTimeoutMs), max: POOL_MAX })
    // An idle connection that breaks is replaced. A query on a broken one fails by itself.
    pool.on('error', () => {})
    const baseUrl = `${apiUrl}/simulator`
    const notificationUrl = `${apiUrl}${PROCESSOR_NOTIFICATIONS_PATH}`
    const simulator = await openSimulator({
      pool,
      clock,
      clockOf,
      random,
      secret,
      publicUrl: baseUrl,
      ...options,
      notify: { url: notificationUrl, secret: notificationSecret, fetch: notify },
    }).catch(async (error: unknown) => {
      await pool.end()
      throw error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE
        ? new MigrationRefused(
            'The simulator lacks tables, and this role of PostgreSQL may not make them. As the owner of the database, run "npx --no checkout migrate", then "npx --no checkout database grant".',
            { cause: error },
          )
        : error
    })
    const fetch: Fetch = (request) => work(async () => simulator.fetch(request))
    const address = { fetch, baseUrl, secret, notificationSecret }
    return {
      processor: cacheEncryptionKey(createSimulatedProcessor({ ...address, timeoutMs, clock })),
      fetch: simulator.fetch,
      simulator,
      close: () => pool.end(),
    }
  }
}

/** The shared secrets between the simulator and its adapter. */
export function simulatorSecrets(secretKey: Uint8Array) {
  return {
    secret: derive(secretKey, 'simulator').toString('hex'),
    notificationSecret: `whsec_${derive(secretKey, 'simulator-notifications').toString('base64')}`,
  }
}

function derive(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `hosted-checkout ${purpose}`, 32))
}

/** Least privilege: the rights of the server's role on the simulator's tables. The ledger is only added to. */
const PRIVILEGES: AddedTables['privileges'] = {
  migrations: ['select'],
  card_keys: ['select', 'insert'],
  payments: ['select', 'insert', 'update'],
  voided_payments: ['select', 'insert'],
  refunds: ['select', 'insert', 'update'],
  dispute_steps: ['select', 'insert'],
  ledger_entries: ['select', 'insert'],
  notifications: ['select', 'insert', 'update'],
}

/** The simulator's tables, for the commands with which an operator prepares a database. */
export const SIMULATOR_TABLES = {
  schema: 'simulator',
  privileges: PRIVILEGES,
  /** Makes what is lacking, as the owner of the database, and resolves to the names of the migrations. */
  migrate: (url: string) => asSimulatorOwner(url, migrateSimulator),
  /** Names of the migrations that are not applied yet. */
  pending: (url: string) => asSimulatorOwner(url, pendingOfSimulator),
} satisfies AddedTables & Record<string, unknown>

async function asSimulatorOwner(
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
