import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayBringSurplus, newSurplusMinor, shareTakenBack, type Surplus } from './surplus.ts'

const PRICE = 1000
const PAID = {
  status: 'succeeded',
  capturedMinor: PRICE,
  capturedCurrency: null,
  currency: 'BRL',
} as const
const NOTHING = { reversedMinor: 0, reinstatedMinor: 0, returnedMinor: 0 }
const moneyOf = (capturedMinor: number, currency = 'BRL') =>
  ({ status: 'succeeded', capturedMinor, currency }) as const

/** The shares of what was taken back. */
const reversalOf = (reversedMinor: number, known: readonly Surplus[], total: number) => {
  const payment = { reversedMinor, reinstatedMinor: 0 }
  const shared = shareTakenBack(payment, known, { reversedMinor: total, reinstatedMinor: 0 })
  return {
    ofPayment: shared.ofPayment.reversedMinor,
    ofSurpluses: shared.ofSurpluses.map((one) => one.reversedMinor),
  }
}

const surplus: fc.Arbitrary<Surplus> = fc
  .tuple(fc.integer({ min: 1, max: 5000 }), fc.nat(100), fc.nat(100))
  .map(([capturedMinor, reversed, returned]) => {
    const reversedMinor = Math.floor((capturedMinor * reversed) / 100)
    const returnedMinor = Math.floor(((capturedMinor - reversedMinor) * returned) / 100)
    return { capturedMinor, reversedMinor, reinstatedMinor: 0, returnedMinor }
  })

describe('R-52: money on top of a payment', () => {
  it.each([
    ['more, after success', PAID, moneyOf(1001), true],
    ['more, of money that goes back', { ...PAID, status: 'failed' }, moneyOf(1001), true],
    ['the same', PAID, moneyOf(1000), false],
    ['less', PAID, moneyOf(999), false],
    ['another currency', PAID, moneyOf(1001, 'USD'), false],
    [
      'more of the currency that was taken',
      { ...PAID, capturedCurrency: 'USD' },
      moneyOf(1001, 'USD'),
      true,
    ],
    ['the first money', { ...PAID, status: 'failed', capturedMinor: 0 }, moneyOf(1001), false],
    ['while an operator decides', { ...PAID, status: 'amount_mismatch' }, moneyOf(1001), false],
    ['no money', PAID, { status: 'processing' }, false],
  ] as const)('%s', (_, payment, outcome, brings) => {
    expect(mayBringSurplus(payment, outcome)).toBe(brings)
  })

  it('is booked once, in whatever steps the total grows', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 1 }), (totals) => {
        const known: Surplus[] = []
        for (const total of totals) {
          const capturedMinor = newSurplusMinor(PAID, known, moneyOf(total))
          if (capturedMinor > 0) known.push({ ...NOTHING, capturedMinor })
        }
        const booked = known.reduce((sum, one) => sum + one.capturedMinor, PRICE)
        expect(booked).toBe(Math.max(PRICE, ...totals))
      }),
    )
  })

  it('loses first what is taken back, and nothing of a reversal is lost or counted twice', () => {
    fc.assert(
      fc.property(
        fc.array(surplus),
        fc.nat(2000),
        fc.nat(20_000),
        (known, reversedMinor, total) => {
          const { ofPayment, ofSurpluses } = reversalOf(reversedMinor, known, total)
          const before = known.reduce((sum, one) => sum + one.reversedMinor, reversedMinor)
          const after = ofSurpluses.reduce((sum, one) => sum + one, ofPayment)
          expect(after).toBe(Math.max(before, total))
          expect(ofPayment).toBeGreaterThanOrEqual(reversedMinor)
          const left = known.map((one, index) => {
            const own = ofSurpluses[index] ?? -1
            expect(own).toBeGreaterThanOrEqual(one.reversedMinor)
            expect(own + one.returnedMinor).toBeLessThanOrEqual(one.capturedMinor)
            return one.capturedMinor - own - one.returnedMinor
          })
          expect(ofPayment > reversedMinor && Math.max(0, ...left) > 0).toBe(false)
        },
      ),
    )
  })

  it('the latest goes first', () => {
    const one = { ...NOTHING, capturedMinor: PRICE }
    const shared = reversalOf(0, [one, one], PRICE + 1)
    expect(shared).toEqual({ ofPayment: 0, ofSurpluses: [1, PRICE] })
  })

  it('R-92: gets back last what is given back again, and nobody gets more than was taken', () => {
    fc.assert(
      fc.property(
        fc.array(surplus),
        fc.nat(2000),
        fc.nat(20_000),
        fc.nat(20_000),
        (known, reversedMinor, reversed, reinstated) => {
          const payment = { reversedMinor, reinstatedMinor: 0 }
          const totals = { reversedMinor: reversed, reinstatedMinor: reinstated }
          const { ofPayment, ofSurpluses } = shareTakenBack(payment, known, totals)
          const all = [ofPayment, ...ofSurpluses]
          const taken = all.reduce((sum, one) => sum + one.reversedMinor, 0)
          const again = all.reduce((sum, one) => sum + one.reinstatedMinor, 0)
          expect(again).toBe(Math.min(taken, reinstated))
          for (const one of all) expect(one.reinstatedMinor).toBeLessThanOrEqual(one.reversedMinor)
          const ofOthers = again - ofPayment.reinstatedMinor
          expect(ofOthers === 0 || ofPayment.reinstatedMinor === ofPayment.reversedMinor).toBe(true)
        },
      ),
    )
  })
})
