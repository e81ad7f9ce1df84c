import type { PaymentState } from '../contract/payment.ts'

/**
 * Where an attempt may go from each state. `failed` goes on only by late money. An attempt may leave `unknown` for what
 * an inquiry found. The database refuses every other move, too (trigger `payments_move_legally`).
 */
export const PAYMENT_MOVES: Record<PaymentState, readonly PaymentState[]> = {
  created: ['requires_action', 'processing', 'unknown', 'succeeded', 'failed'],
  requires_action: ['processing', 'succeeded', 'failed'],
  processing: ['unknown', 'succeeded', 'failed'],
  unknown: ['requires_action', 'processing', 'succeeded', 'failed'],
  succeeded: [],
  failed: ['succeeded'],
}

/** A live attempt may still take money; a session has at most one. */
export function isLive(status: PaymentState): boolean {
  return status !== 'succeeded' && status !== 'failed'
}
