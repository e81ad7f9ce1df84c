import { z } from 'zod'
import { LIMITS } from '#contract/limits.ts'
import { encodeBase62 } from '#domain/base62.ts'
import { decideCard } from '../decide-card.ts'
import { after } from '../due-event.ts'
import { declined, type PaymentPlan, type PlanInput, type RefusedRequest } from '../payment-plan.ts'
import type { Simulator } from '../simulator.ts'
import type { CardBehavior } from '../test-cards.ts'

/** The card's part of a payment request. */
export const CardRequest = z.strictObject({
  type: z.literal('card'),
  encryptedCard: z.string().max(LIMITS.encryptedCardLengthMax),
  installments: z.int().min(1).max(LIMITS.installmentsMax),
})

const PROCESSING_DELAY_MS = 5_000
/** The usual expiry of a 3-D Secure challenge. */
const CHALLENGE_EXPIRY_DELAY_MS = 15 * 60_000
const TOKEN_BYTES = 32
const TOKEN_LENGTH = 43

/** Decrypts a card and plans its payment by the behavior of its number. Refuses what it cannot decrypt. */
export async function planCard(
  { encryptedCard }: z.infer<typeof CardRequest>,
  { simulator, now }: PlanInput,
): Promise<PaymentPlan | RefusedRequest> {
  const plaintext = await simulator.cardKey.open(encryptedCard)
  if (plaintext === undefined) return { refused: 'card_not_readable' }
  const { card, behavior } = decideCard(plaintext, now)
  return { ...planBehavior(simulator, behavior, now), ...(card && { card }) }
}

function planBehavior(
  { random, publicUrl }: Pick<Simulator, 'random' | 'publicUrl'>,
  behavior: CardBehavior,
  now: Date,
): PaymentPlan {
  switch (behavior.type) {
    case 'succeed':
      return { state: { status: 'succeeded' } }
    case 'decline':
      return declined(behavior.declineCode)
    case 'process':
      return {
        state: { status: 'processing' },
        due: { type: 'pay', at: after(now, PROCESSING_DELAY_MS) },
      }
    case 'dispute':
      return { state: { status: 'succeeded' }, disputedAs: behavior.as }
    case 'return_refunds':
      return { state: { status: 'succeeded' }, refundBehavior: 'return' }
    case 'delay_refunds':
      return { state: { status: 'succeeded' }, refundBehavior: 'wait' }
    case 'stay_silent':
      return { state: { status: 'succeeded' }, isSilent: true }
    case 'stay_unknown':
      return { state: { status: 'processing' }, isUnknown: true }
    case 'challenge': {
      const challengeToken = encodeBase62(random(TOKEN_BYTES), TOKEN_LENGTH)
      const action = { type: 'challenge', url: `${publicUrl}/challenge/${challengeToken}` } as const
      return {
        state: { status: 'requires_action', action },
        due: { type: 'expire', at: after(now, CHALLENGE_EXPIRY_DELAY_MS) },
        challengeToken,
      }
    }
  }
}
