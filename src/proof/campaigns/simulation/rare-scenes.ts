import type { Card } from '../shared/test-cards.ts'
import { POINTS, type Break } from '../matrix/points.ts'
import {
  paymentsOf,
  cancel,
  payLate,
  paymentRequest,
  refundTwice,
  simulateLast,
} from './actions.ts'
import { turns } from './background.ts'
import { ask } from './client.ts'
import { settle } from './settle.ts'
import { cardBody, type Purchase } from './purchase.ts'
import type { Stage } from './stage.ts'

const CLAIM_OVER_MS = 31_000
const LEASE_OVER_MS = 61_000
const PROCESSED_MS = 6000
const EXPIRED_MS = 1_900_000
const INQUIRED_MS = 3000
const ANSWER_LOST: Break = {
  label: 'POST /v1/checkout/reference/payments',
  kind: 'processor',
  name: 'POST /payments',
  fate: 'lost after',
}

/** A scripted fault that never occurs. While it is awaited, no random fault occurs. */
const CALM: Break = { label: '', kind: 'begin', fate: 'done' }

export type Scene = (stage: Stage, purchase: Purchase) => Promise<void>

/** A crash or a lost response, at each of the points that leave no payment undecided. */
export async function crashWhilePaying(stage: Stage, purchase: Purchase): Promise<void> {
  for (const point of ['CP1', 'CP2', 'CP6', 'CP7', 'CP8'])
    await breaking(stage, crashAt(point), () => payByCard(stage, purchase, 'declined'))
}

/** The process that charges crashes, and so does the first that inquires about the outcome. */
export async function crashUndecided(stage: Stage, purchase: Purchase): Promise<void> {
  for (const point of ['CP3', 'CP4', 'CP5']) {
    await breaking(stage, crashAt(point), () => payByCard(stage, purchase, 'declined'))
    stage.clock.advance(CLAIM_OVER_MS)
    await breaking(stage, crashAt('CP12'), () => turns(stage, 'resolve'))
    stage.clock.advance(CLAIM_OVER_MS)
    await turns(stage, 'resolve')
  }
}

/** The processor decides by itself, and the process that receives its notification crashes. */
export async function crashInNotification(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, 'processed')
  stage.clock.advance(PROCESSED_MS)
  await breaking(stage, crashAt('CP11'), () => turns(stage, 'the processor works'))
  stage.clock.advance(PROCESSED_MS)
  await turns(stage, 'the processor works')
}

/** Workers crash during a delivery, before and after the receiver got it. */
export async function crashDelivering(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, 'approved')
  for (const point of ['CP9', 'CP10']) {
    await breaking(stage, crashAt(point), () => turns(stage, 'deliver'))
    stage.clock.advance(LEASE_OVER_MS)
  }
}

/** The processor's responses are lost, and an inquiry finds each possible outcome. */
export async function inquireLostAnswers(stage: Stage, purchase: Purchase): Promise<void> {
  const answers = [
    ['challenged', 'fail_challenge'],
    ['processed', 'decline'],
    ['declined', undefined],
    ['approved', undefined],
  ] as const
  for (const [card, outcome] of answers) {
    await breaking(stage, [ANSWER_LOST], () => payByCard(stage, purchase, card))
    stage.clock.advance(INQUIRED_MS)
    await turns(stage, 'resolve')
    if (outcome === undefined) continue
    await settle(stage, [simulateLast(stage, purchase, outcome)])
    await turns(stage, 'the processor works')
  }
}

/** A Pix is replaced by a card that is declined, and paid later, whatever the session's state is by then. */
export async function payReplacedPix(stage: Stage, purchase: Purchase): Promise<void> {
  await pay(stage, purchase, { method: 'pix' })
  const replacePaymentId = (await paymentsOf(stage, purchase)).at(-1)
  const card = cardBody(stage, 'declined')
  await pay(stage, purchase, { ...card, ...(replacePaymentId && { replacePaymentId }) })
  const ends = [...(purchase.merchant.latePayments === 'accept' ? [] : [stay]), end, expire]
  await stage.dice.pick(ends)(stage, purchase)
  await settle(stage, [payLate(stage, purchase)])
  await turns(stage, 'the processor works')
}

/** The receiver responds 410 Gone; its operator may set it again. */
export async function disableEndpoint(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, 'approved')
  stage.receivers.areGone = true
  await turns(stage, 'deliver')
  stage.receivers.areGone = false
  if (stage.dice.chance(0.5)) await turns(stage, 'set callback again')
}

/** A refund of a paid session, requested twice at once. */
export async function refundTwiceAtOnce(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, 'approved')
  await settle(stage, [refundTwice(stage, purchase)])
  stage.clock.advance(PROCESSED_MS)
  await turns(stage, 'the processor works', 'finish refunds')
}

async function stay(): Promise<void> {}

async function end(stage: Stage, purchase: Purchase): Promise<void> {
  await settle(stage, [cancel(stage, purchase)])
}

/** Lets the session expire before the processor does any work. */
export async function expire(stage: Stage): Promise<void> {
  stage.clock.advance(EXPIRED_MS)
  await turns(stage, 'expire')
}

export async function pay(stage: Stage, purchase: Purchase, body: object): Promise<void> {
  await settle(stage, [ask(stage, paymentRequest(stage, purchase, body))])
}

export function payByCard(stage: Stage, purchase: Purchase, card: Card): Promise<void> {
  return pay(stage, purchase, cardBody(stage, card))
}

/** Plays the scene without random faults, which begin after it. */
export function calmly(scene: Scene): Scene {
  return async (stage, purchase) => {
    stage.follow([CALM])
    await scene(stage, purchase)
    stage.follow([])
  }
}

/** Injects these faults into `work`, within a calm scene. */
async function breaking(
  stage: Stage,
  breaks: readonly Break[],
  work: () => Promise<void>,
): Promise<void> {
  stage.follow([...breaks, CALM])
  await work()
  stage.follow([CALM])
}

/** The faults of the work that crashes at the point, without the earlier faults in other work. */
function crashAt(name: string): readonly Break[] {
  const breaks = POINTS.find((point) => point.name === name)?.breaks ?? []
  const crash = breaks.at(-1)
  if (crash === undefined) throw new Error(`no crash at ${name}`)
  return breaks.filter(({ label }) => label === crash.label)
}
