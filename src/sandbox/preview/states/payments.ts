import type { Checkout, CheckoutPayment, PaymentAction } from '#contract/checkout.ts'
import { cardPayment } from '#contract/openapi/example-values.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { firstMethod, methodOfAction, METHODS } from '#domain/methods/methods.ts'

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
      amount: priceBy(method, open),
      discount: open.amount - priceBy(method, open),
      moneyTaken: payment.status === 'succeeded',
      card: METHODS[method].needsSealedCard ? cardPayment.card : null,
      createdAt: inMinutes(open, -1),
      succeededAt: null,
      ...payment,
    },
  }
}

/** What an open session costs by a method, in minor units. */
export function priceBy(
  method: PaymentMethod,
  { amount, paymentMethodDiscounts }: Checkout,
): number {
  return paymentMethodDiscounts[method]?.total ?? amount
}

function methodOf({ paymentMethods }: Checkout): PaymentMethod {
  const byCard = paymentMethods.find((method) => METHODS[method].needsSealedCard)
  return byCard ?? firstMethod(paymentMethods)
}

export function declined(
  open: Checkout,
  declineCode: CheckoutPayment['declineCode'],
  changes: Partial<Checkout> = {},
  payment: Partial<CheckoutPayment> = {},
): CheckoutWithPayment {
  return withPayment(open, { status: 'failed', declineCode, retryable: true, ...payment }, changes)
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
    {
      status: 'succeeded',
      succeededAt: inMinutes(open, 0),
      ...namesOf(payment.method ?? methodOf(open), open),
      ...payment,
    },
    {
      status: 'complete',
      paymentStatus: 'paid',
      cardEncryptionKey: null,
      merchantNotified: true,
      ...changes,
    },
  )
}

const HELD_DAYS = 7
const MINUTES_OF_DAY = 24 * 60

/** A session whose payment is held until the merchant captures it. */
export function held(open: Checkout): CheckoutWithPayment {
  return withPayment(
    open,
    {
      status: 'authorized',
      amountAuthorized: open.amount,
      captureBefore: inMinutes(open, HELD_DAYS * MINUTES_OF_DAY),
    },
    { paymentStatus: 'authorized', merchantNotified: true },
  )
}

/** The facts that a payer's bank shows of a payment; none if the method does not have them. */
function namesOf(method: PaymentMethod, open: Checkout): Partial<CheckoutPayment> {
  if (!METHODS[method].namesPayee) return {}
  return {
    payeeName: open.merchant.legalName ?? open.merchant.name,
    paidAt: inMinutes(open, 0),
    endToEndId: 'E99999999202611201942zHFF5SlmgzB',
  }
}

/** Paid in the session's longest installment plan. */
export function paidInInstallments(open: Checkout): CheckoutWithPayment {
  const plan = open.installments?.at(-1)
  if (plan === undefined) return paid(open)
  const { count, total, interest, monthlyInterestBasisPoints } = plan
  return paid(
    open,
    {},
    { method: 'card', installments: count, amount: total, interest, monthlyInterestBasisPoints },
  )
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
