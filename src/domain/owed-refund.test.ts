import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { owedRefundDelayMs, owedRefundMinor } from './owed-refund.ts'

const MINUTE_MS = 60_000

describe('R-52: the backoff of owed refunds', () => {
  it('R-52: begins with a minute, doubles, and ends at six hours', () => {
    const minutes = Array.from(
      { length: 12 },
      (_, index) => owedRefundDelayMs(index + 1) / MINUTE_MS,
    )
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
  })

  it('R-52: never shrinks, and never ends', () => {
    fc.assert(
      fc.property(fc.nat(), (tries) => {
        expect(owedRefundDelayMs(tries)).toBeGreaterThanOrEqual(MINUTE_MS)
        expect(owedRefundDelayMs(tries)).toBeLessThanOrEqual(360 * MINUTE_MS)
        expect(owedRefundDelayMs(tries + 1)).toBeGreaterThanOrEqual(owedRefundDelayMs(tries))
      }),
    )
  })
})

describe('R-52: the automatic refunds of what is owed', () => {
  const owed = fc.record({
    leftMinor: fc.integer({ min: 1 }),
    amountMinor: fc.integer({ min: 1 }),
    refundTries: fc.nat({ max: 100 }),
  })

  it('begin with all that is left, and are then no larger than what was asked', () => {
    fc.assert(
      fc.property(owed, ({ leftMinor, ...payment }) => {
        const first = owedRefundMinor(leftMinor, { ...payment, refundTries: 0 })
        expect(first).toBe(leftMinor)
        const later = owedRefundMinor(leftMinor, { ...payment, refundTries: 1 })
        expect(later).toBe(Math.min(leftMinor, payment.amountMinor))
      }),
    )
  })

  it('are never nothing, and never more than is left', () => {
    fc.assert(
      fc.property(owed, ({ leftMinor, ...payment }) => {
        const refundMinor = owedRefundMinor(leftMinor, payment)
        expect(refundMinor).toBeGreaterThan(0)
        expect(refundMinor).toBeLessThanOrEqual(leftMinor)
      }),
    )
  })
})
