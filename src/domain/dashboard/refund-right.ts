import { grantOf, REFUNDS_UNSIGNED } from '../../contract/dashboard/permissions.ts'
import { type Membership, type RefundLimits, seatOf } from '../../contract/dashboard/roles.ts'

export interface RefundOfPayment {
  merchantId: string
  /** In minor units. */
  amount: number
  /** Of the same payment, before: a limit is not to be passed in small steps. */
  refunded: number
  currency: string
}

/** How a person may refund: without a signature, with one, not so much, or not at all. */
export type RefundRight = 'unsigned' | 'signed' | 'over_limit' | 'none'

const WIDEST_FIRST: readonly RefundRight[] = ['unsigned', 'signed', 'over_limit']

type Limited = Membership & { refundLimits: RefundLimits }

/** Of several memberships, the one counts that lets the person do it by the fewest steps. */
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
