import type { PaymentState } from '#contract/payment.ts'

/**
 * The state machine of a payment: allowed transitions. `failed` changes only by late money; `unknown` changes to what an
 * inquiry finds; `amount_mismatch` changes when the amount is accepted, refused, or becomes right. The trigger
 * `payments_move_legally` enforces the same in the database.
 */
export const PAYMENT_MOVES: Record<PaymentState, readonly PaymentState[]> = {
  created: ['requires_action', 'processing', 'unknown', 'amount_mismatch', 'succeeded', 'failed'],
  requires_action: ['processing', 'amount_mismatch', 'succeeded', 'failed'],
  processing: ['unknown', 'amount_mismatch', 'succeeded', 'failed'],
  unknown: ['requires_action', 'processing', 'amount_mismatch', 'succeeded', 'failed'],
  amount_mismatch: ['succeeded', 'failed'],
  succeeded: [],
  failed: ['amount_mismatch', 'succeeded'],
}

/** Whether a payment is undecided: it may take money, or its money is not accepted yet. A session has at most one. */
export function isLive(status: PaymentState): boolean {
  return status !== 'succeeded' && status !== 'failed'
}
