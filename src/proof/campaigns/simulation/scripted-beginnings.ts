import { comeBack, paymentRequest, payLate, paymentsOf, refundRequest } from './actions.ts'
import { turns } from './background.ts'
import { BEGINNINGS } from './beginnings.ts'
import { ask } from './client.ts'
import { repeatRefundWithoutKey, stealEnvelope } from './hostile-scenes.ts'
import { anotherPurchase, cardBody, create, type Purchase } from './purchase.ts'
import { calmly, pay, payByCard, type Scene } from './rare-scenes.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'

const ORDERS = 12
/** Orders of these scenes are numbered from here on. */
const FIRST_NUMBER = 100
const LOOKS = 8
const DAY_TURNS = 10
const POLL_MS = 6000
const HOURS_MS = 7_300_000

/** The usual scenes, and those in which a processor's unkindness shows. */
export const SCRIPTED_BEGINNINGS: readonly (readonly [weight: number, scene: Scene])[] = [
  ...BEGINNINGS,
  [12, calmly(waitForRefund)],
  [12, calmly(paySurplus)],
  [12, calmly(stayPaid)],
  [4, calmly(payManyOrders)],
  [8, calmly(lookAgainAndAgain)],
  [3, calmly(stealEnvelope)],
  [3, calmly(repeatRefundWithoutKey)],
]

/** A refund whose outcome the workers await for a while. */
export async function waitForRefund(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, 'approved')
  await settle(stage, [ask(stage, refundRequest(purchase, {}))])
  for (let count = 0; count < DAY_TURNS; count++) {
    stage.clock.advance(POLL_MS)
    await turns(stage, 'finish refunds')
  }
}

/** A Pix is given up for a card, and paid after all. */
export async function paySurplus(stage: Stage, purchase: Purchase): Promise<void> {
  await pay(stage, purchase, { method: 'pix' })
  const replacePaymentId = (await paymentsOf(stage, purchase)).at(-1)
  const card = cardBody(stage, 'approved')
  await pay(stage, purchase, { ...card, ...(replacePaymentId && { replacePaymentId }) })
  await settle(stage, [payLate(stage, purchase)])
  await turns(stage, 'the processor works', 'finish refunds')
}

/** Hours pass after a success. */
export async function stayPaid(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, 'approved')
  stage.clock.advance(HOURS_MS)
  await turns(stage, 'the processor works', 'the processor works')
}

/** Many shoppers of one merchant pay within a few seconds. */
export async function payManyOrders(stage: Stage, purchase: Purchase): Promise<void> {
  const number = FIRST_NUMBER * (1 + Number(purchase.created.key?.split('-').at(1)))
  for (let count = 0; count < ORDERS; count++) {
    const other = anotherPurchase(stage, purchase, number + count)
    await settle(stage, [create(stage, other)])
    if (other.id !== undefined) await payByCard(stage, other, 'approved')
  }
}

/** One visitor asks for the outcome of one payment as fast as the line allows. */
export async function lookAgainAndAgain(stage: Stage, purchase: Purchase): Promise<void> {
  const body = stage.dice.chance(0.5) ? cardBody(stage, 'processed') : { method: 'pix' }
  await settle(stage, [ask(stage, paymentRequest(stage, purchase, body))])
  const looks = Array.from({ length: LOOKS }, () => comeBack(stage, purchase))
  await settle(stage, looks)
}
