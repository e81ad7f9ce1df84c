import type { TestCardBehavior } from '#server/processors/processor.ts'
import type { Decided, DecidedOutcome, OutcomeRules } from '../outcome-rules.ts'

export const cardOutcomes = {
  decline: {
    method: 'card',
    fits: () => true,
    event: (_status, simulated) => ({ type: 'decline', declineCode: declineCodeOf(simulated) }),
    isReached: ({ payment }, simulated) => payment?.declineCode === declineCodeOf(simulated),
  },
  challenge_failed: {
    method: 'card',
    fits: (isAwaited) => isAwaited,
    event: () => ({ type: 'fail_challenge' }),
    isReached: ({ payment }) => payment?.declineCode === 'authentication_failed',
  },
  processor_timeout: {
    method: 'card',
    fits: (isAwaited) => !isAwaited,
    event: (status) => (status === 'unknown' ? undefined : { type: 'time_out' }),
    isReached: ({ payment }) => payment?.status === 'unknown',
  },
  authorize: {
    method: 'card',
    fits: () => true,
    event: (status) => (status === 'authorized' ? undefined : { type: 'authorize' }),
    isReached: ({ payment }) => payment?.status === 'authorized',
    isOfHold: true,
  },
  authorization_expired: {
    method: 'card',
    fits: () => true,
    event: () => ({ type: 'authorization_expired' }),
    isReached: ({ payment }) => payment?.status === 'voided',
    isOfHold: true,
  },
} satisfies Partial<Record<DecidedOutcome, OutcomeRules>>

const CARDS: Readonly<Partial<Record<DecidedOutcome, TestCardBehavior>>> = {
  challenge_failed: { type: 'challenge' },
  processor_timeout: { type: 'stay_unknown' },
}

/** A payment by the test card that leads to an outcome. */
export function plannedCard(simulated: Decided) {
  return { method: 'card' as const, card: cardFor(simulated) }
}

function cardFor(simulated: Decided): TestCardBehavior {
  if (!('declineCode' in simulated)) return CARDS[simulated.outcome] ?? { type: 'succeed' }
  const { declineCode } = simulated
  // These codes follow a challenge: no test card is declined with them.
  const followsChallenge =
    declineCode === 'authentication_failed' || declineCode === 'authentication_abandoned'
  return followsChallenge ? { type: 'challenge' } : { type: 'decline', declineCode }
}

function declineCodeOf(simulated: Decided) {
  return 'declineCode' in simulated ? simulated.declineCode : 'card_declined'
}
