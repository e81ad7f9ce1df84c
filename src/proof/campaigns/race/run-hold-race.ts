import type { ExchangeRow } from '../../oracle/books.ts'
import type { Violation } from '../../oracle/violation.ts'
import { comeToRest } from '../crash/come-to-rest.ts'
import { createSession, requestPayment, type Ordered } from '../crash/purchase.ts'
import { judgeStage } from '../crash/run-batch.ts'
import type { CrashStage } from '../crash/stage.ts'
import { createDice, type Dice } from '../shared/dice.ts'
import { hold } from './pay-at-once.ts'

/** What became of holds about which many requests came at the same moment. */
/** Neither the limit of calls at once nor that of a wait for the database, which a busy machine exceeds, is under test. */
export const UNLIMITED = { CALLS_AT_ONCE: '1000000', DATABASE_TIMEOUT_MS: '60000' }

export interface HoldRaceResult {
  /** Count by act and status, with the problem code of a refusal. */
  answers: Record<string, number>
  violations: Violation[]
}

interface Act {
  name: 'capture' | 'void' | 'refunds' | 'cancel' | 'expire'
  path: string
  body: object
  key: string
}

const PART = 990
/** How the simulator's payers hold, most of them without trouble. */
const PAYERS = ['maria', 'maria', 'capture_silent', 'void_silent', 'capture_fails']
/** The end of a hold comes from the network, or by the worker, which finds the time over. */
const ENDS = ['network', 'worker', 'never'] as const
const END_HOLD = `update payments set capture_before = now() where session_id = $1 and status = 'authorized'`
/** All requests were answered, and no process was killed: a worker's call at most is under way. */
const CALLS_MS = 1000
const ACTS = ['capture', 'capture', 'capture', 'void', 'void', 'refunds', 'cancel'] as const
/** What an act is told once the hold is decided, or while it is being decided. */
const REFUSED = [
  '409 already_paid',
  '409 nothing_authorized',
  '409 capture_in_progress',
  '409 void_in_progress',
  '409 idempotency_in_progress',
  '409 not_paid',
  '409 payment_in_progress',
  '409 session_not_open',
  '409 session_canceled',
  '409 session_expired',
  '409 not_possible',
  '409 refund_exceeds_payment',
  '422 refund_exceeds_payment',
]

/**
 * Captures, releases, refunds and ends some holds, each by `atOnce` requests at the same moment at both processes, lets
 * everything come to rest, and asks the oracle. The holds are of one time: a silent processor keeps one waiting for seconds.
 */
export async function runHoldRaces(
  stage: CrashStage,
  seeds: readonly number[],
  atOnce: number,
): Promise<HoldRaceResult> {
  const answered = await Promise.all(seeds.map((seed) => raceOne(stage, seed, atOnce)))
  const answers: Record<string, number> = {}
  for (const answer of answered.flat()) answers[answer] = (answers[answer] ?? 0) + 1
  await comeToRest(stage, createDice(seeds[0] ?? 0), CALLS_MS)
  return { answers, violations: await judgeStage(stage) }
}

/** Whether each request had the result of its act, or a refusal that says why not. */
export function isAnsweredWell({ answers }: Pick<HoldRaceResult, 'answers'>): boolean {
  return Object.keys(answers).every((answer) => {
    const [, ...said] = answer.split(' ')
    return /^20[01]$/.test(said.join(' ')) || REFUSED.includes(said.join(' '))
  })
}

async function raceOne(stage: CrashStage, seed: number, atOnce: number): Promise<string[]> {
  const dice = createDice(seed)
  const name = `hold-${seed}`
  const customer = { email: `${dice.pick(PAYERS)}@example.com` }
  const ordered = await createSession(stage, dice, name, { customer, captureMethod: 'manual' })
  if (ordered === undefined) throw new Error('the session was not created')
  await requestPayment(stage, dice, ordered, { way: 'approved', key: 'payment-1' })
  const end = dice.pick(ENDS)
  const acts = Array.from({ length: atOnce }, (_, number) => drawAct(dice, ordered, name, number))
  if (end === 'network') acts[0] = expiry(ordered)
  const held = await Promise.all(acts.map((act, number) => holdBack(stage, ordered, act, number)))
  const ended = end === 'worker' ? stage.observer.query(END_HOLD, [ordered.id]) : undefined
  const [answered] = await Promise.all([Promise.all(held.map((release) => release())), ended])
  return answered
}

/** A third of the captures and releases reuse a key: with it comes the same body. */
function drawAct(dice: Dice, { id }: Ordered, race: string, number: number): Act {
  const name = dice.pick(ACTS)
  const key = dice.chance(1 / 3) ? 'same' : `${name}-${number}`
  const isPart = key !== 'same' && dice.chance(0.5)
  const bodies = {
    capture: isPart ? { amount: PART } : {},
    void: {},
    cancel: {},
    refunds: { reason: key === 'same' ? `refund of ${race}` : `refund of ${race} ${number}` },
  }
  return { name, path: `/v1/sessions/${id}/${name}`, key, body: bodies[name] }
}

function expiry({ id }: Ordered): Act {
  const body = { outcome: 'authorization_expired' }
  return { name: 'expire', path: `/v1/sandbox/sessions/${id}/simulate`, key: 'expire', body }
}

/** Sends all but the last byte; what is returned sends it, and resolves to what was answered. */
async function holdBack(
  { processes, merchant, witnesses }: CrashStage,
  { id: sessionId }: Ordered,
  { name, path, body, key }: Act,
  number: number,
): Promise<() => Promise<string>> {
  const sent = JSON.stringify(body)
  const route = `POST ${path}`
  const url = `${processes[number % processes.length]?.apiUrl}${path}`
  const headers = {
    'x-api-key': merchant.apiKey,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const held = await hold(url, headers, sent)
  return async () => {
    const exchange: ExchangeRow = {
      merchantId: merchant.id,
      sessionId,
      route,
      key,
      sent,
      status: null,
      answer: null,
      atMs: Date.now(),
    }
    // The simulated network is no act of the merchant.
    if (name !== 'expire') witnesses.exchanges.push(exchange)
    const { status, answer } = await held.release()
    Object.assign(exchange, { status, answer })
    const { code } = JSON.parse(answer) as { code?: string }
    return `${name} ${code === undefined ? status : `${status} ${code}`}`
  }
}
