import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import { cardPayment } from '#contract/openapi/example-values.ts'
import { sampleCheckout } from '#contract/openapi/sample-checkout.ts'
import type { PageCheckout, PageSum } from '#contract/page.ts'
import { discountedMethods, plansOf } from '#domain/method-discounts.ts'
import { totalOf } from '#domain/totals.ts'
import { pageCheckout } from '../bff/page-view.ts'
import { priceOf, type Terms } from './price.ts'

const minor = fc.integer({ min: 1, max: 1_000_000 })
const labeled = fc.record({ label: fc.constant('label'), amount: fc.nat(1_000) })

const withLines = fc
  .record({
    lineItems: fc.array(
      fc.record({
        name: fc.constant('book'),
        quantity: fc.integer({ min: 1, max: 9 }),
        unitAmount: minor,
      }),
      { minLength: 1, maxLength: 4 },
    ),
    discounts: fc.array(labeled, { maxLength: 2 }),
    shipping: fc.option(labeled),
    tax: fc.option(labeled),
  })
  .map(({ shipping, tax, ...order }) => {
    const charges = { ...(shipping && { shipping }), ...(tax && { tax }) }
    const total = totalOf({ ...order, ...charges, amount: undefined })
    return { ...order, shipping, tax, amount: total.ok ? total.amountMinor : 0 }
  })
  .filter(({ amount }) => amount > 0)
const withoutLines = minor.map((amount) => ({
  lineItems: [],
  discounts: [],
  shipping: null,
  tax: null,
  amount,
}))

const plan = fc.record({
  max: fc.integer({ min: 1, max: 24 }),
  minimumPerInstallment: fc.constant(0),
  interestFree: fc.integer({ min: 1, max: 12 }),
  monthlyInterestBasisPoints: fc.nat(2_000),
})

const discount = fc.option(fc.record({ basisPoints: fc.integer({ min: 1, max: 9_999 }) }))

/** A session with its plans and discounts, as the API presents it; an older server leaves out the interest. */
const checkout = fc
  .record({
    order: fc.oneof(withLines, withoutLines),
    plan,
    isOld: fc.boolean(),
    card: discount,
    pix: discount,
  })
  .map(({ order, plan, isOld, card, pix }): Checkout => {
    const given = isOld ? {} : { ...(card && { card }), ...(pix && { pix }) }
    const { paymentMethods } = sampleCheckout
    const details = { paymentMethods, installments: plan, paymentMethodDiscounts: given }
    const priced = { amountMinor: order.amount, details }
    const paymentMethodDiscounts = discountedMethods(priced)
    const options = plansOf(priced) ?? []
    const installments = isOld
      ? options.map(({ count, perInstallment, total, interestFree }) => ({
          count,
          perInstallment,
          total,
          interestFree,
        }))
      : options
    return { ...sampleCheckout, ...order, installments, paymentMethodDiscounts }
  })

/** Payments by the session's plans and by Pix: of what was asked, and of other amounts that were accepted. */
function paymentsOf(session: Checkout): CheckoutPayment[] {
  const { id, createdAt } = cardPayment
  const { card, pix } = session.paymentMethodDiscounts
  const paidByCard = { ...cardPayment, discount: card?.discount ?? 0 }
  const { interest: _, ...older } = { ...paidByCard, id, createdAt }
  const paidByPix = {
    ...cardPayment,
    method: 'pix',
    discount: pix?.discount ?? 0,
    amount: pix?.total ?? session.amount,
  } as const
  const byCard = (session.installments ?? []).flatMap(({ count, total, interest = null }) => [
    { ...paidByCard, installments: count, amount: total, interest },
    { ...older, installments: count, amount: total },
    { ...paidByCard, installments: count, amount: total + 77, interest },
    { ...paidByCard, installments: count, amount: Math.max(1, total - 77), interest },
  ])
  return [...byCard, paidByPix, { ...paidByPix, amount: paidByPix.amount + 77 }]
}

/** What the rows add up to, from the last subtotal, else from the lines, else from the plain amount. */
function addedUp({ amount, lines }: PageCheckout, sums: readonly PageSum[]): number {
  const from = sums.findLastIndex(({ kind }) => kind === 'subtotal')
  const ofLines = lines.reduce((sum, { total }) => sum + total.minor, 0)
  const base = sums[from]?.amount.minor ?? (lines.length > 0 ? ofLines : amount.minor)
  return sums
    .slice(from + 1)
    .reduce((sum, { kind, amount }) => sum + (kind === 'discount' ? -1 : 1) * amount.minor, base)
}

function expectToAddUp(page: PageCheckout, terms: Terms | null): void {
  const { sums, total } = priceOf(page, terms)
  expect(addedUp(page, sums)).toBe(total.minor)
}

describe('priceOf', () => {
  it('has rows that add up to the total, by every plan and for every payment', () => {
    fc.assert(
      fc.property(checkout, (session) => {
        const page = pageCheckout(session, 'pt-BR')
        const ofMethods = Object.values(page.methodDiscounts ?? {})
        for (const terms of [null, ...(page.installments ?? []), ...ofMethods])
          expectToAddUp(page, terms)
        for (const payment of paymentsOf(session)) {
          const paid = pageCheckout({ ...session, payment }, 'pt-BR').payment
          if (paid === null) throw new Error('the page does not show the payment')
          expect(paid.amount.minor).toBe(payment.amount)
          expectToAddUp(page, { total: paid.amount, adjustments: paid.adjustments })
        }
      }),
    )
  })

  it('takes the discount of a method off', () => {
    const paymentMethodDiscounts = { pix: { basisPoints: 500, discount: 1_300, total: 24_690 } }
    const page = pageCheckout({ ...sampleCheckout, paymentMethodDiscounts }, 'pt-BR')
    expect(page.methodDiscounts).toMatchObject({ pix: { text: '5% de desconto' } })
    const { sums, total } = priceOf(page, page.methodDiscounts?.['pix'] ?? null)
    expect(total.text).toBe('R$\u00a0246,90')
    expect(sums.slice(-2)).toEqual([
      { kind: 'subtotal', label: null, amount: { minor: 25_990, text: 'R$\u00a0259,90' } },
      { kind: 'discount', label: 'Pix', amount: { minor: 1_300, text: 'R$\u00a013,00' } },
    ])
  })

  it('adds interest only by a plan that has some', () => {
    const page = pageCheckout(sampleCheckout, 'pt-BR')
    const kinds = page.installments?.map((terms) =>
      priceOf(page, terms).sums.map(({ kind }) => kind),
    )
    const ofOrder = ['shipping']
    expect(kinds).toEqual([ofOrder, ofOrder, ofOrder, [...ofOrder, 'subtotal', 'interest']])
    expect(priceOf(page, page.installments?.at(-1) ?? null).sums.at(-1)).toEqual({
      kind: 'interest',
      label: null,
      amount: { minor: 3_494, text: 'R$\u00a034,94' },
      plan: { count: 12, monthlyRate: '1,99%' },
    })
  })
})
