import type { Checkout, CheckoutPayment, PaymentAction } from '../../../contract/checkout.ts'
import { cardPayment } from '../../../contract/openapi/example-values.ts'
import type { PaymentMethod } from '../../../contract/payment.ts'
import { firstMethod, methodOfAction, METHODS } from '../../../domain/methods/methods.ts'

/** A session with a payment. */
export type CheckoutWithPayment = Checkout & { payment: CheckoutPayment }

/** A time relative to the session's own. */
export function inMinutes({ now }: Pick<Checkout, 'now'>, minutes: number, seconds = 0): string {
  return new Date(Date.parse(now) + (minutes * 60 + seconds) * 1000).toISOString()
}

/** A session with a payment, by card if it accepts cards. */
export function withPayment(
  open: Checkout,
  payment: Partial<CheckoutPayment>,
  changes: Partial<Checkout> = {},
): CheckoutWithPayment {
  const method = payment.method ?? methodOf(open)
  return {
    ...open,
    version: 2,
    attemptsLeft: 9,
    ...changes,
    payment: {
      ...cardPayment,
      id: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
      status: 'created',
      method,
      amount: open.amount,
      card: METHODS[method].needsSealedCard ? cardPayment.card : null,
      createdAt: inMinutes(open, -1),
      succeededAt: null,
      ...payment,
    },
  }
}

function methodOf({ paymentMethods }: Checkout): PaymentMethod {
  const byCard = paymentMethods.find((method) => METHODS[method].needsSealedCard)
  return byCard ?? firstMethod(paymentMethods)
}

export function declined(
  open: Checkout,
  declineCode: CheckoutPayment['declineCode'],
  changes: Partial<Checkout> = {},
): CheckoutWithPayment {
  return withPayment(open, { status: 'failed', declineCode, retryable: true }, changes)
}

/** A session whose payment awaits an action of the shopper. */
export function awaitingAction(open: Checkout, action: PaymentAction): CheckoutWithPayment {
  return withPayment(
    open,
    { status: 'requires_action', method: methodOfAction(action.type), action },
    { paymentStatus: 'requires_action' },
  )
}

export function paid(
  open: Checkout,
  changes: Partial<Checkout> = {},
  payment: Partial<CheckoutPayment> = {},
): CheckoutWithPayment {
  return withPayment(
    open,
    { status: 'succeeded', succeededAt: inMinutes(open, 0), ...payment },
    {
      status: 'complete',
      paymentStatus: 'paid',
      cardEncryptionKey: null,
      merchantNotified: true,
      ...changes,
    },
  )
}

/** Paid in the session's longest installment plan. */
export function paidInInstallments(open: Checkout): CheckoutWithPayment {
  const plan = open.installments?.at(-1)
  if (plan === undefined) return paid(open)
  return paid(open, {}, { method: 'card', installments: plan.count, amount: plan.total })
}

/** A session that can no longer be paid. */
export function ended(
  open: Checkout,
  status: 'expired' | 'canceled',
  changes: Partial<Checkout> = {},
  payment?: Partial<CheckoutPayment>,
): Checkout {
  const over = { status, version: 2, cardEncryptionKey: null, ...changes }
  return payment === undefined ? { ...open, ...over } : withPayment(open, payment, over)
}
