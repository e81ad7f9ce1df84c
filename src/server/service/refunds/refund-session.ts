import { writtenAmount } from '#domain/money.ts'
import { newId } from '#domain/id.ts'
import { leftMinorOf } from '#domain/reversal.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { followOwedRefund } from '../../database/refunds/owed-refunds.ts'
import { readPaymentToRefund } from '../../database/payments/payments.ts'
import {
  clearRefundIdempotencyKey,
  insertRefund,
  readRefund,
  readRefundByIdempotencyKey,
  scheduleRefundInquiry,
  takeUpRefund,
  type RefundRecord,
} from '../../database/refunds/refunds.ts'
import { lockSession, readSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { recordAudit, type Actor } from '../audit/record-audit.ts'
import { refundInquiryDelayMs } from '../payments/inquiry-schedule.ts'
import { processorOf } from '../../processors/processors.ts'
import { refuse, type Done, type Outcome, type Refused } from '../outcome.ts'
import {
  beginOnce,
  idempotencyCutoff,
  recordMade,
  recordOf,
  type IdempotentRequest,
  type Presenter,
  type RequestOnce,
  type RequestRecord,
} from '../idempotency.ts'
import { finishRefund, inquireRefund, isEnd, requestRefund } from './finish-refund.ts'

/** When the worker takes over a refund whose request has crashed: longer than the call to the processor. */
const TAKE_UP_DELAY_MS = 30_000

export interface RefundOfSession {
  merchantId: string
  sessionId: string
  /** Default: the payment that succeeded; if none did, the one whose money is owed back. */
  paymentId?: string | undefined
  /** Default: all that is left. */
  amountMinor?: number | undefined
  reason?: string | undefined
  actor: Actor
  idempotent: IdempotentRequest | RequestRecord | undefined
  /**
   * Called with the amount of the payment that was refunded before, in minor units, while no other refund of it can begin.
   * Throws to refuse.
   */
  check?: (refundedMinor: number) => void
}

/**
 * Refunds a payment of a merchant's session at its processor, and records it in the audit log. The same idempotency key and
 * values get the first refund again. Refuses with `not_found`, `not_paid`, `refund_exceeds_payment`, and with the refusals of
 * idempotency keys.
 */
export async function refundSession<Shown>(
  context: ServiceContext,
  asked: RefundOfSession,
  presenter: Presenter<RefundRecord, Shown>,
): Promise<Outcome<Shown>> {
  const { merchantId, idempotent } = asked
  const session = await readSession(context.database, merchantId, asked.sessionId)
  if (session === undefined) return refuse('not_found', 'There is no such session.')

  const record = recordOf(context, merchantId, idempotent)
  const request = { record, sessionIdOf: () => null, idOf, read: readRefund, presenter }
  const begun = await begin(context, asked, request)
  if (begun.outcome !== 'begun') return begun
  const ask = begun.refund.inquiries === 0 ? requestRefund : inquireRefund
  const status = await ask(context, begun.refund)
  return context.database.transaction(async (tx) => {
    const refund = await (isEnd(status)
      ? finishRefund(context, tx, begun.refund, status)
      : inquireLater(context, tx, begun.refund))
    return recordMade(context, tx, request, refund)
  })
}

async function inquireLater(
  context: ServiceContext,
  tx: Queryable,
  refund: RefundRecord,
): Promise<RefundRecord> {
  const at = new Date(context.clock().getTime() + refundInquiryDelayMs(1))
  await scheduleRefundInquiry(tx, refund.id, { at, inquiries: 1 })
  return refund
}

function idOf({ id }: RefundRecord): string {
  return id
}

type Begun<Shown> = { outcome: 'begun'; refund: RefundRecord } | Done<Shown> | Refused

/**
 * Commits the refund before the request to the processor. A database constraint keeps refunds within
 * the captured amount.
 */
function begin<Shown>(
  context: ServiceContext,
  asked: RefundOfSession,
  request: RequestOnce<RefundRecord, Shown>,
): Promise<Begun<Shown>> {
  return context.database.transaction(async (tx): Promise<Begun<Shown>> => {
    const earlier = await beginOnce(context, tx, request)
    if (earlier !== undefined) return earlier
    const idempotencyKey = asked.idempotent?.key ?? null
    const known =
      idempotencyKey && (await refundOfRequest(context, tx, asked.sessionId, idempotencyKey))
    if (known) {
      const now = context.clock()
      const nextAt = new Date(now.getTime() + TAKE_UP_DELAY_MS)
      const wallNow = context.wallClock()
      const refund = await takeUpRefund(tx, known.id, { now, nextAt, wallNow })
      // It has ended, or the worker has it: a second request could move money that the first one did not.
      if (refund === undefined) return recordMade(context, tx, request, known)
      return { outcome: 'begun', refund }
    }
    const result = await addRefund(context, tx, asked)
    if (result.outcome === 'refused') await request.record?.release(tx)
    return result
  })
}

/**
 * The refund that an earlier, crashed run of this request created. An expired idempotency key does not
 * match.
 */
async function refundOfRequest(
  context: ServiceContext,
  tx: Queryable,
  sessionId: string,
  idempotencyKey: string,
): Promise<RefundRecord | undefined> {
  const known = await readRefundByIdempotencyKey(tx, sessionId, idempotencyKey)
  if (known === undefined || known.createdAt >= idempotencyCutoff(context.clock())) return known
  await clearRefundIdempotencyKey(tx, known.id)
  return undefined
}

async function addRefund(
  context: ServiceContext,
  tx: Queryable,
  asked: RefundOfSession,
): Promise<{ outcome: 'begun'; refund: RefundRecord } | Refused> {
  const { merchantId, sessionId, actor } = asked
  const session = await lockSession(tx, sessionId)
  const payment = await readPaymentToRefund(tx, sessionId, asked.paymentId)
  if (payment === undefined && session.paymentStatus === 'authorized')
    return refuse('not_paid', 'The payment is not captured yet: void it.')
  if (payment === undefined)
    return refuse('not_paid', 'The session has no such payment whose money could be refunded.')
  processorOf(context, payment)
  const currency = payment.capturedCurrency ?? payment.currency
  const leftMinor = leftMinorOf(payment)
  const amountMinor = asked.amountMinor ?? leftMinor
  if (amountMinor > leftMinor || amountMinor < 1)
    return refuse(
      'refund_exceeds_payment',
      `Of this payment ${writtenAmount(leftMinor, currency)} are left to refund.`,
    )
  asked.check?.(payment.refundedMinor)
  const now = context.clock()
  const refund = await insertRefund(tx, {
    id: newId('re', context.wallClock(), context.random),
    sessionId,
    merchantId,
    paymentId: payment.id,
    amountMinor,
    currency,
    reason: asked.reason ?? null,
    idempotencyKey: asked.idempotent?.key ?? null,
    now,
    nextInquiryAt: new Date(now.getTime() + TAKE_UP_DELAY_MS),
    requestedAt: context.wallClock(),
  })
  if (payment.isRefundOwed)
    await followOwedRefund(tx, { paymentId: payment.id, nextAt: now, made: 0 })
  await recordAudit(
    tx,
    { keys: context.keys, now: context.wallClock() },
    {
      actor,
      action: 'refund.created',
      subject: refund.id,
      merchantId,
      details: { sessionId, paymentId: payment.id, amountMinor, currency },
    },
  )
  return { outcome: 'begun', refund }
}
