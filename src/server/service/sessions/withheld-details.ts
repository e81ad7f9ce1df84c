import type { SessionForCheckout } from '../../database/sessions/sessions.ts'

const DETAILS_SHOWN_MS = 86_400_000

/** Whether a session ended unpaid so long ago that its page shows only that it ended. */
export function withholdsDetails(
  { status, paymentStatus, canceledAt, expiresAt, payment }: SessionForCheckout,
  now: Date,
): boolean {
  if ((status !== 'expired' && status !== 'canceled') || paymentStatus !== 'unpaid') return false
  // A pending payment keeps its session open past its expiry.
  const lastMoveMs = payment?.updatedAt.getTime() ?? 0
  const endedMs = Math.max((canceledAt ?? expiresAt).getTime(), lastMoveMs)
  return now.getTime() - endedMs >= DETAILS_SHOWN_MS
}

/** Removes order, amount and customer from a session. Receipts of paid sessions are not affected. */
export function withoutDetails(session: SessionForCheckout): SessionForCheckout {
  return {
    ...session,
    amountMinor: 0,
    amountRefundedMinor: 0,
    orderReference: null,
    payment: null,
    details: {
      ...session.details,
      lineItems: [],
      discounts: [],
      paymentMethodDiscounts: {},
      shipping: null,
      tax: null,
      installments: null,
      description: null,
      customer: null,
      prefill: null,
    },
  }
}
