import { owedRefundDelayMs } from '#domain/owed-refund.ts'
import { paidStatus } from '#domain/session-state.ts'
import { followOwedRefund } from '../../database/refunds/owed-refunds.ts'
import { readPayment } from '../../database/payments/payments.ts'
import {
  finishRefund as endRefund,
  keepOfRefund,
  readRefund,
  type RefundRecord,
} from '../../database/refunds/refunds.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import type { SessionChange } from '../../database/sessions/update-session.ts'
import type { Queryable } from '../../database/engine/database.ts'
import type { ServiceContext } from '../context.ts'
import { callProcessor } from '../payments/call-processor.ts'
import { keptState, knownRefundReferences } from '../payments/known-outcome.ts'
import { knowPayment } from '../payments/know-payment.ts'
import { knownRefund, refundToRequest } from '../payments/known-payment.ts'
import type { ProcessorRefund } from '../../processors/processor.ts'
import { processorOf } from '../../processors/processors.ts'
import { changeSession } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'
import { presentRefund } from './present-refund.ts'

const REFUSED = { status: 'failed' } as const
const ENDED_TWICE = 'the processor told two ends of a refund: compare its books'

/** Requests a pending refund from the payment's processor. Safe to repeat: the refund's id is the idempotency key. */
export async function requestRefund(
  context: ServiceContext,
  refund: RefundRecord,
): Promise<'pending' | 'succeeded' | 'failed'> {
  const processor = processorOf(context, refund.payment)
  const known = await knowPayment(context, processor, refund.payment)
  const call = () => processor.createRefund(refundToRequest(refund), known)
  const answer = await callProcessor(context, 'createRefund', call, { refused: REFUSED })
  return answer.status === 'unknown' ? 'pending' : keep(context, refund, answer)
}

/** Asks the processor about a refund that was requested before; requests it again if the processor does not know it. */
export async function inquireRefund(
  context: ServiceContext,
  refund: RefundRecord,
): Promise<'pending' | 'succeeded' | 'failed'> {
  const processor = processorOf(context, refund.payment)
  const known = await knowPayment(context, processor, refund.payment)
  const answer = await callProcessor(context, 'inquireRefund', () =>
    processor.inquireRefund(refund.id, knownRefund(refund, known)),
  )
  if (answer.status === 'not_found') return requestRefund(context, refund)
  return answer.status === 'unknown' ? 'pending' : keep(context, refund, answer)
}

async function keep(
  context: ServiceContext,
  { id }: RefundRecord,
  { status, references, state }: ProcessorRefund,
): Promise<ProcessorRefund['status']> {
  const kept = { references: knownRefundReferences(references), state: keptState(context, state) }
  if (kept.references !== undefined || kept.state !== undefined)
    await keepOfRefund(context.database, id, kept)
  return status
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
  if (refund === undefined) {
    const ended = (await readRefund(tx, pending.id)) ?? pending
    if (ended.status !== status)
      context.log.error({ refundId: ended.id, status: ended.status, told: status }, ENDED_TWICE)
    return ended
  }
  const payment = await readPayment(tx, refund.paymentId)
  if (payment === undefined) throw new Error('the refunded payment does not exist')
  if (payment.isRefundOwed) {
    const nextAt = new Date(context.clock().getTime() + owedRefundDelayMs(payment.refundTries))
    await followOwedRefund(tx, { paymentId: payment.id, nextAt, made: 0 })
  }

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
