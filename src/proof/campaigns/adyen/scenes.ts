import {
  act,
  comeBack,
  paymentsOf,
  refundRequest,
  simulate,
  simulateLast,
} from '../simulation/actions.ts'
import { turns } from '../simulation/background.ts'
import { BEGINNINGS } from '../simulation/beginnings.ts'
import { ask } from '../simulation/client.ts'
import type { Purchase } from '../simulation/purchase.ts'
import { calmly, payByCard, type Scene } from '../simulation/rare-scenes.ts'
import { settle } from '../simulation/settle.ts'
import type { Stage } from '../simulation/stage.ts'

const TOLD_MS = 3000
const POLL_MS = 6000
const POLLS = 4
const DAYS_MS = 3 * 86_400_000

/** The usual scenes, and those in which what Adyen does later shows. */
export const ADYEN_BEGINNINGS: readonly (readonly [weight: number, scene: Scene])[] = [
  ...BEGINNINGS,
  [12, payAtAdyen],
  [10, calmly(payAtAdyen)],
  [12, calmly(passChallenge)],
  [6, passChallenge],
  [4, calmly(failChallenge)],
  [10, calmly(refundAtAdyen)],
  [8, calmly(loseMoney)],
  [6, calmly(loseRefund)],
  [8, calmly(hearStrangers)],
  [4, hearStrangers],
]

/** A card whose outcomes are told. */
async function payAtAdyen(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, stage.dice.chance(0.2) ? 'processed' : 'approved')
  await hear(stage)
}

/** The shopper passes a challenge, and the browser comes back with its result, now and then twice. */
async function passChallenge(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, 'challenged')
  await settle(stage, [simulateLast(stage, purchase, 'pass_challenge')])
  await settle(stage, [comeBack(stage, purchase)])
  if (stage.dice.chance(0.3)) await settle(stage, [comeBack(stage, purchase)])
  await hear(stage)
}

async function failChallenge(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, 'challenged')
  await settle(stage, [simulateLast(stage, purchase, 'fail_challenge')])
  await settle(stage, [comeBack(stage, purchase)])
}

async function refundAtAdyen(stage: Stage, purchase: Purchase): Promise<void> {
  await payAtAdyen(stage, purchase)
  await settle(stage, [ask(stage, refundRequest(purchase, { amount: 1 }))])
  await waitForRefunds(stage)
  if (stage.dice.chance(0.3))
    await settle(stage, [simulateLast(stage, purchase, 'refund_elsewhere')])
  await settle(stage, [ask(stage, refundRequest(purchase, {}))])
}

/** The network takes a capture back, or the shopper disputes it. */
async function loseMoney(stage: Stage, purchase: Purchase): Promise<void> {
  await payAtAdyen(stage, purchase)
  const isDisputed = stage.dice.chance(0.6)
  await settle(stage, [simulateLast(stage, purchase, isDisputed ? 'chargeback' : 'capture_fails')])
  stage.clock.advance(DAYS_MS)
  await hear(stage)
  if (!isDisputed) return
  await settle(stage, [simulateLast(stage, purchase, 'chargeback_reversed')])
  await hear(stage)
}

/** The money of a refund comes back. */
async function loseRefund(stage: Stage, purchase: Purchase): Promise<void> {
  await payAtAdyen(stage, purchase)
  await settle(stage, [ask(stage, refundRequest(purchase, {}))])
  await waitForRefunds(stage)
  await settle(stage, [simulateLast(stage, purchase, 'return_refund')])
  await hear(stage)
}

/** Strangers tell of a payment before Adyen does, and after it. */
export async function hearStrangers(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, stage.dice.chance(0.5) ? 'approved' : 'challenged')
  for (let count = 0; count < 2; count++) {
    await settle(stage, [simulateLast(stage, purchase, 'stranger')])
    await hear(stage)
  }
}

async function waitForRefunds(stage: Stage): Promise<void> {
  for (let count = 0; count < POLLS; count++) {
    stage.clock.advance(POLL_MS)
    await turns(stage, 'the processor works', 'finish refunds')
  }
}

/** Adyen processes what it acknowledged, and tells it. */
async function hear(stage: Stage): Promise<void> {
  stage.clock.advance(TOLD_MS)
  await turns(stage, 'the processor works', 'resolve')
}

const AT_ADYEN = [
  'pass_challenge',
  'pass_challenge',
  'fail_challenge',
  'chargeback',
  'chargeback_reversed',
  'capture_fails',
  'return_refund',
  'refund_elsewhere',
  'stranger',
] as const
const AT_ADYEN_SHARE = 0.25

/** One random action on a session, now and then at Adyen. It draws before it awaits, as `actAtBank` does. */
export async function actAtAdyen(stage: Stage, purchase: Purchase): Promise<unknown> {
  const { dice } = stage
  if (!dice.chance(AT_ADYEN_SHARE)) return act(stage, purchase)
  const outcome = dice.pick(AT_ADYEN)
  const [last] = (await paymentsOf(stage, purchase, "method = 'card'")).toReversed()
  if (last === undefined) return purchase.id && payByCard(stage, purchase, 'approved')
  await simulate(stage, last, outcome)
  return outcome.endsWith('challenge') ? comeBack(stage, purchase) : undefined
}
