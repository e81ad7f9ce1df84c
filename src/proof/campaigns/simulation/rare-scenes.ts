import type { Card } from '../shared/test-cards.ts'
import { POINTS, type Break } from '../matrix/points.ts'
import { attemptsOf, cancel, payLate, press, refundTwice, simulateLast } from './actions.ts'
import { turns } from './background.ts'
import { ask } from './client.ts'
import { settle } from './settle.ts'
import { cardBody, type Shopping } from './shopping.ts'
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

/** What never comes: until it has, nothing else breaks. */
const CALM: Break = { label: '', kind: 'begin', fate: 'done' }

export type Scene = (stage: Stage, shopping: Shopping) => Promise<void>

/** Somebody dies, or is not answered, at each of the places where a press leaves nothing undecided. */
export async function dieWhilePaying(stage: Stage, shopping: Shopping): Promise<void> {
  for (const point of ['CP1', 'CP2', 'CP6', 'CP7', 'CP8'])
    await breaking(stage, [deathAt(point)], () => payByCard(stage, shopping, 'declined'))
}

/** Who asks the processor dies, and so does the first who looks what became of it. */
export async function dieUndecided(stage: Stage, shopping: Shopping): Promise<void> {
  for (const point of ['CP3', 'CP4', 'CP5']) {
    await breaking(stage, [deathAt(point)], () => payByCard(stage, shopping, 'declined'))
    stage.clock.advance(CLAIM_OVER_MS)
    await breaking(stage, [deathAt('CP12')], () => turns(stage, 'resolve'))
    stage.clock.advance(CLAIM_OVER_MS)
    await turns(stage, 'resolve')
  }
}

/** The processor decides by itself, and who is told of it dies. */
export async function dieTold(stage: Stage, shopping: Shopping): Promise<void> {
  await payByCard(stage, shopping, 'processed')
  stage.clock.advance(PROCESSED_MS)
  await breaking(stage, [deathAt('CP11')], () => turns(stage, 'the processor works'))
  stage.clock.advance(PROCESSED_MS)
  await turns(stage, 'the processor works')
}

/** Workers die with a delivery in their hands, before and after the receiver has it. */
export async function dieDelivering(stage: Stage, shopping: Shopping): Promise<void> {
  await payByCard(stage, shopping, 'approved')
  for (const point of ['CP9', 'CP10']) {
    await breaking(stage, [deathAt(point)], () => turns(stage, 'deliver'))
    stage.clock.advance(LEASE_OVER_MS)
  }
}

/** The processor's answers are lost, and asking finds out each thing that it may have said. */
export async function askWhatBecame(stage: Stage, shopping: Shopping): Promise<void> {
  const answers = [
    ['challenged', 'fail_challenge'],
    ['processed', 'decline'],
    ['declined', undefined],
    ['approved', undefined],
  ] as const
  for (const [card, outcome] of answers) {
    await breaking(stage, [ANSWER_LOST], () => payByCard(stage, shopping, card))
    stage.clock.advance(INQUIRED_MS)
    await turns(stage, 'resolve')
    if (outcome === undefined) continue
    await settle(stage, [simulateLast(stage, shopping, outcome)])
    await turns(stage, 'the processor works')
  }
}

/** A Pix is given up for a card that is declined, and paid when the session is what it may be by then. */
export async function payForgotten(stage: Stage, shopping: Shopping): Promise<void> {
  await pay(stage, shopping, { method: 'pix' })
  const replacePaymentId = (await attemptsOf(stage, shopping)).at(-1)
  const card = cardBody(stage, 'declined')
  await pay(stage, shopping, { ...card, ...(replacePaymentId && { replacePaymentId }) })
  const ends = [...(shopping.merchant.latePayments === 'accept' ? [] : [stay]), end, expire]
  await stage.dice.pick(ends)(stage, shopping)
  await settle(stage, [payLate(stage, shopping)])
  await turns(stage, 'the processor works')
}

/** The receiver says that it is gone for good; its operator may know better. */
export async function goAway(stage: Stage, shopping: Shopping): Promise<void> {
  await payByCard(stage, shopping, 'approved')
  stage.receivers.areGone = true
  await turns(stage, 'deliver')
  stage.receivers.areGone = false
  if (stage.dice.chance(0.5)) await turns(stage, 'set callback again')
}

/** What was paid goes back, asked for twice at once. */
export async function giveBack(stage: Stage, shopping: Shopping): Promise<void> {
  await payByCard(stage, shopping, 'approved')
  await settle(stage, [refundTwice(stage, shopping)])
  stage.clock.advance(PROCESSED_MS)
  await turns(stage, 'the processor works', 'finish refunds')
}

async function stay(): Promise<void> {}

async function end(stage: Stage, shopping: Shopping): Promise<void> {
  await settle(stage, [cancel(stage, shopping)])
}

/** Before the processor has done anything about it. */
export async function expire(stage: Stage): Promise<void> {
  stage.clock.advance(EXPIRED_MS)
  await turns(stage, 'expire')
}

export async function pay(stage: Stage, shopping: Shopping, body: object): Promise<void> {
  await settle(stage, [ask(stage, press(stage, shopping, body))])
}

export function payByCard(stage: Stage, shopping: Shopping, card: Card): Promise<void> {
  return pay(stage, shopping, cardBody(stage, card))
}

/** The scene as it is written: weather comes when it is over. */
export function calmly(scene: Scene): Scene {
  return async (stage, shopping) => {
    stage.follow([CALM])
    await scene(stage, shopping)
    stage.follow([])
  }
}

/** Within a calm scene. */
async function breaking(
  stage: Stage,
  breaks: readonly Break[],
  work: () => Promise<void>,
): Promise<void> {
  stage.follow([...breaks, CALM])
  await work()
  stage.follow([CALM])
}

function deathAt(name: string): Break {
  const death = POINTS.find((point) => point.name === name)?.breaks.at(-1)
  if (death === undefined) throw new Error(`nobody dies at ${name}`)
  return death
}
