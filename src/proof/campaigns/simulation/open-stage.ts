import type { Fetch } from '#contract/fetch.ts'
import { evidencePdf } from '#page/evidence-pdf/evidence-pdf.ts'
import { pino } from 'pino'
import { createApi } from '#server/api/api.ts'
import { composeService } from '#server/compose.ts'
import { timeOutCalls } from '#server/processors/time-out-calls.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import { createProcessors } from '#server/processors/processors.ts'
import { createReceiveNotification } from '#server/api/processor-notifications.ts'
import { referenceOf } from '#server/service/keys/reference.ts'
import type { CaptureCallRow, Witnesses } from '../../oracle/books.ts'
import { seededBytes } from '../../testing/seeded-bytes.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { adyenNetwork } from '../adyen/adyen-network.ts'
import { bankNetwork } from '../api-pix/bank-network.ts'
import { BANK_ACCOUNT } from '../../testing/api-pix/at-bank.ts'
import { createDice } from '../shared/dice.ts'
import { createFaults, steerFaults } from './faults.ts'
import { gateDatabase } from './gated-database.ts'
import { createReceivers, gateProcessor } from './gated-network.ts'
import { createScheduler, type Faults } from './scheduler.ts'
import type { Unkindness } from '../scripted/unkindness.ts'
import { watchAsking, watchCaptures } from './watch-asking.ts'
import { scriptedNetwork } from './scripted-network.ts'
import { simulatedNetwork } from './simulated-network.ts'
import { openMerchants, type StageMerchant } from './open-merchants.ts'
import { SOUND, type Plant } from './plant.ts'
import type { Stage } from './stage.ts'
import { API_URL, type World } from './world.ts'

const START = new Date('2026-11-20T15:00:00.000Z')
/** Errors that injected faults explain. */
const PLANNED = [
  'DatabaseUnavailable',
  'CommitOutcomeUnknown',
  'ProcessorSilent',
  'ProcessorNotAsked',
  'ResponseError',
]
const TIMEOUT_MS = 10_000
/** An alarm of the product, which the scripted processor sets off. */
const OTHER_AMOUNT = 'the processor took another amount than was asked'
const LEVEL_ERROR = 50
/** Processors and strangers send their webhooks from one address. */
const PROCESSORS_CLIENT = { address: '189.6.0.1' }
const COMMITTED =
  'select status, intent, capture_minor::float8 as "captureMinor" from payments where id = $1'
const AT_MOMENT = 'select status, created_at as "createdAt" from payments where id = $1'

type Committed = NonNullable<CaptureCallRow['committed']>

/** Parameters of a schedule that the dice do not draw. */
export interface Given {
  plant?: Plant
  faults?: Faults
  /** The processor's behaviour towards the product. */
  behaviour?: (fetch: Fetch, late: Stage['late']) => Fetch
  /** Uses the scripted processor with these unkindnesses, in place of the simulator. */
  unkindnesses?: readonly Unkindness[] | undefined
  /** Pix go to a bank of API Pix with these bad days. */
  badDays?: readonly string[] | undefined
  /** Cards go to a fake Adyen with these bad days. */
  adyenDays?: readonly string[] | undefined
  /** Receivers accept every delivery from the start. */
  receiversAreWell?: boolean
}

export async function openStage(
  world: World,
  seed: number,
  {
    plant = SOUND,
    faults,
    behaviour = (fetch) => fetch,
    unkindnesses: allowed,
    badDays,
    adyenDays,
    receiversAreWell = false,
  }: Given = {},
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
  async function notify(request: Request): Promise<Response> {
    const fate = await scheduler.turn('notification', '')
    if (fate === 'lost before') return new Response(null, { status: 503 })
    const copy = request.clone()
    const response = await receive(request)
    if (fate === 'twice') return receive(copy)
    return fate === 'lost after' ? new Response(null, { status: 504 }) : response
  }
  const onCapturedLate = (paymentId: string) => void witnesses.paidLate.push(paymentId)
  const around = { seed, clock, scheduler, notify }
  const network =
    badDays !== undefined
      ? bankNetwork(world, { ...around, allowed: badDays, random })
      : adyenDays !== undefined
        ? adyenNetwork(world, { ...around, allowed: adyenDays, random })
        : allowed === undefined
          ? simulatedNetwork(world, clock)
          : scriptedNetwork(world, { ...around, allowed, onCapturedLate })
  const line = gateProcessor(
    behaviour(network.fetch, late),
    scheduler,
    network.waitsForTurns ? { track: (call) => call } : activity,
    late,
  )
  const captures = [
    network.adapter(line),
    ...(network.second ? [network.second.adapter(line)] : []),
  ].map((adapter) =>
    watchCaptures(adapter, {
      nowMs: () => clock.now().getTime(),
      committed: async (id) => (await world.observe<Committed>(COMMITTED, [id]))[0] ?? null,
    }),
  )
  const planted = captures.map(({ processor: adapter }) => plant.processor(adapter, random))
  const bounded = planted.map((processor) =>
    timeOutCalls(processor, { timeoutMs: TIMEOUT_MS, timer: plant.timer(network.timer) }),
  )
  const watched = watchAsking(bounded, {
    work: () => scheduler.task()?.number,
    async describe(id) {
      const [row] = await world.observe<{ status: string; createdAt: Date }>(AT_MOMENT, [id])
      if (row === undefined) return undefined
      return { status: row.status, ageMs: clock.now().getTime() - row.createdAt.getTime() }
    },
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
  const asked = network.books() === undefined ? planted : watched.processors
  const [processor] = asked
  if (processor === undefined) throw new Error('there is no processor')
  const { context: composed, deliveries } = composeService({
    environment: 'sandbox',
    checkoutUrl: 'http://checkout.test',
    database,
    processor,
    ...(network.second && {
      processors: createProcessors(asked, {
        card: processor.name,
        boleto: processor.name,
        pix: processor.name,
        [network.second.method]: network.second.name,
      }),
    }),
    keys,
    clock: () => clock.now(),
    nowMs: () => clock.now().getTime(),
    random,
    evidencePdf,
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
  const context = plant.context(composed)
  const startApi = () =>
    createApi(context, {
      apiUrl: API_URL,
      metrics: world.metrics,
      requestsPerSecond: 1_000_000,
    })
  let api = startApi()
  const receiveNotification = createReceiveNotification(context, {
    // The same judgement as the mutual TLS listener's about every request of the bank.
    certificateRule: { judge: (name) => (name === BANK_ACCOUNT ? 'certified' : 'not_asked') },
  })
  const receive = plant.notifications(
    (request) => receiveNotification(request, PROCESSORS_CLIENT),
    context,
  )
  Object.assign(world.present, {
    clock: () => clock.now(),
    random,
    notify,
  })

  const operator = { database: world.database, keys, clock: () => clock.now(), random }
  const { merchants, checkoutKey } = await openMerchants(operator, dice)
  addressees.push(...merchants)
  await network.open?.()
  const stage: Stage = {
    dice,
    scheduler,
    clock,
    context,
    deliveries: { ...deliveries, gather: () => scheduler.turn('timer', 'gather results') },
    plantWork: () => plant.work(stage),
    world,
    network,
    watched,
    captureCalls: () => captures.flatMap(({ calls }) => calls),
    merchants,
    checkoutKey,
    witnesses,
    fetch: async (request) => api.fetch(await plant.request(request, context)),
    late,
    receivers,
    follow: steered.follow,
    restart() {
      api = startApi()
    },
    heal() {
      isHealed = true
      network.heal?.()
      scheduler.heal()
    },
  }
  return stage
}

interface Logged {
  level: number
  msg: string
  err?: { type?: string }
}

function isComplaint(line: string): boolean {
  const { level, msg, err } = JSON.parse(line) as Logged
  return level >= LEVEL_ERROR && !PLANNED.includes(err?.type ?? '') && msg !== OTHER_AMOUNT
}
