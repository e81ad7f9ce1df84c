import type { Card } from '../cards.ts'
import { payLate, press, simulateLast } from './actions.ts'
import { takeTurn } from './background.ts'
import { ask } from './client.ts'
import { settle } from './settle.ts'
import { cardBody, merchantCall, type Shopping } from './shopping.ts'
import type { Stage } from './stage.ts'

export type Scene = (stage: Stage, shopping: Shopping) => Promise<void>

const EXPIRED_MS = 1_900_000
const UNDECIDED_MS = 31_000
const OUTAGE_TRIES_MAX = 11
const BETWEEN_TRIES_MS = 25 * 3_600_000
const PRESSES = 11

/** Where rare things begin, lest chance alone had to find the way there. */
export const BEGINNINGS: readonly Scene[] = [
  payTooLate,
  async (stage, shopping) => {
    await pay(stage, shopping, { method: 'pix' })
    await settle(stage, [ask(stage, merchantCall(shopping, '/cancel', {}, 'cancel'))])
    await settle(stage, [payLate(stage, shopping)])
  },
  async (stage, shopping) => {
    await payByCard(stage, shopping, 'processed')
    await settle(stage, [simulateLast(stage, shopping, 'decline')])
  },
  async (stage, shopping) => {
    await payByCard(stage, shopping, 'processed')
    await settle(stage, [simulateLast(stage, shopping, 'pay')])
    await turns(stage, 'the processor works', 'the processor works', 'resolve')
  },
  async (stage, shopping) => {
    for (let presses = 0; presses < PRESSES; presses++) await payByCard(stage, shopping, 'declined')
  },
  async (stage, shopping) => {
    await payByCard(stage, shopping, 'approved')
    await turns(stage, 'deliver', 'deliver', 'deliver')
  },
  async (stage, shopping) => {
    for (const name of ['undecided', 'processed'] as const) {
      await payByCard(stage, shopping, name)
      stage.clock.advance(UNDECIDED_MS)
      await turns(stage, 'resolve', 'resolve')
    }
  },
  outage,
]

export async function payTooLate(stage: Stage, shopping: Shopping): Promise<void> {
  await pay(stage, shopping, { method: 'pix' })
  await expire(stage)
  await settle(stage, [payLate(stage, shopping)])
}

/** Receivers are out of reach for days: what waits is tried ever more rarely, and not given up. */
async function outage(stage: Stage, shopping: Shopping): Promise<void> {
  await payByCard(stage, shopping, 'approved')
  stage.receivers.areDown = true
  for (let tries = 1 + stage.dice.below(OUTAGE_TRIES_MAX); tries > 0; tries--) {
    await turns(stage, 'deliver')
    stage.clock.advance(BETWEEN_TRIES_MS)
  }
  stage.receivers.areDown = false
}

async function pay(stage: Stage, shopping: Shopping, body: object): Promise<void> {
  await settle(stage, [ask(stage, press(stage, shopping, body))])
}

export function payByCard(stage: Stage, shopping: Shopping, card: Card): Promise<void> {
  return pay(stage, shopping, cardBody(stage, card))
}

/** Before the processor has done anything about it. */
async function expire(stage: Stage): Promise<void> {
  stage.clock.advance(EXPIRED_MS)
  await turns(stage, 'expire')
}

export async function turns(stage: Stage, ...names: string[]): Promise<void> {
  for (const name of names) await settle(stage, [takeTurn(stage, name)])
}
