import type { EventType } from '#contract/event.ts'
import { owedRefundDelayMs } from '#domain/owed-refund.ts'
import { nextRefundState, type ToldRefund } from '#domain/refund-state.ts'
import { leftMinorOf } from '#domain/reversal.ts'
import { paidStatus } from '#domain/session-state.ts'
import { isKept } from '#domain/standing.ts'
import { followOwedRefund, holdOwedRefund } from '../../database/refunds/owed-refunds.ts'
import { readPayment, type PaymentRecord } from '../../database/payments/payments.ts'
import {
  keepOfRefund,
  moveRefund,
  overdrawByRefund,
  readRefund,
  type RefundRecord,
} from '../../database/refunds/refunds.ts'
import { queueShopperMail } from '../../database/mails/shopper-mails.ts'
import { lockSession, type SessionToChange } from '../../database/sessions/sessions.ts'
import type { SessionChange } from '../../database/sessions/update-session.ts'
import type { Queryable } from '../../database/engine/database.ts'
import type { ServiceContext } from '../context.ts'
import { applyReversal } from '../payments/apply-reversals.ts'
import { callProcessor } from '../payments/call-processor.ts'
import { keptState, knownRefundReferences } from '../payments/known-outcome.ts'
import { knowPayment } from '../payments/know-payment.ts'
import { knownRefund, refundToRequest } from '../payments/known-payment.ts'
import type { ProcessorRefund } from '../../processors/processor.ts'
import { processorOf } from '../../processors/processors.ts'
import { changeSession } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'
import { presentRefund } from './present-refund.ts'

/** Processors keep idempotency keys for a week at least: later, a repetition could pay back twice. */
const KEYS_KEPT_MS = 6 * 24 * 3_600_000
const REFUSED = { status: 'failed' } as const
const ENDED_TWICE = 'the processor told two ends of a refund: compare its books'
const OVERDRAWN =
  'a refund that came back was sent after all, and no longer fitted into its payment: it is booked as taken back'

/** What a processor told of a refund; `unknown`: it gave no answer. */
export type AnswerAboutRefund = ProcessorRefund['status'] | 'unknown'

export function isEnd(answer: AnswerAboutRefund): answer is ToldRefund {
  return answer !== 'pending' && answer !== 'unknown'
}

/**
 * Requests a pending refund from the payment's processor. Safe to repeat: the refund's id is the idempotency key. One whose key
 * may be forgotten is asked about instead.
 */
export async function requestRefund(
  context: ServiceContext,
  refund: RefundRecord,
): Promise<AnswerAboutRefund> {
  if (!mayBeSent(context, refund)) return inquireRefund(context, refund)
  const processor = processorOf(context, refund.payment)
  const known = await knowPayment(context, processor, refund.payment)
  const call = () => processor.createRefund(refundToRequest(refund), known)
  const answer = await callProcessor(context, 'createRefund', call, { refused: REFUSED })
  return answer.status === 'unknown' ? 'unknown' : keep(context, refund, answer)
}

/**
 * Asks the processor about a refund that was requested before; requests it again if the processor does not know it. `pending`
 * where nothing new is told.
 */
export async function inquireRefund(
  context: ServiceContext,
  refund: RefundRecord,
): Promise<AnswerAboutRefund> {
  const processor = processorOf(context, refund.payment)
  const known = await knowPayment(context, processor, refund.payment)
  const answer = await callProcessor(context, 'inquireRefund', () =>
    processor.inquireRefund(refund.id, knownRefund(refund, known)),
  )
  if (answer.status === 'not_found')
    return mayBeSent(context, refund) ? requestRefund(context, refund) : 'pending'
  return answer.status === 'unknown' ? 'unknown' : keep(context, refund, answer)
}

/** Whether a request of a refund cannot pay back twice. A processor that can be asked says what became of the first one. */
function mayBeSent(
  { processors, wallClock }: ServiceContext,
  { status, requestedAt, payment }: RefundRecord,
): boolean {
  if (status !== 'pending') return false
  if (requestedAt === null || processors.of(payment.processor)?.isTold !== true) return true
  // guard: forgotten-refund
  return wallClock().getTime() - requestedAt.getTime() < KEYS_KEPT_MS
}

async function keep(
  context: ServiceContext,
  { id }: RefundRecord,
  { status, references, state, isNotSent }: ProcessorRefund,
): Promise<ProcessorRefund['status']> {
  const kept = {
    references: knownRefundReferences(references),
    state: keptState(context, state),
    isNotSent: status === 'pending' && isNotSent === true,
  }
  if (kept.references !== undefined || kept.state !== undefined || kept.isNotSent)
    await keepOfRefund(context.database, id, kept)
  return status
}

/**
 * Moves a refund to what the processor tells of it: refund, session and events change in the caller's transaction. Money that
 * came back is left of its payment again. What is told twice changes nothing.
 */
export async function finishRefund(
  context: ServiceContext,
  tx: Queryable,
  known: RefundRecord,
  told: ToldRefund,
): Promise<RefundRecord> {
  const session = await lockSession(tx, known.sessionId)
  const to = nextRefundState(known.status, told)
  if (to === undefined) {
    const { id: refundId, status } = known
    if (status !== told) context.log.error({ refundId, status, told }, ENDED_TWICE)
    return known
  }
  // guard: overdrawn-refund
  if (known.status === 'reversed' && !(await fits(tx, known))) return overdraw(context, tx, known)
  const refund = await moveRefund(tx, {
    id: known.id,
    from: known.status,
    to,
    isHastened: context.processors.of(known.payment.processor)?.isTold === true,
    now: context.clock(),
  })
  if (refund === undefined) {
    const current = await readRefund(tx, known.id)
    if (current === undefined) throw new Error('the refund does not exist')
    return finishRefund(context, tx, current, told)
  }
  if (to === 'succeeded' && context.emailsReceipts) await queueMail(context, tx, refund)
  await publish(context, tx, session, { ...refund, status: to })
  return to === told ? refund : finishRefund(context, tx, refund, told)
}

function queueMail(
  { clock }: ServiceContext,
  tx: Queryable,
  { id: refundId, paymentId }: RefundRecord,
): Promise<void> {
  return queueShopperMail(tx, { kind: 'refund', paymentId, refundId, now: clock() })
}

/** Whether a refund that is sent after all is within what is left of its payment. */
async function fits(tx: Queryable, { paymentId, amountMinor }: RefundRecord): Promise<boolean> {
  const payment = await readPayment(tx, paymentId)
  return payment !== undefined && amountMinor <= leftMinorOf(payment)
}

/** Books what no longer fits into its payment as taken back. The refund stays as it is: its money cannot come back twice. */
async function overdraw(
  context: ServiceContext,
  tx: Queryable,
  refund: RefundRecord,
): Promise<RefundRecord> {
  const { id: refundId, paymentId, sessionId, amountMinor } = refund
  if (!(await overdrawByRefund(tx, refundId, context.clock()))) return refund
  context.log.error({ refundId, paymentId, amountMinor }, OVERDRAWN)
  const payment = await readPayment(tx, paymentId)
  const totalMinor = (payment?.reversedMinor ?? 0) + amountMinor
  await applyReversal(context, tx, { sessionId, paymentId, totalMinor, kind: 'refund_elsewhere' })
  return { ...refund, isOverdrawn: true }
}

/** Writes what the end of a refund, or its return, means for its payment and session, with the event. */
async function publish(
  context: ServiceContext,
  tx: Queryable,
  session: SessionToChange,
  refund: RefundRecord & { status: ToldRefund },
): Promise<void> {
  const payment = await readPayment(tx, refund.paymentId)
  if (payment === undefined) throw new Error('the refunded payment does not exist')
  await followOwed(context, tx, session, { payment, refund })

  const change: Partial<SessionChange> = {}
  // Refunding a surplus payment does not change what was paid for the session.
  if (refund.status !== 'failed' && payment.status === 'succeeded') {
    const sign = refund.status === 'reversed' ? -1 : 1
    change.amountRefundedMinor = session.amountRefundedMinor + sign * refund.amountMinor
    change.paymentStatus = paidStatus(payment.capturedMinor, change.amountRefundedMinor)
  }
  const last = session.payment?.id === payment.id ? payment : session.payment
  const data = { payment: presentPayment(payment), refund: presentRefund(refund) }
  const type: EventType = `refund.${refund.status}`
  await changeSession(context, tx, session, change, [{ type, data }], last)
}

async function followOwed(
  context: ServiceContext,
  tx: Queryable,
  session: SessionToChange,
  { payment, refund }: { payment: PaymentRecord; refund: RefundRecord },
): Promise<void> {
  const now = context.clock()
  // guard: held-refund
  if (refund.status === 'reversed' && !isKept(session.status, payment) && leftMinorOf(payment) > 0)
    return holdOwedRefund(tx, payment.id, now)
  if (!payment.isRefundOwed) return
  const nextAt = new Date(now.getTime() + owedRefundDelayMs(payment.refundTries))
  await followOwedRefund(tx, { paymentId: payment.id, nextAt, made: 0 })
}
