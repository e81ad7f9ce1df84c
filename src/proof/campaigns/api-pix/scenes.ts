import {
  act,
  payLate,
  paymentsOf,
  refundRequest,
  refundTwice,
  simulate,
  simulateLast,
} from '../simulation/actions.ts'
import { turns } from '../simulation/background.ts'
import { BEGINNINGS } from '../simulation/beginnings.ts'
import { ask } from '../simulation/client.ts'
import type { Purchase } from '../simulation/purchase.ts'
import { calmly, expire, pay, type Scene } from '../simulation/rare-scenes.ts'
import { settle } from '../simulation/settle.ts'
import { paySurplus } from '../simulation/scripted-beginnings.ts'
import type { Stage } from '../simulation/stage.ts'

const POLL_MS = 6000
const POLLS = 4
const HOURS_MS = 19_000_000
const PIX = { method: 'pix' }

/** The usual scenes, and those in which a bank's bad days show. */
export const BANK_BEGINNINGS: readonly (readonly [weight: number, scene: Scene])[] = [
  ...BEGINNINGS,
  [14, payAtBank],
  [14, calmly(payAtBank)],
  [10, calmly(refundAtBank)],
  [10, calmly(stayPaidAtBank)],
  [8, calmly(paySurplus)],
  [8, calmly(believeStrangers)],
  [6, calmly(payAfterExpiry)],
  [4, calmly(payThroughOutage)],
  [4, calmly(loseCharge)],
  [8, calmly(payAgain)],
  [6, payAgain],
  [14, calmly(payTwice)],
  [6, payTwice],
]

/** A Pix that is paid, and whose webhook comes. */
export async function payAtBank(stage: Stage, purchase: Purchase): Promise<void> {
  await pay(stage, purchase, PIX)
  await settle(stage, [simulateLast(stage, purchase, 'pay')])
  await turns(stage, 'the processor works', 'resolve')
}

/** Two refunds whose outcomes the workers await for a while. */
async function refundAtBank(stage: Stage, purchase: Purchase): Promise<void> {
  await payAtBank(stage, purchase)
  await settle(stage, [ask(stage, refundRequest(purchase, { amount: 1 }))])
  for (let count = 0; count < POLLS; count++) {
    stage.clock.advance(POLL_MS)
    await turns(stage, 'the processor works', 'finish refunds')
  }
  await settle(stage, [ask(stage, refundRequest(purchase, {}))])
}

/** Hours pass after a Pix was paid. */
async function stayPaidAtBank(stage: Stage, purchase: Purchase): Promise<void> {
  await payAtBank(stage, purchase)
  stage.clock.advance(HOURS_MS)
  await turns(stage, 'the processor works', 'the processor works')
  if (stage.dice.chance(0.5)) await settle(stage, [refundTwice(stage, purchase)])
}

/** Webhooks about the money of another customer: with the txid of an unpaid Pix, and with an unknown txid. */
export async function believeStrangers(stage: Stage, purchase: Purchase): Promise<void> {
  await pay(stage, purchase, PIX)
  await settle(stage, [simulateLast(stage, purchase, 'unknown txid')])
  await settle(stage, [simulateLast(stage, purchase, 'stranger')])
  await turns(stage, 'the processor works')
}

/** The bank gives no token while a Pix is paid; soon after it does. */
export async function payThroughOutage(stage: Stage, purchase: Purchase): Promise<void> {
  await pay(stage, purchase, PIX)
  await settle(stage, [simulateLast(stage, purchase, 'outage')])
  await settle(stage, [simulateLast(stage, purchase, 'pay')])
  await turns(stage, 'the processor works')
}

async function payAfterExpiry(stage: Stage, purchase: Purchase): Promise<void> {
  await pay(stage, purchase, PIX)
  await expire(stage)
  await settle(stage, [payLate(stage, purchase)])
  await turns(stage, 'the processor works')
}

/** A code that is paid once more, often after its payment was booked; some merchants refund the session meanwhile. */
async function payAgain(stage: Stage, purchase: Purchase): Promise<void> {
  await payAtBank(stage, purchase)
  if (stage.dice.chance(0.3)) await settle(stage, [ask(stage, refundRequest(purchase, {}))])
  stage.clock.advance(POLL_MS)
  await payOnceMore(stage, purchase)
  await turns(stage, 'the processor works', 'finish refunds')
  if (stage.dice.chance(0.3)) await payOnceMore(stage, purchase)
}

/** Two banks pay the same code. A sum that an operator accepts is refunded whole, or in parts of other sizes than the Pix. */
async function payTwice(stage: Stage, purchase: Purchase): Promise<void> {
  await pay(stage, purchase, PIX)
  await settle(stage, [simulateLast(stage, purchase, 'pay_twice')])
  await turns(stage, 'the processor works', 'resolve', 'decide mismatches')
  if (stage.dice.chance(0.3))
    await settle(stage, [ask(stage, refundRequest(purchase, { amount: 1 }))])
  await settle(stage, [ask(stage, refundRequest(purchase, {}))])
  // Refuses the first part of a refund that is larger than each Pix.
  if (stage.dice.chance(0.5)) await settle(stage, [simulateLast(stage, purchase, 'refuse_return')])
  for (let count = 0; count < POLLS; count++) {
    stage.clock.advance(POLL_MS)
    await turns(stage, 'the processor works', 'finish refunds')
  }
}

async function payOnceMore(stage: Stage, purchase: Purchase): Promise<void> {
  const [first] = await paymentsOf(stage, purchase, "method = 'pix'")
  if (first === undefined) return
  stage.witnesses.paidLate.push(first)
  await settle(stage, [simulate(stage, first, 'pay_again')])
}

async function loseCharge(stage: Stage, purchase: Purchase): Promise<void> {
  await pay(stage, purchase, PIX)
  await settle(stage, [simulateLast(stage, purchase, 'decline')])
  await turns(stage, 'resolve')
}

const AT_BANK = ['pay', 'pay', 'pay', 'pay_again', 'decline', 'stranger', 'unknown txid'] as const
const AT_BANK_SHARE = 0.35

/**
 * One random action on a session, often at the bank. It draws before it awaits: draws during queries would come in the arbitrary
 * order in which the queries end.
 */
export async function actAtBank(stage: Stage, purchase: Purchase): Promise<unknown> {
  const { dice } = stage
  if (!dice.chance(AT_BANK_SHARE)) return act(stage, purchase)
  const outcome = dice.pick(AT_BANK)
  const [first] = await paymentsOf(stage, purchase, "method = 'pix'")
  if (first === undefined) return purchase.id === undefined ? undefined : pay(stage, purchase, PIX)
  if (outcome === 'pay_again') stage.witnesses.paidLate.push(first)
  return simulate(stage, first, outcome)
}
