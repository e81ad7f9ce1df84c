import type { Client, Pool } from 'pg'
import type { CardEncryptionKey } from '#contract/checkout.ts'
import { createMetrics, type ServiceMetrics } from '#server/monitoring/metrics.ts'
import { openSessionWatch, type SessionWatch } from '#server/service/watch/session-watch.ts'
import type { Database } from '#server/database/engine/database.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { type OpenedSimulator, openSimulator } from '#sandbox/simulator/open-simulator.ts'
import { createSimulatedProcessor } from '#sandbox/simulator/simulated-processor.ts'
import { sealCard } from '../../testing/seal-card.ts'
import { CARDS } from '../shared/test-cards.ts'
import { createActivity, type Activity } from './activity.ts'
import { connectPreparing } from './preparing-client.ts'
import { openTrackedPool } from './tracked-pool.ts'

export const API_URL = 'http://api.test'
const SIMULATOR_URL = `${API_URL}/simulator`
/** On a busy machine a real timeout must not change a run. */
const PATIENT_MS = 60_000
/** The credentials between the simulator and the API. */
export const SIMULATOR = {
  baseUrl: SIMULATOR_URL,
  secret: 'secret-of-the-simulator',
  timeoutMs: PATIENT_MS,
  notificationSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
}

/** Shared by consecutive schedules: real PostgreSQL, and the simulated processor over it. */
export interface World {
  url: string
  database: Database
  activity: Activity
  simulator: OpenedSimulator
  watch: SessionWatch
  metrics: ServiceMetrics
  /** The campaign's own connection, without faults. */
  observer: Client
  /** Runs queries on it, one after the other. */
  observe<Row extends object>(text: string, values: unknown[]): Promise<Row[]>
  /** Number of statements that wait for a lock. */
  lockWaits(): Promise<number>
  /** The key to which `sealedCards` are encrypted. */
  cardKey: CardEncryptionKey
  /** Encrypted cards by number. */
  sealedCards: ReadonlyMap<string, string>
  /** The simulator's clock and transport during a schedule. */
  present: Present
  close(): Promise<void>
}

export interface Present {
  clock: () => Date
  random: (length: number) => Uint8Array
  notify: (request: Request) => Promise<Response>
}

const SILENT = { info: () => undefined, warn: () => undefined }
const LOCK_WAITS = `select count(*)::int as count from pg_locks where not granted and pid in (
  select pid from pg_stat_get_activity(null) where datid = (select oid from pg_database where datname = current_database()))`
const NOWHERE: Present = {
  clock: () => new Date(0),
  random: () => {
    throw new Error('no schedule runs')
  },
  notify: async () => new Response(null, { status: 503 }),
}

/**
 * Statements repeat by the thousand: each connection plans each of them once, while the tables are still empty, and
 * must choose the indexes it will need later.
 */
function planningOnce(url: string): string {
  const generic = new URL(url)
  const options = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'
  generic.searchParams.set('options', options)
  return generic.href
}

/** Opens a migrated database for schedules. */
export async function openWorld(address: string): Promise<World> {
  const activity = createActivity()
  const url = planningOnce(address)
  const database = openDatabase({ url, log: SILENT, timeoutMs: 10 * PATIENT_MS })
  const pool: Pool = openTrackedPool(url, activity)
  const observer = await connectPreparing(url)
  // Schedules have a clock of their own. By the database's clock, every call to the processor would just have begun.
  await observer.query(
    `alter table payments alter inserted_at set default now() - interval '31 seconds'`,
  )
  const lockObserver = await connectPreparing(url)
  const watch = await openSessionWatch(database)
  const simulator = await openSimulator({
    pool,
    clock: () => world.present.clock(),
    random: (length) => world.present.random(length),
    secret: SIMULATOR.secret,
    publicUrl: SIMULATOR.baseUrl,
    notify: {
      url: `${API_URL}/processor/notifications`,
      secret: SIMULATOR.notificationSecret,
      fetch: (request) => world.present.notify(request),
      timeoutMs: PATIENT_MS,
    },
  })
  const key = await createSimulatedProcessor({
    ...SIMULATOR,
    fetch: simulator.fetch,
    clock: () => new Date(),
  }).cardEncryptionKey()
  const sealed: [number: string, card: string][] = []
  for (const number of Object.values(CARDS)) sealed.push([number, await sealCard(key, number)])
  let observed: Promise<unknown> = Promise.resolve()
  const world: World = {
    url,
    database,
    activity,
    simulator,
    watch,
    metrics: createMetrics(),
    observer,
    async observe<Row extends object>(text: string, values: unknown[]) {
      const answer = observed.then(() => observer.query<Row>(text, values))
      observed = answer.catch(() => undefined)
      return (await activity.track(answer)).rows
    },
    async lockWaits() {
      const { rows } = await lockObserver.query<{ count: number }>(LOCK_WAITS)
      return rows[0]?.count ?? 0
    },
    cardKey: key,
    sealedCards: new Map(sealed),
    present: { ...NOWHERE },
    async close() {
      await watch.close()
      await observer.end()
      await lockObserver.end()
      await pool.end()
      await database.close()
    },
  }
  return world
}
