import type { Refund } from '#contract/refund.ts'
import type { RefundRecord } from '../../database/refunds/refunds.ts'

export function presentRefund(refund: RefundRecord): Refund {
  return {
    id: refund.id,
    object: 'refund',
    sessionId: refund.sessionId,
    paymentId: refund.paymentId,
    status: refund.status,
    amount: refund.amountMinor,
    currency: refund.currency,
    reason: refund.reason,
    createdAt: refund.createdAt.toISOString(),
    reversedAt: refund.reversedAt?.toISOString() ?? null,
  }
}
