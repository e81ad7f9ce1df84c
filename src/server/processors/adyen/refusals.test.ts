import { describe, expect, it } from 'vitest'
import { DECLINE_CODES, type DeclineCode } from '#contract/payment.ts'
import known from '#proof/processors/adyen-facts/refusals.json' with { type: 'json' }
import { declineOf } from './refusals.ts'

const EXPECTED: Partial<Record<DeclineCode, string>> = {
  processing_error: '0 7 19 21 40 41',
  issuer_unavailable: '4 9',
  card_declined: '2 3 15 17 26 27 32 33 36 37 43 44 45 50',
  insufficient_funds: '12',
  limit_exceeded: '28 29',
  card_blocked: '5 18 25 46',
  card_not_supported: '10 23 34 35',
  expired_card: '6',
  incorrect_number: '8',
  incorrect_cvc: '24',
  suspected_fraud: '14 20 22 31',
  authentication_failed: '11 38 39 42',
  authentication_abandoned: '16',
}

const decline = (refusalReasonCode?: string, resultCode = 'Refused') =>
  declineOf({ resultCode, refusalReasonCode })

describe('a refusal of Adyen', () => {
  it('has a code of ours for each of the 45 that are known', () => {
    expect(known).toHaveLength(45)
    const ours = Map.groupBy(known, ({ code, resultCode }) =>
      declineOf({ resultCode: resultCode ?? 'Refused', refusalReasonCode: code }),
    )
    const found = [...ours].map(([code, rows]) => [code, rows.map((row) => row.code).join(' ')])
    expect(Object.fromEntries(found)).toEqual(EXPECTED)
  })

  it('that the card is blocked says that trying it again is of no use', () => {
    for (const code of ['5', '18', '25', '46'])
      expect(DECLINE_CODES[decline(code)].retryable).toBe(false)
  })

  it.each([
    ['an unknown code', '999', 'Refused', 'card_declined'],
    ['a text in place of a code', 'Expired Card', 'Refused', 'card_declined'],
    ['a name that objects have', 'constructor', 'Refused', 'card_declined'],
    ['no code', undefined, 'Refused', 'card_declined'],
    ['an empty code', '', 'Refused', 'card_declined'],
    ['an error without a code', undefined, 'Error', 'processing_error'],
    ['a cancellation without a code', undefined, 'Cancelled', 'card_declined'],
  ])('with %s has a code, too', (_, code, result, ours) => {
    expect(decline(code, result)).toBe(ours)
  })
})
