import type { SessionPaymentState, SessionState } from '../contract/session.ts'
import type { PaymentState } from '../contract/payment.ts'

/**
 * Where a session may go from each state. `expired` and `canceled` go on only by late money under the policy "accept".
 * The database refuses every other move, too (trigger `sessions_move_legally`).
 */
export const SESSION_MOVES: Record<SessionState, readonly SessionState[]> = {
  open: ['complete', 'canceled', 'expired'],
  complete: [],
  canceled: ['complete'],
  expired: ['complete'],
}

/** What a session says of its money while nothing was captured, by the state of its last attempt. */
export function unpaidStatus(last: PaymentState | undefined): SessionPaymentState {
  switch (last) {
    case undefined:
    case 'failed':
      return 'unpaid'
    case 'requires_action':
      return 'requires_action'
    case 'created':
    case 'processing':
    case 'unknown':
      return 'processing'
    case 'succeeded':
      return 'paid'
  }
}

/** What a session says of its money after refunds of `refundedMinor` out of `capturedMinor` (> 0). */
export function paidStatus(capturedMinor: number, refundedMinor: number): SessionPaymentState {
  if (refundedMinor === 0) return 'paid'
  return refundedMinor < capturedMinor ? 'partially_refunded' : 'refunded'
}

interface Ended {
  status: SessionState
  paymentStatus: SessionPaymentState
  payment: object | null
}

/** Whether nothing can happen to a session any more: what was paid may be refunded, what was tried be paid late. */
export function isSettled({ status, paymentStatus, payment }: Ended): boolean {
  switch (status) {
    case 'open':
      return false
    case 'complete':
      return paymentStatus === 'refunded'
    case 'canceled':
    case 'expired':
      return payment === null || paymentStatus === 'refunded'
  }
}
