import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { totalOf } from './totals.ts'

const amount = fc.oneof(
  fc.nat(LIMITS.amountMinorMax),
  fc.nat(1000),
  fc.constant(LIMITS.amountMinorMax),
)
const labeled = amount.map((amount) => ({ label: 'x', amount }))
const quantity = fc.oneof(
  fc.integer({ min: 1, max: LIMITS.quantityMax }),
  fc.integer({ min: 1, max: 9 }),
)
const line = fc.record({ name: fc.constant('x'), quantity, unitAmount: amount })
const priced = fc.record({
  lineItems: fc.array(line, { minLength: 1, maxLength: 200 }),
  discounts: fc.array(labeled, { maxLength: 20 }),
  shipping: fc.option(labeled, { nil: undefined }),
  tax: fc.option(labeled, { nil: undefined }),
  amount: fc.constant(undefined),
})

/** The same sum in BigInt. */
function exactTotal(body: Parameters<typeof totalOf>[0]): bigint {
  let total = BigInt(body.shipping?.amount ?? 0) + BigInt(body.tax?.amount ?? 0)
  for (const { quantity, unitAmount } of body.lineItems ?? [])
    total += BigInt(quantity) * BigInt(unitAmount)
  for (const discount of body.discounts) total -= BigInt(discount.amount)
  return total
}

describe('totalOf', () => {
  it('is exact, or an error when it is too large or below 1', () => {
    fc.assert(
      fc.property(priced, (body) => {
        const exact = exactTotal(body)
        const result = totalOf(body)
        const isLineTooMuch = body.lineItems.some(
          ({ quantity, unitAmount }) =>
            BigInt(quantity) * BigInt(unitAmount) > BigInt(LIMITS.amountMinorMax),
        )
        const isAllowed = !isLineTooMuch && exact >= 1n && exact <= BigInt(LIMITS.amountMinorMax)
        expect(result.ok).toBe(isAllowed)
        expect(result.ok ? BigInt(result.amountMinor) : exact).toBe(exact)
      }),
      { numRuns: 2000 },
    )
  })

  it('requires an amount sent with lines to equal their total', () => {
    fc.assert(
      fc.property(priced, fc.integer({ min: 1, max: 9 }), (body, off) => {
        const result = totalOf(body)
        if (!result.ok) return
        expect(totalOf({ ...body, amount: result.amountMinor })).toEqual(result)
        expect(totalOf({ ...body, amount: result.amountMinor + off })).toMatchObject({
          ok: false,
          errors: [{ path: 'amount', code: 'amount_mismatch' }],
        })
      }),
    )
  })

  it('is the amount without lines', () => {
    expect(
      totalOf({
        amount: 7,
        lineItems: undefined,
        discounts: [],
        shipping: undefined,
        tax: undefined,
      }),
    ).toEqual({ ok: true, amountMinor: 7 })
  })

  it.each([
    [1, true],
    [0, false],
    [LIMITS.amountMinorMax, true],
    [LIMITS.amountMinorMax + 1, false],
  ])('may be %d: %s', (total, ok) => {
    const half = Math.floor(total / 2)
    const body = {
      amount: undefined,
      lineItems: [half, total - half].map((unitAmount) => ({ name: 'x', quantity: 1, unitAmount })),
      discounts: [],
      shipping: undefined,
      tax: undefined,
    }
    expect(totalOf(body).ok).toBe(ok)
  })
})
