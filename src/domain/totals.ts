import { LIMITS } from '../contract/limits.ts'
import type { CreateSession } from '../contract/session.ts'

type Priced = Pick<CreateSession, 'amount' | 'lineItems' | 'discounts' | 'shipping' | 'tax'>

export type TotalResult =
  | { ok: true; amountMinor: number }
  | { ok: false; path: string; code: string; message: string }

/**
 * What a session costs in minor units: lines - discounts + shipping + tax, and exactly `amount` where both are sent.
 * Without lines `amount` stands alone. Sums are exact: every product is checked against the limit.
 */
export function totalOf(body: Priced): TotalResult {
  const { amount, lineItems, discounts, shipping, tax } = body
  if (lineItems === undefined) {
    if (amount === undefined)
      return wrong('amount', 'required', 'either amount or lineItems is required')
    return { ok: true, amountMinor: amount }
  }
  let total = (shipping?.amount ?? 0) + (tax?.amount ?? 0)
  for (const [index, line] of lineItems.entries()) {
    const lineTotal = line.quantity * line.unitAmount
    if (lineTotal > LIMITS.amountMinorMax)
      return wrong(
        `lineItems.${index}`,
        'too_big',
        `the line is more than ${LIMITS.amountMinorMax}`,
      )
    total += lineTotal
  }
  for (const discount of discounts) total -= discount.amount
  if (total > LIMITS.amountMinorMax)
    return wrong('lineItems', 'too_big', `the total is more than ${LIMITS.amountMinorMax}`)
  if (total < 1) return wrong('discounts', 'too_small', 'the total must be at least 1')
  if (amount !== undefined && amount !== total)
    return wrong(
      'amount',
      'amount_mismatch',
      `must equal lines - discounts + shipping + tax, which is ${total}`,
    )
  return { ok: true, amountMinor: total }
}

function wrong(path: string, code: string, message: string): TotalResult {
  return { ok: false, path, code, message }
}
