import { payLate, simulateLast } from './actions.ts'
import { turns } from './background.ts'
import {
  inquireLostAnswers,
  calmly,
  crashDelivering,
  crashInNotification,
  crashUndecided,
  crashWhilePaying,
  expire,
  refundTwiceAtOnce,
  disableEndpoint,
  pay,
  payByCard,
  payReplacedPix,
  type Scene,
} from './rare-scenes.ts'
import { holdAndDecide } from './hold-scenes.ts'
import { settle } from './settle.ts'
import type { Purchase } from './purchase.ts'
import type { Stage } from './stage.ts'

const UNDECIDED_MS = 31_000
const OUTAGE_TRIES_MAX = 12
const BETWEEN_TRIES_MS = 25 * 3_600_000
/** Three more than the limit per session. */
const PAYMENTS = 13

/**
 * Scenes that lead to rare events, which chance alone would seldom reach. Weighted so that two thousand schedules reach
 * each wanted event about a hundred times.
 */
export const BEGINNINGS: readonly (readonly [weight: number, scene: Scene])[] = [
  [3, calmly(crashWhilePaying)],
  [3, calmly(crashUndecided)],
  [5, calmly(crashInNotification)],
  [4, calmly(crashDelivering)],
  [4, calmly(inquireLostAnswers)],
  [14, calmly(payReplacedPix)],
  [2, disableEndpoint],
  [5, refundTwiceAtOnce],
  [10, holdAndDecide],
  [5, calmly(outage)],
  [1, payTooLate],
  [1, (stage, purchase) => decideProcessed(stage, purchase, 'decline')],
  [1, (stage, purchase) => decideProcessed(stage, purchase, 'pay')],
  [
    2,
    async (stage, purchase) => {
      for (let count = 0; count < PAYMENTS; count++) await payByCard(stage, purchase, 'declined')
    },
  ],
  [
    1,
    async (stage, purchase) => {
      await payByCard(stage, purchase, 'approved')
      await turns(stage, 'deliver', 'deliver', 'deliver')
    },
  ],
  [
    1,
    async (stage, purchase) => {
      for (const name of ['undecided', 'processed'] as const) {
        await payByCard(stage, purchase, name)
        stage.clock.advance(UNDECIDED_MS)
        await turns(stage, 'resolve', 'resolve')
      }
    },
  ],
]

export async function payTooLate(stage: Stage, purchase: Purchase): Promise<void> {
  await pay(stage, purchase, { method: 'pix' })
  await expire(stage)
  await settle(stage, [payLate(stage, purchase)])
}

async function decideProcessed(stage: Stage, purchase: Purchase, outcome: string): Promise<void> {
  await payByCard(stage, purchase, 'processed')
  await settle(stage, [simulateLast(stage, purchase, outcome)])
  await turns(stage, 'the processor works', 'resolve')
}

/** Receivers are unreachable for days: deliveries back off, at times until the last attempt. */
async function outage(stage: Stage, purchase: Purchase): Promise<void> {
  const { dice, clock, receivers } = stage
  await payByCard(stage, purchase, 'approved')
  receivers.areDown = true
  const lasts = dice.chance(0.8) ? OUTAGE_TRIES_MAX : dice.below(OUTAGE_TRIES_MAX)
  for (let tries = 1; tries < lasts; tries++) {
    await turns(stage, 'deliver')
    clock.advance(BETWEEN_TRIES_MS)
  }
  receivers.areDown = false
}
