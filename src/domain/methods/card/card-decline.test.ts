import { describe, expect, it } from 'vitest'
import { DECLINE_CODES, type DeclineCode } from '#contract/payment.ts'
import { mayBeGuess, shownDecline } from './card-decline.ts'

const CODES = Object.keys(DECLINE_CODES) as DeclineCode[]

describe('S-67: a decline', () => {
  it('does not disclose which card detail is wrong', () => {
    const shown = new Set(CODES.map(shownDecline))
    expect([...shown].filter((code) => /number|cvc|expired_card/.test(code))).toEqual([])
    expect(shownDecline('incorrect_cvc')).toBe(shownDecline('incorrect_number'))
    expect(shownDecline('insufficient_funds')).toBe('insufficient_funds')
  })

  it('has the words of another where the shopper is to do the same', () => {
    expect(shownDecline('card_blocked')).toBe('lost_card')
    expect(shownDecline('card_not_supported')).toBe('lost_card')
    expect(shownDecline('issuer_unavailable')).toBe('processing_error')
    expect(shownDecline('limit_exceeded')).toBe('insufficient_funds')
    expect(shownDecline('card_declined')).toBe('card_declined')
  })

  it('counts as a guess, except for a failure at the bank', () => {
    expect(CODES.filter((code) => !mayBeGuess(code))).toEqual([
      'processing_error',
      'issuer_unavailable',
    ])
    expect(mayBeGuess(null)).toBe(false)
  })
})
