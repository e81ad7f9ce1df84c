import type { PaymentState } from '../contract/payment.ts'

/**
 * The state machine of a payment: allowed transitions. `failed` changes only by late money; `unknown` changes to what an
 * inquiry finds. The trigger `payments_move_legally` enforces the same in the database.
 */
export const PAYMENT_MOVES: Record<PaymentState, readonly PaymentState[]> = {
  created: ['requires_action', 'processing', 'unknown', 'succeeded', 'failed'],
  requires_action: ['processing', 'succeeded', 'failed'],
  processing: ['unknown', 'succeeded', 'failed'],
  unknown: ['requires_action', 'processing', 'succeeded', 'failed'],
  succeeded: [],
  failed: ['succeeded'],
}

/** Whether a payment may still take money. A session has at most one live payment. */
export function isLive(status: PaymentState): boolean {
  return status !== 'succeeded' && status !== 'failed'
}
