import type { Fetch } from '#contract/fetch.ts'
import type { Pool } from 'pg'
import type { RandomBytes } from '#domain/id.ts'
import { openCardKey } from './card-key.ts'
import type { NotificationTarget } from './deliver-notifications.ts'
import { migrateSimulator } from './migrate-simulator.ts'
import { findNextDue } from './next-due.ts'
import { runDue } from './run-due.ts'
import { createSimulatorApp } from './simulator-app.ts'
import type { DueScope } from './due-scope.ts'

const ALL_MERCHANTS: DueScope = { except: [] }

export interface SimulatorOptions {
  pool: Pool
  clock: () => Date
  /** The current time of a merchant. Default: `clock`, for all merchants. */
  clockOf?: (merchantId: string) => Date
  random: RandomBytes
  /** The bearer token of the simulator's API. */
  secret: string
  /** The public base URL up to and with `/simulator`, as in `http://localhost:4243/simulator`. */
  publicUrl: string
  notify: NotificationTarget
  /** For how many days a held card can be captured. Default: 7. */
  captureWithinDays?: number
}

const CAPTURE_WITHIN_DAYS = 7

export interface OpenedSimulator {
  fetch: Fetch
  /** Every registered route, for tests that check all of them. */
  routes: readonly { method: string; path: string }[]
  /** Does all due work and delivers notifications; returns how much there was. Safe in several processes at once. */
  runDue(now: Date, scope?: DueScope): Promise<number>
  /** The next time after `after` at which work of a merchant is due. */
  nextDue(merchantId: string, after: Date): Promise<Date | undefined>
}

/** Opens the simulator of card networks, Pix and banks: migrates its schema and creates its key. */
export async function openSimulator(options: SimulatorOptions): Promise<OpenedSimulator> {
  const { pool, clock, random, publicUrl, secret, notify } = options
  const { captureWithinDays = CAPTURE_WITHIN_DAYS } = options
  const clockOf = (merchantId: string | null) =>
    merchantId === null ? clock() : (options.clockOf?.(merchantId) ?? clock())
  await migrateSimulator(pool)
  const cardKey = await openCardKey(pool)
  const simulator = { pool, clockOf, random, publicUrl, cardKey, captureWithinDays }
  const app = createSimulatorApp(simulator, secret)
  return {
    fetch: async (request) => app.fetch(request),
    routes: app.routes,
    runDue: (now, scope = ALL_MERCHANTS) => runDue(simulator, notify, now, scope),
    nextDue: (merchantId, after) => findNextDue(pool, merchantId, after),
  }
}
