import type { RefundState } from '#contract/refund.ts'

/**
 * The state machine of a refund: allowed transitions. What succeeded may come back, and be sent after all. The trigger
 * `refunds_move_legally` enforces the same in the database.
 */
export const REFUND_MOVES: Record<RefundState, readonly RefundState[]> = {
  pending: ['succeeded', 'failed'],
  succeeded: ['reversed'],
  failed: [],
  reversed: ['succeeded'],
}

/** What a processor tells of a refund that has been decided. */
export type ToldRefund = Exclude<RefundState, 'pending'>

/**
 * The next state of a refund on its way to what a processor tells; undefined where it is there, or no way leads there. What came
 * back had succeeded.
 */
export function nextRefundState(from: RefundState, told: ToldRefund): ToldRefund | undefined {
  if (from === 'pending' && told === 'reversed') return 'succeeded'
  return REFUND_MOVES[from].includes(told) ? told : undefined
}
