import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grownReversal, leftMinorOf } from './reversal.ts'

const minor = fc.nat(1000)

describe('R-56: the total that was taken back', () => {
  it('never falls, and is the greatest that was said, in any order', () => {
    fc.assert(
      fc.property(fc.array(minor), (totals) => {
        let reversedMinor = 0
        let increases = 0
        for (const total of totals) {
          const outcome = { status: 'succeeded', capturedMinor: 10, currency: 'BRL' } as const
          const grown = grownReversal({ reversedMinor }, { ...outcome, reversedMinor: total })
          if (grown !== undefined) increases += 1
          reversedMinor = grown ?? reversedMinor
        }
        expect(reversedMinor).toBe(Math.max(0, ...totals))
        expect(increases).toBeLessThanOrEqual(new Set(totals).size)
      }),
    )
  })

  it('leaves what was neither refunded nor taken back, and never less than nothing', () => {
    fc.assert(
      fc.property(minor, minor, minor, (capturedMinor, refundedMinor, reversedMinor) => {
        const left = leftMinorOf({ capturedMinor, refundedMinor, reversedMinor })
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left === 0 || left + refundedMinor + reversedMinor === capturedMinor).toBe(true)
      }),
    )
  })

  it('is not part of an outcome without money', () => {
    expect(grownReversal({ reversedMinor: 0 }, { status: 'processing' })).toBeUndefined()
  })
})
