import { describe, expect, it } from 'vitest'
import { decideCard } from './decide-card.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const card = {
  number: '4242424242424242',
  expiryMonth: 11,
  expiryYear: 2026,
  securityCode: '123',
  name: 'Maria Silva',
}

function decide(changes: Record<string, unknown>) {
  return decideCard(JSON.stringify({ ...card, ...changes }), now)
}

describe('decideCard', () => {
  it('accepts a card in the month of its expiry', () => {
    expect(decide({})).toEqual({
      card: { brand: 'visa', lastFour: '4242' },
      behavior: { type: 'succeed' },
    })
  })

  it.each([
    ['a check digit that is wrong', { number: '4242424242424241' }, 'incorrect_number', 'visa'],
    ['a brand that nobody knows', { number: '9999999999999995' }, 'incorrect_number', null],
    ['a number too short for its brand', { number: '42424242424242' }, 'incorrect_number', 'visa'],
    ['an expired card', { expiryMonth: 10 }, 'expired_card', 'visa'],
    ['a code too long for its brand', { securityCode: '1234' }, 'incorrect_cvc', 'visa'],
    [
      'an expired test card',
      { number: '4000000000009995', expiryYear: 2025 },
      'expired_card',
      'visa',
    ],
  ])('declines %s', (_name, changes, declineCode, brand) => {
    const decision = decide(changes)
    expect(decision.behavior).toEqual({ type: 'decline', declineCode })
    expect(decision.card?.brand).toBe(brand)
  })

  it.each([
    ['what could not be opened', undefined, 'processing_error'],
    ['what is not JSON', '{', 'processing_error'],
    ['another form', '[]', 'processing_error'],
    [
      'a month that does not exist',
      JSON.stringify({ ...card, expiryMonth: 13 }),
      'processing_error',
    ],
    ['a number of letters', JSON.stringify({ ...card, number: 'abcd' }), 'incorrect_number'],
    ['no number', JSON.stringify({ ...card, number: undefined }), 'incorrect_number'],
  ])('declines %s, and knows nothing of the card', (_name, plaintext, declineCode) => {
    expect(decideCard(plaintext, now)).toEqual({ behavior: { type: 'decline', declineCode } })
  })
})
