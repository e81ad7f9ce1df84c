import { expect, it } from 'vitest'
import { TEST_CARDS } from '#sandbox/simulator/test-cards.ts'
import { CARDS } from './cards.ts'

it('each card has the outcome of its name', () => {
  const behaviors = Object.entries(CARDS).map(([name, number]) => {
    const card = TEST_CARDS.find((card) => card.number === number.replaceAll(' ', ''))
    const { behavior } = card ?? { behavior: { type: 'unknown' } as const }
    if (behavior.type === 'dispute') return [name, `dispute: ${behavior.as}`]
    return [name, 'declineCode' in behavior ? behavior.declineCode : behavior.type]
  })
  expect(Object.fromEntries(behaviors)).toEqual({
    success: 'succeed',
    visa: 'succeed',
    mastercard: 'succeed',
    amex: 'succeed',
    elo: 'succeed',
    hipercard: 'succeed',
    declined: 'card_declined',
    insufficientFunds: 'insufficient_funds',
    lost: 'lost_card',
    stolen: 'stolen_card',
    expired: 'expired_card',
    incorrectCode: 'incorrect_cvc',
    processingError: 'processing_error',
    suspectedFraud: 'suspected_fraud',
    limitExceeded: 'limit_exceeded',
    issuerUnavailable: 'issuer_unavailable',
    notSupported: 'card_not_supported',
    blocked: 'card_blocked',
    disputedAsFraud: 'dispute: fraud',
    disputedAsNotReceived: 'dispute: not_received',
    inquired: 'dispute: inquiry',
    refundComesBack: 'return_refunds',
    refundPending: 'delay_refunds',
    challenge: 'challenge',
    processing: 'process',
    silent: 'stay_silent',
    undecided: 'stay_unknown',
  })
})
