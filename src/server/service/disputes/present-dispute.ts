import type { Dispute } from '#contract/dispute.ts'
import type { DisputeRecord } from '../../database/disputes/disputes.ts'

export function presentDispute(dispute: DisputeRecord): Dispute {
  return {
    id: dispute.id,
    object: 'dispute',
    merchantId: dispute.merchantId,
    sessionId: dispute.sessionId,
    paymentId: dispute.paymentId,
    status: dispute.status,
    stage: dispute.stage,
    amount: dispute.amountMinor,
    currency: dispute.currency,
    network: dispute.network,
    reasonCode: dispute.reasonCode,
    reason: dispute.reason,
    respondBy: dispute.respondBy?.toISOString() ?? null,
    respondByIsProven: dispute.respondByIsProven,
    processorReference: dispute.processorReference,
    openedAt: dispute.openedAt.toISOString(),
    closedAt: dispute.closedAt?.toISOString() ?? null,
    createdAt: dispute.createdAt.toISOString(),
    steps: dispute.steps.map(({ kind, at }) => ({ kind, at: at.toISOString() })),
  }
}
