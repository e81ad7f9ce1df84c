import { LIMITS } from '#contract/limits.ts'
import { isCurrency } from './currency.ts'
import { writtenAmount } from './money.ts'
import type { FieldProblem } from '#contract/problem.ts'
import type { CreateSession } from '#contract/session.ts'

type Priced = Pick<CreateSession, 'amount' | 'lineItems' | 'discounts' | 'shipping' | 'tax'>

export type TotalResult = { ok: true; amountMinor: number } | { ok: false; errors: FieldProblem[] }

/**
 * A session's total in minor units: lines - discounts + shipping + tax, which must equal `amount` where both are sent.
 * Without lines it is `amount`. Sums are exact: every product is checked against the limit.
 */
export function totalOf(body: Priced, currency?: string): TotalResult {
  const { amount, lineItems, discounts, shipping, tax } = body
  if (lineItems === undefined) {
    if (amount === undefined)
      return wrong('amount', 'required', 'either amount or lineItems is required')
    return { ok: true, amountMinor: amount }
  }
  const totals = lineItems.map((line) => line.quantity * line.unitAmount)
  const errors = totals.flatMap((total, index) =>
    total > LIMITS.amountMinorMax ? [tooMuch(`lineItems.${index}`, 'the line')] : [],
  )
  if (errors.length > 0) return { ok: false, errors }
  let total = (shipping?.amount ?? 0) + (tax?.amount ?? 0)
  for (const lineTotal of totals) total += lineTotal
  for (const discount of discounts) total -= discount.amount
  if (total > LIMITS.amountMinorMax)
    return { ok: false, errors: [tooMuch('lineItems', 'the total')] }
  if (total < 1)
    return wrong(
      discounts.length > 0 ? 'discounts' : 'lineItems',
      'too_small',
      'the total must be at least 1',
    )
  if (amount !== undefined && amount !== total)
    return wrong(
      'amount',
      'amount_mismatch',
      `must equal lines - discounts + shipping + tax, which is ${total}${inCurrency(total, currency)}`,
    )
  return { ok: true, amountMinor: total }
}

/** The amount in its currency, in parentheses, for a message; empty when the currency is not known. */
function inCurrency(amountMinor: number, currency: string | undefined): string {
  return currency !== undefined && isCurrency(currency)
    ? ` (${writtenAmount(amountMinor, currency)})`
    : ''
}

function tooMuch(path: string, what: string): FieldProblem {
  return { path, code: 'too_big', message: `${what} is more than ${LIMITS.amountMinorMax}` }
}

function wrong(path: string, code: string, message: string): TotalResult {
  return { ok: false, errors: [{ path, code, message }] }
}
