import { createHash } from 'node:crypto'
import type { Books } from '../../oracle/books.ts'
import { judge } from '../../oracle/judge.ts'
import type { Violation } from '../../oracle/violation.ts'
import { metAtAdyen, metAtBank, sightingsOf, type Sighting } from '../coverage/sightings.ts'
import { actAtAdyen, ADYEN_BEGINNINGS } from '../adyen/scenes.ts'
import { actAtBank, BANK_BEGINNINGS, payAtBank } from '../api-pix/scenes.ts'
import { act } from './actions.ts'
import { BACKGROUND_NAMES, takeTurn } from './background.ts'
import { BEGINNINGS } from './beginnings.ts'
import { comeToRest } from './come-to-rest.ts'
import { create, planPurchase, type Purchase } from './purchase.ts'
import { payByCard } from './rare-scenes.ts'
import { deliverLate, settle } from './settle.ts'
import { SCRIPTED_BEGINNINGS } from './scripted-beginnings.ts'
import { stageBooks } from './stage-books.ts'
import { openStage, type Given } from './open-stage.ts'
import { SOUND, type Plant } from './plant.ts'
import { withTrackedCrypto } from './track-crypto.ts'
import type { World } from './world.ts'

export interface ScheduleResult {
  seed: number
  /** Hash of every step in its order, and of all books at the end: equal for equal seeds. */
  hash: string
  steps: number
  violations: Violation[]
  /** Rare events that it reached. */
  sightings: Sighting[]
  trace: string[]
}

const PURCHASES_MAX = 3
const ROUNDS_MIN = 2
const ROUNDS_MAX = 7
const AT_ONCE_MAX = 4
const PAID_SHARE = 0.3
const BEGINNING_SHARE = 0.8
const PASSING_MS = [1, 1, 1000, 6000, 16_000, 31_000, 61_000, 600_000, 1_800_000]

/** The simulator always refuses some refunds: a later schedule must not go on with them. */
const FORGET_DEBTS = `update payments set next_refund_at = 'infinity' where next_refund_at is not null`

/** Runs the schedule of a seed, lets everything come to rest, and asks the oracle. */
export function runSchedule(
  world: World,
  seed: number,
  {
    plant = SOUND,
    unkindnesses = plant.unkindnesses,
    badDays = plant.badDays,
    adyenDays = plant.adyenDays,
  }: Pick<Given, 'plant' | 'unkindnesses' | 'badDays' | 'adyenDays'> = {},
): Promise<ScheduleResult> {
  return withTrackedCrypto(world.activity, () =>
    play(world, seed, { plant, unkindnesses, badDays, adyenDays }),
  )
}

async function play(
  world: World,
  seed: number,
  given: Processors & { plant: Plant },
): Promise<ScheduleResult> {
  const stage = await openStage(world, seed, given)
  const { plant, badDays, adyenDays } = given
  const beginnings = beginningsOf(given)
  const actOn = actionsOf(given)
  const { dice, clock, scheduler } = stage
  const purchases: Purchase[] = []
  for (let count = 1 + dice.below(PURCHASES_MAX); count > 0; count--)
    purchases.push(planPurchase(stage, purchases))
  for (const purchase of purchases) {
    await settle(stage, [create(stage, purchase)])
    if (plant.focus !== undefined) {
      if (purchase.id !== undefined) await plant.focus.begin(stage, purchase)
      continue
    }
    // Many faults need a paid session, so many schedules begin with one.
    const isPaid = dice.chance(PAID_SHARE) && purchase.id !== undefined
    if (isPaid && badDays !== undefined) await payAtBank(stage, purchase)
    else if (isPaid) await payByCard(stage, purchase, 'approved')
    else if (dice.chance(BEGINNING_SHARE) && purchase.id !== undefined)
      await dice.weigh(beginnings)(stage, purchase)
  }
  for (let rounds = ROUNDS_MIN + dice.below(ROUNDS_MAX - ROUNDS_MIN); rounds > 0; rounds--) {
    const atOnce = Array.from({ length: 1 + dice.below(AT_ONCE_MAX) }, () =>
      dice.chance(0.6)
        ? actOn(stage, dice.pick(purchases))
        : takeTurn(stage, dice.pick(BACKGROUND_NAMES)),
    )
    await settle(stage, atOnce)
    clock.advance(dice.pick(PASSING_MS))
    scheduler.nextRound()
    if (dice.chance(0.3)) await deliverLate(stage)
  }
  await comeToRest(stage, purchases)

  const books = await stageBooks(stage)
  await world.observe(FORGET_DEBTS, [])
  return {
    seed,
    hash: hashOf(scheduler.trace, books),
    steps: scheduler.trace.length,
    violations: judge(books),
    sightings: [
      ...sightingsOf(books, scheduler.steps),
      ...(badDays ? metAtBank(stage.network.met()) : []),
      ...(adyenDays ? metAtAdyen(stage.network.met()) : []),
    ],
    trace: scheduler.trace,
  }
}

type Processors = Pick<Given, 'unkindnesses' | 'badDays' | 'adyenDays'>

function actionsOf({ badDays, adyenDays }: Processors) {
  if (badDays !== undefined) return actAtBank
  return adyenDays === undefined ? act : actAtAdyen
}

function beginningsOf({ unkindnesses, badDays, adyenDays }: Processors) {
  if (badDays !== undefined) return BANK_BEGINNINGS
  if (adyenDays !== undefined) return ADYEN_BEGINNINGS
  return unkindnesses === undefined ? BEGINNINGS : SCRIPTED_BEGINNINGS
}

/** Hash of the trace and the books, without what depends on earlier schedules. */
function hashOf(trace: readonly string[], books: Books): string {
  const { processor, exchanges, ...others } = books
  const ledger = processor.ledger.map(({ paymentId, kind }) => [paymentId, kind])
  const answers = exchanges.map(({ route, status }) => [route, status])
  return createHash('sha256')
    .update(trace.join('\n'))
    .update(JSON.stringify({ ...others, ledger, answers }))
    .digest('hex')
}
