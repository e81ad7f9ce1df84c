import { describe, expect, it } from 'vitest'
import { brandOf, validateCardNumber } from '#domain/methods/card/card-number.ts'
import { behaviorOf, TEST_CARDS } from './test-cards.ts'

describe('TEST_CARDS', () => {
  it.each(TEST_CARDS)('$number is a valid number of $brand', ({ number, brand }) => {
    expect(brandOf(number)).toBe(brand)
    expect(validateCardNumber(number)).toBe('ok')
  })

  it('lists every number once', () => {
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length)
  })
})

describe('behaviorOf', () => {
  it.each(TEST_CARDS)('$number: $behavior.type', ({ number, behavior }) => {
    expect(behaviorOf(number)).toEqual(behavior)
  })

  it('lets every other card succeed', () => {
    expect(behaviorOf('4111111111111111')).toEqual({ type: 'succeed' })
  })
})
