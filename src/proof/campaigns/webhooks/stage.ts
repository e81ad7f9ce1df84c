import { randomBytes } from 'node:crypto'
import { createSender } from '#server/outgoing/send-webhook.ts'
import {
  createDeliveryWorker,
  type DeliveryWorker,
} from '#server/service/events/deliveries/delivery-worker.ts'
import type { Database } from '#server/database/engine/database.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import {
  insertNotifiedMerchant,
  type NotifiedMerchant,
} from '../../testing/notification-records.ts'
import type { Dice } from '../shared/dice.ts'
import { SEED_MAX } from '../frame/options.ts'
import { MISBEHAVIOURS } from './behaviours.ts'
import { PLACES, urlOf } from './places.ts'
import { startReceivers, type Receiver, type Receivers } from './receivers.ts'
import { watchSchedule, type ScheduleWatch } from './watch-schedule.ts'

export interface Endpoint extends Receiver {
  merchant: NotifiedMerchant
}

/** Merchants with receivers of every kind, and real workers that deliver to them. */
export interface WebhookStage {
  /** The database without the schedule watch. */
  database: Database
  schedule: ScheduleWatch
  receivers: Receivers
  endpoints: readonly Endpoint[]
  reference: string
  /** Everything that workers logged as an error. */
  errors: string[]
  startWorkers(options: WorkerOptions): RunningWorkers
  close(): Promise<void>
}

export interface WorkerOptions {
  count: number
  clock: () => Date
  timeoutMs: number
}

export interface RunningWorkers {
  stop(): Promise<void>
}

export interface StageOptions {
  url: string
  dice: Dice
  receivers: number
  /** From 0 to 1. */
  faulty: number
  /** Misbehaving receivers that never recover: all, or one that responds and one that is unreachable. */
  outOfOrder: 'all' | 'two'
  now: Date
}

export const HONEST = 'honest'
const KINDS = [...Object.keys(MISBEHAVIOURS), ...PLACES]
const NEVER_WORKS = ['responds 500', 'connection refused']
/** The probability that a misbehaving receiver which recovers misbehaves. */
const MISBEHAVES = 0.6
const SILENT = { info: () => undefined, warn: () => undefined }
const ERRORS_MAX = 20

export async function openWebhookStage(options: StageOptions): Promise<WebhookStage> {
  const { url, dice, now, outOfOrder } = options
  const masterKey = randomBytes(32)
  const reference = 'R'.repeat(33)
  const errors: string[] = []
  const database = openDatabase({ url, log: SILENT })
  const schedule = watchSchedule(database)
  const receivers = await startReceivers()
  const endpoints: Endpoint[] = []
  for (const [index, kind] of drawKinds(options, dice).entries()) {
    const callbackUrl = urlOf(kind, index, receivers.places)
    const merchant = await insertNotifiedMerchant(database, { callbackUrl, key: masterKey, now })
    const isOutOfOrder =
      outOfOrder === 'all'
        ? kind !== HONEST
        : NEVER_WORKS.includes(kind) && !endpoints.some((endpoint) => endpoint.kind === kind)
    endpoints.push({ index, kind, secret: merchant.secret, isOutOfOrder, merchant })
  }
  await receivers.serve(
    endpoints.map(({ index, kind, secret, isOutOfOrder }) => ({
      index,
      kind,
      secret,
      isOutOfOrder,
    })),
    dice.below(SEED_MAX),
    MISBEHAVES,
  )

  const log = {
    warn: () => undefined,
    error(details: object, message: string) {
      if (errors.length < ERRORS_MAX) errors.push(`${message}: ${JSON.stringify(details)}`)
    },
  }

  function startWorkers({ count, clock, timeoutMs }: WorkerOptions): RunningWorkers {
    const started: DeliveryWorker[] = []
    while (started.length < count) {
      const sender = createSender({ lookup: resolve, allowLoopback: true, clock, timeoutMs })
      const worker = createDeliveryWorker({
        database: schedule.database,
        clock,
        // For signatures and leases.
        wallClock: () => new Date(),
        random: randomBytes,
        secretKeys: [masterKey],
        sender,
        referenceOf: async () => reference,
        log,
      })
      worker.start()
      started.push(worker)
    }
    return {
      async stop() {
        await Promise.all(started.map((worker) => worker.stop()))
      },
    }
  }

  return {
    database,
    schedule,
    receivers,
    endpoints,
    reference,
    errors,
    startWorkers,
    async close() {
      await receivers.close()
      await database.close()
    },
  }
}

/** Draws the misbehaving receivers: every kind equally often, in random order. */
function drawKinds({ receivers, faulty }: StageOptions, dice: Dice): string[] {
  const bad = Math.round(receivers * faulty)
  const first = dice.below(KINDS.length)
  const kinds = Array.from({ length: receivers }, (_, index) =>
    index < bad ? (KINDS[(first + index) % KINDS.length] ?? HONEST) : HONEST,
  )
  return kinds
    .map((kind) => ({ kind, order: dice.below(1_000_000) }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ kind }) => kind)
}

const LOOPBACK = [{ address: '127.0.0.1', family: 4 }] as const

async function resolve(hostname: string): Promise<typeof LOOPBACK> {
  if (hostname.endsWith('.invalid'))
    throw Object.assign(new Error('the name is unknown'), { code: 'ENOTFOUND' })
  return LOOPBACK
}
