import { payLate, simulateLast } from './actions.ts'
import { turns } from './background.ts'
import {
  askWhatBecame,
  calmly,
  dieDelivering,
  dieTold,
  dieUndecided,
  dieWhilePaying,
  expire,
  giveBack,
  goAway,
  pay,
  payByCard,
  payForgotten,
  type Scene,
} from './rare-scenes.ts'
import { settle } from './settle.ts'
import type { Shopping } from './shopping.ts'
import type { Stage } from './stage.ts'

const UNDECIDED_MS = 31_000
const OUTAGE_TRIES_MAX = 12
const BETWEEN_TRIES_MS = 25 * 3_600_000
/** Three more than the limit per session. */
const PRESSES = 13

/**
 * Scenes that lead to rare events, which chance alone would seldom reach. Weighted so that two thousand schedules reach
 * each wanted event about a hundred times.
 */
export const BEGINNINGS: readonly (readonly [weight: number, scene: Scene])[] = [
  [3, calmly(dieWhilePaying)],
  [3, calmly(dieUndecided)],
  [5, calmly(dieTold)],
  [4, calmly(dieDelivering)],
  [4, calmly(askWhatBecame)],
  [14, calmly(payForgotten)],
  [2, goAway],
  [5, giveBack],
  [5, calmly(outage)],
  [1, payTooLate],
  [1, (stage, shopping) => decideProcessed(stage, shopping, 'decline')],
  [1, (stage, shopping) => decideProcessed(stage, shopping, 'pay')],
  [
    2,
    async (stage, shopping) => {
      for (let presses = 0; presses < PRESSES; presses++)
        await payByCard(stage, shopping, 'declined')
    },
  ],
  [
    1,
    async (stage, shopping) => {
      await payByCard(stage, shopping, 'approved')
      await turns(stage, 'deliver', 'deliver', 'deliver')
    },
  ],
  [
    1,
    async (stage, shopping) => {
      for (const name of ['undecided', 'processed'] as const) {
        await payByCard(stage, shopping, name)
        stage.clock.advance(UNDECIDED_MS)
        await turns(stage, 'resolve', 'resolve')
      }
    },
  ],
]

export async function payTooLate(stage: Stage, shopping: Shopping): Promise<void> {
  await pay(stage, shopping, { method: 'pix' })
  await expire(stage)
  await settle(stage, [payLate(stage, shopping)])
}

async function decideProcessed(stage: Stage, shopping: Shopping, outcome: string): Promise<void> {
  await payByCard(stage, shopping, 'processed')
  await settle(stage, [simulateLast(stage, shopping, outcome)])
  await turns(stage, 'the processor works', 'resolve')
}

/** Receivers are unreachable for days: deliveries back off, at times until the last attempt. */
async function outage(stage: Stage, shopping: Shopping): Promise<void> {
  const { dice, clock, receivers } = stage
  await payByCard(stage, shopping, 'approved')
  receivers.areDown = true
  const lasts = dice.chance(0.8) ? OUTAGE_TRIES_MAX : dice.below(OUTAGE_TRIES_MAX)
  for (let tries = 1; tries < lasts; tries++) {
    await turns(stage, 'deliver')
    clock.advance(BETWEEN_TRIES_MS)
  }
  receivers.areDown = false
}
