import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import { paidCheckout } from '#contract/openapi/example-values.ts'
import type { Receipt } from '#server/service/mails/receipt.ts'

export const RECEIPT_URL = 'https://checkout.example/c/4tT0b2QpWm7RzX1cVnK8sLdEyHjGfAuNi'

/** A receipt of a card payment, with changes. */
export function exampleReceipt(
  changes: Partial<Checkout> = {},
  { locale = 'en', payment = {} }: { locale?: string; payment?: Partial<CheckoutPayment> } = {},
): Receipt {
  const paid = paidCheckout.payment
  if (paid === null) throw new Error('the example is not paid')
  return {
    to: 'ana@example.com',
    locales: [locale],
    checkout: { ...paidCheckout, ...changes, payment: { ...paid, ...payment } },
    url: RECEIPT_URL,
  }
}
