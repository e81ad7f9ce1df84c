import { grantOf, REFUNDS_UNSIGNED } from '#contract/dashboard/permissions.ts'
import { type Membership, type RefundLimits, seatOf } from '#contract/dashboard/roles.ts'

export interface RefundOfPayment {
  merchantId: string
  /** In minor units. */
  amount: number
  /** Refunded of the same payment before, so that several small refunds cannot exceed the limit. */
  refunded: number
  currency: string
}

/** Whether a person may make a refund: without a signature, with one, only a smaller one, or none. */
export type RefundRight = 'unsigned' | 'signed' | 'over_limit' | 'none'

const WIDEST_FIRST: readonly RefundRight[] = ['unsigned', 'signed', 'over_limit']

type Limited = Membership & { refundLimits: RefundLimits }

/** The person's right to a refund. With several memberships, the one with the widest right counts. */
export function refundRight(memberships: readonly Limited[], refund: RefundOfPayment): RefundRight {
  const rights = memberships
    .filter(({ merchantId }) => merchantId === null || merchantId === refund.merchantId)
    .map((membership) => rightOf(membership, refund))
  return WIDEST_FIRST.find((right) => rights.includes(right)) ?? 'none'
}

function rightOf(
  membership: Limited,
  { amount, refunded, currency }: RefundOfPayment,
): RefundRight {
  const seat = seatOf(membership)
  const extent = grantOf(seat, 'payments:refund')
  if (extent === undefined) return 'none'
  if (extent === 'all') return 'signed'
  if (refunded + amount > (membership.refundLimits?.[currency] ?? 0)) return 'over_limit'
  return REFUNDS_UNSIGNED.some((unsigned) => unsigned === seat) ? 'unsigned' : 'signed'
}
