import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasMoreTakenBack, isExplained, leftMinorOf, netReversedMinor } from './reversal.ts'
import { shareTakenBack } from './surplus.ts'

const minor = fc.nat(1000)
const money = { status: 'succeeded', capturedMinor: 1000, currency: 'BRL' } as const
const NOTHING = { reversedMinor: 0, reinstatedMinor: 0 }
const PAYMENT = { capturedMinor: 1000, capturedCurrency: null, currency: 'BRL' }

describe('R-56, R-92: the totals that were taken back and given back again', () => {
  it('never fall, and are the greatest that were said, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(minor, minor)), (said) => {
        let known = NOTHING
        let increases = 0
        for (const [reversedMinor, reinstatedMinor] of said) {
          const outcome = { ...money, reversedMinor, reinstatedMinor }
          const after = shareTakenBack(known, [], outcome).ofPayment
          expect(after.reversedMinor).toBeGreaterThanOrEqual(known.reversedMinor)
          expect(after.reinstatedMinor).toBeGreaterThanOrEqual(known.reinstatedMinor)
          const isSame = !hasMoreTakenBack(known, outcome)
          expect(isSame ? after : known).toEqual(known)
          if (after.reversedMinor > known.reversedMinor) increases += 1
          known = after
        }
        expect(known.reversedMinor).toBe(Math.max(0, ...said.map(([reversed]) => reversed)))
        expect(increases).toBeLessThanOrEqual(new Set(said.map(([reversed]) => reversed)).size)
      }),
    )
  })

  it('come to the same, whatever is said first, since each outcome states both', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(minor, minor), { minLength: 1 }), (steps) => {
        // The processor's totals so far, after each step.
        let [reversedMinor, reinstatedMinor] = [0, 0]
        const said = steps.map(([back, again]) => {
          reversedMinor += back
          reinstatedMinor = Math.min(reversedMinor, reinstatedMinor + again)
          return { reversedMinor, reinstatedMinor }
        })
        const last = said.at(-1) ?? NOTHING
        const booked = [last, ...said.toReversed(), ...said].reduce(
          (known, totals) => shareTakenBack(known, [], totals).ofPayment,
          NOTHING,
        )
        expect(booked).toEqual(last)
      }),
    )
  })

  it('leave what was neither refunded nor taken back, and never less than nothing', () => {
    fc.assert(
      fc.property(
        minor,
        minor,
        minor,
        minor,
        (capturedMinor, refundedMinor, reversedMinor, reinstatedMinor) => {
          const takenBack = { reversedMinor, reinstatedMinor }
          const left = leftMinorOf({ capturedMinor, refundedMinor, ...takenBack })
          expect(left).toBeGreaterThanOrEqual(0)
          expect(left).toBeLessThanOrEqual(capturedMinor)
          const gone = refundedMinor + netReversedMinor(takenBack)
          expect(left === 0 || left + gone === capturedMinor).toBe(true)
        },
      ),
    )
  })

  it('a reinstatement that overtakes its reversal gives nothing', () => {
    const early = shareTakenBack(NOTHING, [], { reversedMinor: 0, reinstatedMinor: 500 })
    expect(early.ofPayment).toEqual(NOTHING)
    expect(leftMinorOf({ ...PAYMENT, refundedMinor: 0, ...NOTHING, reinstatedMinor: 500 })).toBe(
      1000,
    )
  })

  it('are not part of an outcome without money', () => {
    expect(hasMoreTakenBack(NOTHING, { status: 'processing' })).toBe(false)
  })

  it.each([
    ['all', { ...money, reversedMinor: 1000 }, true],
    ['more than all', { ...money, reversedMinor: 1001 }, false],
    [
      'all twice, given back between',
      { ...money, reversedMinor: 2000, reinstatedMinor: 1000 },
      true,
    ],
    ['all twice at once', { ...money, reversedMinor: 2000 }, false],
    ['another currency', { ...money, currency: 'USD', reversedMinor: 1 }, false],
    ['another currency, but nothing', { ...money, currency: 'USD' }, true],
    ['no money', { status: 'processing' }, true],
  ] as const)('can be: %s', (_, outcome, can) => {
    expect(isExplained(PAYMENT, outcome)).toBe(can)
  })
})
