import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { installmentOptions } from './installments.ts'

const plan = fc.record({
  max: fc.integer({ min: 1, max: LIMITS.installmentsMax }),
  minimumPerInstallment: fc.nat(5000),
  interestFree: fc.integer({ min: 1, max: LIMITS.installmentsMax }),
  monthlyInterestBasisPoints: fc.nat(LIMITS.monthlyInterestBasisPointsMax),
})
const amount = fc.oneof(
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.integer({ min: 1, max: LIMITS.amountMinorMax }),
)

/** Whether the present value of the installments covers the amount, in exact arithmetic. */
function repays(perInstallment: number, count: number, amountMinor: number, basisPoints: number) {
  // amount * (1+r)^n <= per * ((1+r)^(n-1) + … + 1), with r = basisPoints / 10000, all times 10000^n.
  const growth = BigInt(10_000 + basisPoints)
  let owed = BigInt(amountMinor)
  let paid = 0n
  for (let month = 0; month < count; month++) {
    owed *= growth
    paid = paid * growth + BigInt(perInstallment) * 10_000n ** BigInt(month + 1)
  }
  return paid >= owed
}

// tests guard: exact-installments

describe('installmentOptions', () => {
  it('begins with a single payment and goes up by one, in whole units', () => {
    fc.assert(
      fc.property(amount, plan, (amountMinor, plan) => {
        const options = installmentOptions(amountMinor, plan)
        expect(options[0]).toEqual({
          count: 1,
          perInstallment: amountMinor,
          total: amountMinor,
          interestFree: true,
          interest: 0,
          monthlyInterestBasisPoints: 0,
        })
        expect(options.map(({ count }) => count)).toEqual(options.map((_, index) => index + 1))
        expect(options.length).toBeLessThanOrEqual(plan.max)
        for (const option of options) {
          const { count, perInstallment, total, interestFree } = option
          expect(option.interest).toBe(total - amountMinor)
          expect(option.monthlyInterestBasisPoints).toBe(
            interestFree ? 0 : plan.monthlyInterestBasisPoints,
          )
          expect(Number.isSafeInteger(perInstallment) && Number.isSafeInteger(total)).toBe(true)
          expect(total).toBeLessThanOrEqual(LIMITS.amountMinorMax)
          expect(Math.floor(total / count)).toBeGreaterThanOrEqual(1)
          expect(count === 1 || Math.floor(total / count) >= plan.minimumPerInstallment).toBe(true)
          expect(interestFree).toBe(
            count <= plan.interestFree || plan.monthlyInterestBasisPoints === 0,
          )
          expect(interestFree ? total === amountMinor : total >= amountMinor).toBe(true)
          expect(interestFree ? perInstallment : perInstallment * count).toBe(
            interestFree ? Math.ceil(total / count) : total,
          )
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('S-128: charges interest that repays the amount, and no unit more', () => {
    fc.assert(
      fc.property(
        fc.oneof(amount, fc.integer({ min: 10 ** 11, max: 249_999_999_999 })),
        plan,
        (amountMinor, plan) => {
          const { monthlyInterestBasisPoints: basisPoints } = plan
          for (const { count, perInstallment, interestFree } of installmentOptions(
            amountMinor,
            plan,
          )) {
            if (interestFree) continue
            expect(repays(perInstallment, count, amountMinor, basisPoints)).toBe(true)
            expect(repays(perInstallment - 1, count, amountMinor, basisPoints)).toBe(false)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    // R$ 1.000,00 in 12 at 1.99 % a month: 94.50 and a fraction by the Price table.
    [100_000, 12, 199, 9_451],
    [100_000, 2, 1000, 57_620],
    // Exactly 121: floating-point error must not add a unit.
    [210, 2, 1000, 121],
    [25_990, 10, 0, 2_599],
    // S-128: floating point is a unit too high, and a unit too low.
    [231_836_657_744, 2, 29, 116_422_816_968],
    [145_492_357_137, 2, 13, 72_888_064_333],
  ])('%d in %d at %d basis points is %d a month', (amountMinor, max, rate, perInstallment) => {
    const options = installmentOptions(amountMinor, {
      max,
      minimumPerInstallment: 0,
      interestFree: 1,
      monthlyInterestBasisPoints: rate,
    })
    expect(options.at(-1)).toMatchObject({ count: max, perInstallment })
  })

  it('never splits a unit', () => {
    const options = installmentOptions(2, {
      max: 12,
      minimumPerInstallment: 0,
      interestFree: 12,
      monthlyInterestBasisPoints: 0,
    })
    expect(options.map(({ count }) => count)).toEqual([1, 2])
  })
})
