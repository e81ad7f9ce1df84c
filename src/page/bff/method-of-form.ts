import type { Context } from 'hono'
import type { Checkout } from '../../contract/checkout.ts'
import type { PaymentMethod } from '../../contract/payment.ts'

/** The methods that work without script; a card needs it to be encrypted. */
const PLAIN_METHODS = ['pix', 'boleto'] as const

/** By which method the address wants to pay in a form without script; `null` when none, or none that is offered. */
export function methodOfForm(
  context: Context,
  { status, paymentMethods }: Checkout,
): PaymentMethod | null {
  const wanted = context.req.query('pay')
  const method = PLAIN_METHODS.find((method) => method === wanted)
  return status === 'open' && method !== undefined && paymentMethods.includes(method)
    ? method
    : null
}
