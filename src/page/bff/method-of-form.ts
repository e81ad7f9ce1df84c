import type { Context } from 'hono'
import type { Checkout } from '../../contract/checkout.ts'
import type { PaymentMethod } from '../../contract/payment.ts'
import { METHODS } from '../../domain/methods/methods.ts'

/** By which method the address wants to pay in a form without script; `null` when none, or none that is offered. */
export function methodOfForm(
  context: Context,
  { status, paymentMethods }: Checkout,
): PaymentMethod | null {
  const wanted = context.req.query('pay')
  const method = paymentMethods.find((method) => method === wanted)
  const isPlain = method !== undefined && METHODS[method].hasPlainForm
  return status === 'open' && isPlain ? method : null
}
