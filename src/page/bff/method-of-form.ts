import type { Context } from 'hono'
import type { Checkout } from '#contract/checkout.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { METHODS } from '#domain/methods/methods.ts'

/** The payment method of the form that the URL requests; `null` when absent or not offered. */
export function methodOfForm(
  context: Context,
  { status, paymentMethods }: Checkout,
): PaymentMethod | null {
  const wanted = context.req.query('pay')
  const method = paymentMethods.find((method) => method === wanted)
  const isPlain = method !== undefined && METHODS[method].hasPlainForm
  return status === 'open' && isPlain ? method : null
}
