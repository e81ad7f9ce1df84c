import type { Pool } from 'pg'
import type { RandomBytes } from '../../domain/id.ts'
import type { Fetch } from './answer-within.ts'
import { openCardKey } from './card-key.ts'
import type { NotificationTarget } from './deliver-notifications.ts'
import { migrateSimulator } from './migrate-simulator.ts'
import { runDue } from './run-due.ts'
import { createSimulatorApp } from './simulator-app.ts'

export interface SimulatorOptions {
  pool: Pool
  clock: () => Date
  random: RandomBytes
  /** The bearer secret of the simulator's own API. */
  secret: string
  /** Where browsers and the adapter reach the app, up to and with `/simulator`, as in `http://localhost:4243/simulator`. */
  publicUrl: string
  notify: NotificationTarget
}

export interface OpenedSimulator {
  fetch: Fetch
  /** Does what is due and delivers notifications; safe in several processes at once. */
  runDue(now: Date): Promise<number>
}

/** The simulated card networks, Pix and banks of the sandbox, ready to serve: its schema migrated, its key made. */
export async function openSimulator(options: SimulatorOptions): Promise<OpenedSimulator> {
  const { pool, clock, random, publicUrl, secret, notify } = options
  await migrateSimulator(pool)
  const simulator = { pool, clock, random, publicUrl, cardKey: await openCardKey(pool) }
  const app = createSimulatorApp(simulator, secret)
  return {
    fetch: async (request) => app.fetch(request),
    runDue: (now) => runDue(simulator, notify, now),
  }
}
