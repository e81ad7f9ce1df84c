import { Client, type Pool } from 'pg'
import { createMetrics, type ServiceMetrics } from '../../service/metrics.ts'
import { openSessionWatch, type SessionWatch } from '../../service/session-watch.ts'
import { openDatabase, type Database } from '../../store/database.ts'
import { type OpenedSimulator, openSimulator } from '../../processors/simulated/open-simulator.ts'
import { createSimulatedProcessor } from '../../processors/simulated/simulated-processor.ts'
import { sealCard } from '../../testing/seal-card.ts'
import { CARDS } from '../cards.ts'
import { createActivity, type Activity } from './activity.ts'
import { openTrackedPool } from './tracked-pool.ts'

export const API_URL = 'http://api.test'
const SIMULATOR_URL = `${API_URL}/simulator`
/** How the simulator and the API know each other. */
export const SIMULATOR = {
  baseUrl: SIMULATOR_URL,
  secret: 'secret-of-the-simulator',
  timeoutMs: 10_000,
  notificationSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
}

/** What schedules share, one after the other: real PostgreSQL, and the simulated processor over it. */
export interface World {
  url: string
  database: Database
  activity: Activity
  simulator: OpenedSimulator
  watch: SessionWatch
  metrics: ServiceMetrics
  /** A connection of the campaign's own, which no fault reaches. */
  observer: Client
  /** Asks on it, one question after the other. */
  observe<Row extends object>(text: string, values: unknown[]): Promise<Row[]>
  /** How many statements wait for a lock. */
  lockWaits(): Promise<number>
  /** By number. */
  sealedCards: ReadonlyMap<string, string>
  /** What the simulator lives by, during a schedule. */
  present: Present
  close(): Promise<void>
}

export interface Present {
  clock: () => Date
  random: (length: number) => Uint8Array
  notify: (request: Request) => Promise<Response>
}

const SILENT = { info: () => undefined, warn: () => undefined }
const LOCK_WAITS = `select count(*)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where not l.granted and a.datname = current_database()`
const NOWHERE: Present = {
  clock: () => new Date(0),
  random: () => {
    throw new Error('no schedule runs')
  },
  notify: async () => new Response(null, { status: 503 }),
}

/** A busy machine is slow: what real time would end must not differ from run to run. */
function withoutTimeouts(url: string): string {
  const patient = new URL(url)
  for (const name of ['lock_timeout', 'statement_timeout', 'query_timeout'])
    patient.searchParams.set(name, '600000')
  patient.searchParams.set('idle_in_transaction_session_timeout', '0')
  return patient.href
}

/** What ends a connection is told to who asks on it. */
async function connect(url: string): Promise<Client> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Opens a migrated database for schedules. */
export async function openWorld(url: string): Promise<World> {
  const activity = createActivity()
  const database = openDatabase({ url: withoutTimeouts(url), log: SILENT })
  const pool: Pool = openTrackedPool(url, activity)
  const observer = await connect(url)
  const lockObserver = await connect(url)
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
