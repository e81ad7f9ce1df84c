import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { installmentOptions } from './installments.ts'
import {
  discountBy,
  discountedMethods,
  discountOf,
  plansOf,
  plansToSeal,
} from './method-discounts.ts'

const amount = fc.oneof(
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.integer({ min: 1, max: LIMITS.amountMinorMax }),
)
const share = fc.integer({ min: 1, max: 9999 })
const discount = fc.oneof(
  share.map((basisPoints) => ({ basisPoints })),
  amount.map((minor) => ({ amount: minor })),
)
const plan = fc.record({
  max: fc.integer({ min: 1, max: LIMITS.installmentsMax }),
  minimumPerInstallment: fc.nat(5000),
  interestFree: fc.integer({ min: 1, max: LIMITS.installmentsMax }),
  monthlyInterestBasisPoints: fc.nat(LIMITS.monthlyInterestBasisPointsMax),
})
const session = fc
  .record({
    amountMinor: amount,
    installments: fc.option(plan),
    card: fc.option(discount),
    pix: fc.option(discount),
  })
  .map(({ amountMinor, installments, card, pix }) => ({
    amountMinor,
    details: {
      paymentMethods: ['card', 'pix', 'boleto'] as const,
      installments,
      paymentMethodDiscounts: { ...(card && { card }), ...(pix && { pix }) },
    },
  }))

describe('discountOf', () => {
  it.each([
    [25_990, { basisPoints: 500 }, 1300],
    [25_990, { amount: 1000 }, 1000],
    [25_989, { basisPoints: 500 }, 1299],
    [10, { basisPoints: 500 }, 1],
    [9, { basisPoints: 500 }, 0],
    [1, { basisPoints: 9999 }, 0],
    [1000, { amount: 1000 }, 999],
    [999_999_999_999, { basisPoints: 9999 }, 999_899_999_999],
    [25_990, undefined, 0],
  ])('takes off %i by %o: %i', (amountMinor, taken, expected) => {
    expect(discountOf(amountMinor, taken)).toBe(expected)
  })

  it('takes off whole minor units and leaves some to pay', () => {
    fc.assert(
      fc.property(amount, discount, (amountMinor, taken) => {
        const minor = discountOf(amountMinor, taken)
        expect(Number.isSafeInteger(minor)).toBe(true)
        expect(minor).toBeGreaterThanOrEqual(0)
        expect(minor).toBeLessThan(amountMinor)
      }),
    )
  })

  it('is at most half a minor unit away from the exact share, and never rounds a half down', () => {
    fc.assert(
      fc.property(amount, share, (amountMinor, basisPoints) => {
        const minor = discountOf(amountMinor, { basisPoints })
        const over = BigInt(minor) * 10_000n - BigInt(amountMinor) * BigInt(basisPoints)
        // Less is taken off only where nothing would be left to pay.
        expect(over > -5000n || minor === amountMinor - 1).toBe(true)
        expect(over <= 5000n).toBe(true)
      }),
    )
  })

  it('takes no less off for more, and what is left grows with the amount', () => {
    fc.assert(
      fc.property(amount, discount, fc.nat(10_000), (smaller, taken, more) => {
        const larger = smaller + more
        expect(discountOf(larger, taken)).toBeGreaterThanOrEqual(discountOf(smaller, taken))
        expect(larger - discountOf(larger, taken)).toBeGreaterThanOrEqual(
          smaller - discountOf(smaller, taken),
        )
      }),
    )
    fc.assert(
      fc.property(amount, share, share, (amountMinor, one, other) => {
        const [less = 0, more = 0] = [one, other].toSorted((first, second) => first - second)
        expect(discountOf(amountMinor, { basisPoints: more })).toBeGreaterThanOrEqual(
          discountOf(amountMinor, { basisPoints: less }),
        )
      }),
    )
  })
})

describe('S-129: the prices of a session', () => {
  it('are those of the methods that take something off', () => {
    fc.assert(
      fc.property(session, (priced) => {
        const discounted = discountedMethods(priced)
        for (const method of priced.details.paymentMethods) {
          const minor = discountBy(method, priced)
          const shown = discounted[method] ?? { discount: 0, total: priced.amountMinor }
          expect(shown).toMatchObject({ discount: minor, total: priced.amountMinor - minor })
          expect(Object.hasOwn(discounted, method)).toBe(minor > 0)
        }
      }),
    )
  })

  it('are the amounts on which interest counts, and for which a card is sealed', () => {
    fc.assert(
      fc.property(session, (priced) => {
        const { installments } = priced.details
        const byCard = priced.amountMinor - discountBy('card', priced)
        const plans = plansOf(priced)
        expect(plans).toEqual(installments && installmentOptions(byCard, installments))
        expect(plansToSeal(priced)).toEqual(
          (plans ?? [{ count: 1, total: byCard }]).map(({ count, total }) => ({
            installments: count,
            amount: total,
          })),
        )
      }),
    )
  })
})
