import type { SessionForCheckout } from '../../database/sessions.ts'

const DETAILS_SHOWN_MS = 86_400_000

/** Whether a session ended without a payment so long ago that its page tells nothing of it but that. */
export function isLongOver(
  { status, paymentStatus, canceledAt, expiresAt, payment }: SessionForCheckout,
  now: Date,
): boolean {
  if ((status !== 'expired' && status !== 'canceled') || paymentStatus !== 'unpaid') return false
  // A payment that is waited for keeps its session open past its time.
  const lastMoveMs = payment?.updatedAt.getTime() ?? 0
  const endedMs = Math.max((canceledAt ?? expiresAt).getTime(), lastMoveMs)
  return now.getTime() - endedMs >= DETAILS_SHOWN_MS
}

/** The session without what was ordered, for how much and by whom. A receipt is another thing, and lasts. */
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
      shipping: null,
      tax: null,
      installments: null,
      description: null,
      customer: null,
    },
  }
}
