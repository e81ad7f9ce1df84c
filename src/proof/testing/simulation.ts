import type { Fetch } from '#contract/fetch.ts'
import { Pool } from 'pg'
import type { RandomBytes } from '#domain/id.ts'
import type { Processor } from '#server/processors/processor.ts'
import { type OpenedSimulator, openSimulator } from '#sandbox/simulator/open-simulator.ts'
import { createSimulatedProcessor } from '#sandbox/simulator/simulated-processor.ts'
import { PROCESSOR_NOTIFICATIONS_PATH } from '#server/api/processor-notifications.ts'
import { statement, type Queryable } from '#server/database/engine/database.ts'
import { API_URL } from './api-url.ts'

export interface Simulation {
  processor: Processor
  fetch: Fetch
  simulator: OpenedSimulator
  /** Runs what is due in the simulator, notifications to the API included. */
  runDue(): Promise<number>
  /** Forces an outcome of a payment that would come later, or never. */
  simulate(paymentId: string, outcome: string): Promise<number>
  /** Whether notifications arrive; initially true. */
  notifies: boolean
  close(): Promise<void>
}

export const SECRET = 'secret-of-the-simulator'
export const NOTIFICATION_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const BASE_URL = `${API_URL}/simulator`
const POOL_MAX = 20

/** The sandbox's processor as `checkout serve` composes it: the adapter over the simulator's `fetch`. */
export async function openSimulation({
  databaseUrl,
  clock,
  clockOf,
  random,
  notify,
  timeoutMs,
}: {
  databaseUrl: string
  clock: () => Date
  clockOf: (merchantId: string) => Date
  random: RandomBytes
  /** The simulator's connection to the API. */
  notify: Fetch
  timeoutMs: number
}): Promise<Simulation> {
  const pool = new Pool({ connectionString: databaseUrl, max: POOL_MAX })
  // Dropping the database ends connections that are closing.
  pool.on('error', () => undefined)
  const simulator = await openSimulator({
    pool,
    clock,
    clockOf,
    random,
    secret: SECRET,
    publicUrl: BASE_URL,
    notify: {
      url: API_URL + PROCESSOR_NOTIFICATIONS_PATH,
      secret: NOTIFICATION_SECRET,
      fetch: async (request) =>
        simulation.notifies ? notify(request) : new Response(null, { status: 503 }),
    },
  })
  const simulation: Simulation = {
    processor: createSimulatedProcessor({
      fetch: simulator.fetch,
      baseUrl: BASE_URL,
      secret: SECRET,
      timeoutMs,
      notificationSecret: NOTIFICATION_SECRET,
      clock,
    }),
    fetch: simulator.fetch,
    simulator,
    runDue: () => simulator.runDue(clock()),
    async simulate(paymentId, outcome) {
      const response = await simulator.fetch(
        new Request(`${BASE_URL}/payments/${paymentId}/simulate`, {
          method: 'POST',
          headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
          body: JSON.stringify({ outcome }),
        }),
      )
      return response.status
    },
    notifies: true,
    close: () => pool.end(),
  }
  return simulation
}

const LEDGER = statement(
  'test: ledger of session',
  `select e.kind, e.amount_minor as "amountMinor", e.currency from simulator.ledger_entries e
   join payments p on p.id = e.payment_id where p.session_id = $1 and e.kind <> 'authorization' order by e.sequence`,
)

export interface LedgerEntry {
  kind: 'capture' | 'refund'
  amountMinor: number
  currency: string
}

/** The processor's own entries for a session: the oracle of charges. */
export async function readLedger(db: Queryable, sessionId: string): Promise<LedgerEntry[]> {
  return db.query<LedgerEntry>(LEDGER, [sessionId])
}
