import { paidStatus } from '../../../domain/session-state.ts'
import { readPayment } from '../../database/payments.ts'
import { finishRefund as endRefund, readRefund, type RefundRecord } from '../../database/refunds.ts'
import { lockSession, type SessionChange } from '../../database/sessions.ts'
import type { Queryable } from '../../database/database.ts'
import type { ServiceContext } from '../../context.ts'
import { callProcessor } from '../../payments/call-processor.ts'
import { changeSession } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'
import { presentRefund } from './present-refund.ts'

/** Requests a pending refund from the processor. Safe to repeat: the refund's id is the idempotency key. */
export async function requestRefund(
  context: ServiceContext,
  refund: RefundRecord,
): Promise<'pending' | 'succeeded' | 'failed'> {
  const answer = await callProcessor(context, 'createRefund', () =>
    context.processor.createRefund({
      refundId: refund.id,
      paymentId: refund.paymentId,
      amountMinor: refund.amountMinor,
      currency: refund.currency,
    }),
  )
  return answer.status === 'unknown' ? 'pending' : answer.status
}

/**
 * Finishes a pending refund: refund, session and event change in the caller's transaction. An already
 * finished refund stays unchanged.
 */
export async function finishRefund(
  context: ServiceContext,
  tx: Queryable,
  pending: RefundRecord,
  status: 'succeeded' | 'failed',
): Promise<RefundRecord> {
  const session = await lockSession(tx, pending.sessionId)
  const refund = await endRefund(tx, pending.id, status, context.clock())
  if (refund === undefined) return (await readRefund(tx, pending.id)) ?? pending
  const payment = await readPayment(tx, refund.paymentId)
  if (payment === undefined) throw new Error('the refunded payment does not exist')

  const change: Partial<SessionChange> = {}
  // Refunding a surplus payment does not change what was paid for the session.
  if (status === 'succeeded' && payment.status === 'succeeded') {
    change.amountRefundedMinor = session.amountRefundedMinor + refund.amountMinor
    change.paymentStatus = paidStatus(payment.capturedMinor, change.amountRefundedMinor)
  }
  const last = session.payment?.id === payment.id ? payment : session.payment
  await changeSession(
    context,
    tx,
    session,
    change,
    [
      {
        type: `refund.${status}`,
        data: { payment: presentPayment(payment), refund: presentRefund(refund) },
      },
    ],
    last,
  )
  return refund
}
