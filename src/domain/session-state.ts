import type { SessionPaymentState, SessionState } from '#contract/session.ts'
import type { PaymentState } from '#contract/payment.ts'
import type { CaptureMethod } from './hold.ts'

/**
 * The state machine of a session: allowed transitions. `expired` and `canceled` change only by late money under the
 * policy "accept". The trigger `sessions_move_legally` enforces the same in the database.
 */
export const SESSION_MOVES: Record<SessionState, readonly SessionState[]> = {
  open: ['complete', 'canceled', 'expired'],
  complete: [],
  canceled: ['complete'],
  expired: ['complete'],
}

/**
 * A session's payment status while nothing is captured, by the state of its last payment. With automatic capture an authorised
 * payment is about to be captured: nobody is shown that it is held.
 */
export function unpaidStatus(
  last: PaymentState | undefined,
  capture: CaptureMethod = 'automatic',
): SessionPaymentState {
  switch (last) {
    case undefined:
    case 'failed':
    case 'voided':
      return 'unpaid'
    case 'authorized':
      return capture === 'manual' ? 'authorized' : 'processing'
    case 'requires_action':
      return 'requires_action'
    case 'created':
    case 'processing':
    case 'unknown':
    case 'amount_mismatch':
      return 'processing'
    case 'succeeded':
      return 'paid'
  }
}

/** A session's payment status after refunds of `refundedMinor` out of `capturedMinor` (> 0). */
export function paidStatus(capturedMinor: number, refundedMinor: number): SessionPaymentState {
  if (refundedMinor === 0) return 'paid'
  return refundedMinor < capturedMinor ? 'partially_refunded' : 'refunded'
}

interface Ended {
  status: SessionState
  paymentStatus: SessionPaymentState
  payment: object | null
}

/** Whether a session is final: no refund and no late payment can change it any more. */
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
