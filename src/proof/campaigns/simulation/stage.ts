import type { Fetch } from '../../../contract/fetch.ts'
import { pino } from 'pino'
import { createApi } from '../../../server/api/api.ts'
import { composeService } from '../../../server/compose.ts'
import type { ServiceContext } from '../../../server/context.ts'
import { deriveMasterKeys } from '../../../server/keys/master-keys.ts'
import type { DeliveryContext } from '../../../server/worker/deliveries/deliver.ts'
import { receiveProcessorNotification } from '../../../server/api/processor-notifications.ts'
import { referenceOf } from '../../../server/keys/reference.ts'
import { createSimulatedProcessor } from '../../../sandbox/simulator/simulated-processor.ts'
import type { Witnesses } from '../../oracle/books.ts'
import { seededBytes } from '../../testing/seeded-bytes.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { createDice, type Dice } from '../shared/dice.ts'
import type { Break } from '../matrix/points.ts'
import { createFaults, steerFaults } from './faults.ts'
import { gateDatabase } from './gated-database.ts'
import { createReceivers, gateProcessor } from './gated-network.ts'
import { createScheduler, type Faults, type Scheduler } from './scheduler.ts'
import { openMerchants, type StageMerchant } from './open-merchants.ts'
import { SOUND, type Plant } from './plant.ts'
import { API_URL, SIMULATOR, type World } from './world.ts'

/** The product in one schedule: its own code over real PostgreSQL, with every collaborator driven by the dice. */
export interface Stage {
  dice: Dice
  scheduler: Scheduler
  clock: TestClock
  context: ServiceContext
  deliveries: DeliveryContext
  plant: Plant
  world: World
  merchants: StageMerchant[]
  checkoutKey: string
  witnesses: Witnesses
  fetch: (request: Request) => Promise<Response>
  /** Requests to the processor that are still on their way. */
  late: (() => Promise<unknown>)[]
  /** Whether all receivers are unreachable, or all respond 410 Gone. */
  receivers: { areDown: boolean; areGone: boolean }
  /** From now on exactly these faults occur, in this order; random ones return after the last. */
  follow(breaks: readonly Break[]): void
  /** Replaces a crashed process: its memory is lost. */
  restart(): void
  heal(): void
}

const START = new Date('2026-11-20T15:00:00.000Z')
/** Errors that injected faults explain. */
const PLANNED = ['DatabaseUnavailable', 'CommitOutcomeUnknown', 'ProcessorSilent']
const LEVEL_ERROR = 50

/** Parameters of a schedule that the dice do not draw. */
export interface Given {
  plant?: Plant
  faults?: Faults
  /** The processor's behaviour towards the product. */
  behaviour?: (fetch: Fetch, late: Stage['late']) => Fetch
  /** Receivers accept every delivery from the start. */
  receiversAreWell?: boolean
}

export async function openStage(
  world: World,
  seed: number,
  { plant = SOUND, faults, behaviour = (fetch) => fetch, receiversAreWell = false }: Given = {},
): Promise<Stage> {
  const { activity } = world
  const dice = createDice(seed)
  const random = seededBytes(`schedule ${seed}`)
  const clock = createTestClock(START)
  const witnesses: Witnesses = { exchanges: [], received: [], paidLate: [], complaints: [] }
  const late: Stage['late'] = []
  let isHealed = receiversAreWell
  const receivers: Stage['receivers'] = { areDown: false, areGone: false }
  const steered = steerFaults(faults ?? plant.focus?.faults(dice) ?? createFaults(dice))
  const scheduler = createScheduler({
    dice,
    faults: steered.faults,
    activity,
    lockWaits: () => world.lockWaits(),
  })
  const database = plant.database(gateDatabase(world.database, scheduler, activity), scheduler)
  const processor = createSimulatedProcessor({
    ...SIMULATOR,
    fetch: gateProcessor(behaviour(world.simulator.fetch, late), scheduler, activity, late),
    clock: () => clock.now(),
  })
  const log = pino(
    { level: 'error' },
    { write: (line: string) => void (isComplaint(line) && witnesses.complaints.push(line)) },
  )
  const keys = deriveMasterKeys(random(32))
  const addressees: StageMerchant[] = []
  const sender = createReceivers(dice, scheduler, {
    received: witnesses.received,
    merchantAt: (url) => addressees.find(({ callbackUrl }) => callbackUrl === url)?.id ?? url,
    isHealed: () => isHealed,
    areDown: () => receivers.areDown,
    areGone: () => receivers.areGone,
  })
  const { context, deliveries } = composeService({
    environment: 'sandbox',
    checkoutUrl: 'http://checkout.test',
    database,
    processor: plant.processor(processor, random),
    keys,
    clock: () => clock.now(),
    nowMs: () => clock.now().getTime(),
    random,
    log,
    metrics: world.metrics,
    cardDeclinesPerSession: 0,
    retentionDays: 0,
    watch: world.watch,
    cardTestingAlarm: { settled: () => {} },
    images: { read: async () => undefined },
    outgoing: { allowLoopback: false },
    sender: plant.sender(sender),
    referenceOf: async (sessionId) => referenceOf(keys.reference, sessionId),
  })
  const startApi = () =>
    createApi(context, {
      apiUrl: API_URL,
      metrics: world.metrics,
      requestsPerSecond: 1_000_000,
    })
  let api = startApi()
  Object.assign(world.present, {
    clock: () => clock.now(),
    random,
    async notify(request: Request) {
      const fate = await scheduler.turn('notification', '')
      if (fate === 'lost before') return new Response(null, { status: 503 })
      const copy = request.clone()
      const response = await receiveProcessorNotification(context, request)
      if (fate === 'twice') return receiveProcessorNotification(context, copy)
      return fate === 'lost after' ? new Response(null, { status: 504 }) : response
    },
  })

  const operator = { database: world.database, keys, clock: () => clock.now(), random }
  const { merchants, checkoutKey } = await openMerchants(operator, dice)
  addressees.push(...merchants)
  return {
    dice,
    scheduler,
    clock,
    context,
    deliveries,
    plant,
    world,
    merchants,
    checkoutKey,
    witnesses,
    fetch: async (request) => api.fetch(request),
    late,
    receivers,
    follow: steered.follow,
    restart() {
      api = startApi()
    },
    heal() {
      isHealed = true
      scheduler.heal()
    },
  }
}

export function request(method: string, path: string, init: RequestInit = {}): Request {
  return new Request(API_URL + path, { ...init, method })
}

function isComplaint(line: string): boolean {
  const { level, err } = JSON.parse(line) as { level: number; err?: { type?: string } }
  return level >= LEVEL_ERROR && !PLANNED.includes(err?.type ?? '')
}
