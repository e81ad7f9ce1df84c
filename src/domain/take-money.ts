import type { DeclineCode, PaymentState } from '#contract/payment.ts'
import type { SessionPaymentState } from '#contract/session.ts'
import { unpaidStatus } from './session-state.ts'
import type { Settlement, Taken, Unsettled } from './settlement.ts'

/** The money that is known of a payment. */
export function takenOf({
  capturedMinor,
  capturedCurrency,
  currency,
}: Unsettled['payment']): Taken {
  return { capturedMinor, currency: capturedCurrency ?? currency }
}

/** Settles the amount that was asked: it pays the session, or goes back because it came too late. */
export function money(
  session: Unsettled['session'],
  payment: Unsettled['payment'],
  taken: Taken,
  latePolicy: Unsettled['latePolicy'],
): Settlement {
  const isLate = payment.late || hasEnded(payment)
  const succeeded = {
    status: 'succeeded',
    declineCode: null,
    action: null,
    captured: true,
    taken,
    ...(payment.captureMethod === 'manual' && {
      hold: { intent: null, captureMinor: taken.capturedMinor },
    }),
  } as const
  switch (session.status) {
    case 'open':
      return {
        payment: { ...succeeded, late: isLate },
        session: { status: 'complete', paymentStatus: 'paid', paidLate: false },
        events: ['payment.succeeded', 'session.completed'],
        refund: false,
        decided: null,
      }
    case 'expired':
    case 'canceled':
      // The second late payment of an ended session is a surplus.
      if (hasMoney(session.paymentStatus)) return surplus(session, payment, taken)
      return latePolicy === 'accept'
        ? {
            payment: { ...succeeded, late: true },
            session: { status: 'complete', paymentStatus: 'paid', paidLate: true },
            events: ['payment.late', 'payment.succeeded', 'session.completed'],
            refund: false,
            decided: null,
          }
        : {
            payment: { ...succeeded, late: true },
            session: { status: session.status, paymentStatus: 'paid', paidLate: false },
            events: ['payment.late'],
            refund: true,
            decided: null,
          }
    case 'complete':
      return surplus(session, payment, taken)
  }
}

/** Money for a session that another payment has paid: recorded, published as an event, and refunded. */
export function surplus(
  session: Unsettled['session'],
  payment: Unsettled['payment'],
  taken: Taken,
): Settlement {
  return {
    payment: {
      ...withoutMoney(payment, 'replaced'),
      action: null,
      captured: true,
      late: true,
      taken,
    },
    session: { status: session.status, paymentStatus: session.paymentStatus, paidLate: false },
    events: ['payment.late'],
    refund: taken.capturedMinor > 0,
    decided: null,
  }
}

/** The end of a payment whose money is not kept: a hold of a merchant's own is voided, any other payment has failed. */
export function withoutMoney(
  { status, captureMethod, voidReason }: Unsettled['payment'],
  declineCode: DeclineCode,
): Pick<Settlement['payment'], 'status' | 'declineCode' | 'hold'> {
  if (status !== 'voided' && !(status === 'authorized' && captureMethod === 'manual'))
    return { status: 'failed', declineCode }
  return {
    status: 'voided',
    declineCode: null,
    hold: { intent: null, voidReason: voidReason ?? 'elsewhere', isReleased: true },
  }
}

/** Whether money of a payment comes after its end. */
export function hasEnded({ status }: Pick<Unsettled['payment'], 'status'>): boolean {
  return status === 'failed' || status === 'voided'
}

export function hasMoney(status: SessionPaymentState): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'refunded'
}

/** The session without the money of this payment. It stays paid if another payment has succeeded meanwhile. */
export function unpaid(session: Unsettled['session'], last: PaymentState): Settlement['session'] {
  return {
    status: session.status,
    paymentStatus: hasMoney(session.paymentStatus) ? session.paymentStatus : unpaidStatus(last),
    paidLate: false,
  }
}
