import { newId } from '#domain/id.ts'
import { owedRefundDelayMs, owedRefundMinor } from '#domain/owed-refund.ts'
import { leftMinorOf } from '#domain/reversal.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { ServiceContext } from '../context.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { followOwedRefund } from '../../database/refunds/owed-refunds.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import { insertRefund } from '../../database/refunds/refunds.ts'

/**
 * Makes a refund of what an owed payment can still give back, with its row in the audit log; none when a pending refund
 * covers it. The caller's transaction has locked the session, and ends with this call.
 */
export async function makeOwedRefund(
  context: ServiceContext,
  tx: Queryable,
  { merchantId, payment, now }: { merchantId: string; payment: PaymentRecord; now: Date },
): Promise<void> {
  const nextAt = new Date(now.getTime() + owedRefundDelayMs(payment.refundTries + 1))
  const { id: paymentId, sessionId } = payment
  const currency = payment.capturedCurrency ?? payment.currency
  const amountMinor = owedRefundMinor(leftMinorOf(payment), payment)
  if (amountMinor <= 0) return followOwedRefund(tx, { paymentId, nextAt, made: 0 })
  const refund = await insertRefund(tx, {
    id: newId('re', context.wallClock(), context.random),
    sessionId,
    merchantId,
    paymentId,
    amountMinor,
    currency,
    reason: reasonOf(payment),
    idempotencyKey: null,
    now,
    nextInquiryAt: now,
    requestedAt: null,
  })
  await followOwedRefund(tx, { paymentId, nextAt, made: 1 })
  await recordAudit(
    tx,
    { keys: context.keys, now: context.wallClock() },
    {
      actor: { kind: 'server' },
      action: 'refund.created',
      subject: refund.id,
      merchantId,
      details: { sessionId, paymentId, amountMinor, currency },
    },
  )
}

function reasonOf({ surplusOf, late }: PaymentRecord): string {
  if (surplusOf !== null) return 'paid more than once'
  return late ? 'paid too late' : 'another amount than was asked'
}
