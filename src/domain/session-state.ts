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
