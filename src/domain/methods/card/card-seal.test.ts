import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CardBinding, SEAL_CLOCK_SKEW_MS, SEAL_MAX_AGE_MS, sealFault } from './card-seal.ts'

const NOW = new Date('2026-11-20T15:00:00.000Z')
const text = fc.string({ minLength: 1, maxLength: 40 })
const count = fc.integer({ min: 1, max: 1_000_000 })
const binding = fc.record<CardBinding>({
  sessionId: text,
  merchantId: text,
  currency: text,
  amount: count,
  installments: count,
  idempotencyKey: text,
})

function sealed(bound: CardBinding, ageMs = 0) {
  const sealedAt = new Date(NOW.getTime() - ageMs).toISOString()
  return { ...bound, encrypted: 'a.b.c.d.e', sealedAt }
}

describe('S-111: a sealed card', () => {
  it('fits the payment that it was sealed for, for 15 minutes', () => {
    const age = fc.integer({ min: -SEAL_CLOCK_SKEW_MS, max: SEAL_MAX_AGE_MS - 1 })
    fc.assert(
      fc.property(binding, age, (bound, ageMs) => {
        expect(sealFault(sealed(bound, ageMs), { ...bound }, NOW)).toBeUndefined()
      }),
    )
  })

  it('fits no other payment, whichever value differs', () => {
    const name = fc.constantFrom<keyof CardBinding>(
      'sessionId',
      'merchantId',
      'currency',
      'amount',
      'installments',
      'idempotencyKey',
    )
    fc.assert(
      fc.property(binding, binding, name, (bound, other, differing) => {
        fc.pre(bound[differing] !== other[differing])
        const payment = { ...bound, [differing]: other[differing] }
        expect(sealFault(sealed(bound), payment, NOW)).toBe('seal_mismatch')
      }),
    )
  })

  it.each([SEAL_MAX_AGE_MS, 10 * SEAL_MAX_AGE_MS, -SEAL_CLOCK_SKEW_MS - 1])(
    'has expired at an age of %i ms',
    (ageMs) => {
      const [bound] = fc.sample(binding, 1)
      if (bound === undefined) throw new Error('no sample')
      expect(sealFault(sealed(bound, ageMs), bound, NOW)).toBe('seal_expired')
    },
  )
})
