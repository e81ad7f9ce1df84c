import type { PaymentState } from '#contract/payment.ts'
import type { CaptureMethod } from './hold.ts'

/**
 * The state machine of a payment: allowed transitions. `failed` and `voided` change only by late money; `unknown` changes to what
 * an inquiry finds; `amount_mismatch` changes when the amount is accepted, refused, or becomes right; `authorized` as `mayMove`
 * says. The trigger `payments_move_legally` enforces the same in the database.
 */
export const PAYMENT_MOVES: Record<PaymentState, readonly PaymentState[]> = {
  created: [
    'requires_action',
    'processing',
    'unknown',
    'authorized',
    'amount_mismatch',
    'succeeded',
    'failed',
  ],
  requires_action: [
    'processing',
    'unknown',
    'authorized',
    'amount_mismatch',
    'succeeded',
    'failed',
  ],
  processing: ['unknown', 'authorized', 'amount_mismatch', 'succeeded', 'failed'],
  unknown: [
    'requires_action',
    'processing',
    'authorized',
    'amount_mismatch',
    'succeeded',
    'failed',
  ],
  authorized: ['amount_mismatch', 'succeeded', 'failed', 'voided'],
  amount_mismatch: ['succeeded', 'failed'],
  succeeded: [],
  failed: ['amount_mismatch', 'succeeded'],
  voided: ['amount_mismatch', 'succeeded'],
}

/** Whether a payment can change its state: with automatic capture a hold that is not captured has failed, by hand it is voided. */
export function mayMove(from: PaymentState, to: PaymentState, capture: CaptureMethod): boolean {
  if (from === 'authorized' && to === (capture === 'manual' ? 'failed' : 'voided')) return false
  return PAYMENT_MOVES[from].includes(to)
}

/** The states in which a payment takes no money any more, late money apart. */
export const ENDED_STATES = [
  'succeeded',
  'failed',
  'voided',
] as const satisfies readonly PaymentState[]

/** Whether a payment is undecided: it may take money, or its money is not accepted yet. A session has at most one. */
export function isLive(status: PaymentState): boolean {
  return !ENDED_STATES.some((ended) => ended === status)
}
