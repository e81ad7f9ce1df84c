import { writtenAmount } from '../../../domain/money.ts'
import { newId } from '../../../domain/id.ts'
import { leftMinorOf } from '../../../domain/reversal.ts'
import type { Queryable } from '../../database/database.ts'
import { followOwedRefund } from '../../database/owed-refunds.ts'
import { readPaymentToRefund } from '../../database/payments.ts'
import {
  clearRefundIdempotencyKey,
  insertRefund,
  readRefundByIdempotencyKey,
  scheduleRefundInquiry,
  type RefundRecord,
} from '../../database/refunds.ts'
import { lockSession, readSession } from '../../database/sessions.ts'
import type { ServiceContext } from '../../context.ts'
import { recordAct } from '../../audit/record-act.ts'
import { refundInquiryDelayMs } from '../../payments/inquiry-schedule.ts'
import { processorOf } from '../../processors/processors.ts'
import { refuse, type Call, type Handler, type Refusal, type Written } from '../handler.ts'
import {
  beginIdempotent,
  idempotencyCutoff,
  releaseRequest,
  storeAnswer,
  type RequestOfMerchant,
} from '../idempotency.ts'
import { finishRefund, requestRefund } from './finish-refund.ts'
import { presentRefund } from './present-refund.ts'

/** When the worker takes over a refund whose request has crashed. */
const TAKE_UP_DELAY_MS = 30_000

export const createRefund: Handler<'createRefund'> = async (context, call) => {
  const merchantId = call.caller.merchant.id
  const session = await readSession(context.database, merchantId, call.parameters.id)
  if (session === undefined) return refuse('not_found', 'There is no such session.')

  const request = { merchantId, idempotent: call.idempotent }
  const begun = await begin(context, call, request, session.id)
  if (begun.outcome !== 'begun') return begun
  const status = await requestRefund(context, begun.refund)
  return context.database.transaction(async (tx) => {
    const refund = await (status === 'pending'
      ? inquireLater(context, tx, begun.refund)
      : finishRefund(context, tx, begun.refund, status))
    return storeAnswer(context, tx, request, 'createRefund', presentRefund(refund))
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

type Begun = { outcome: 'begun'; refund: RefundRecord } | Written | Refusal

/**
 * Commits the refund before the request to the processor. A database constraint keeps refunds within
 * the captured amount.
 */
function begin(
  context: ServiceContext,
  call: Call<'createRefund'>,
  request: RequestOfMerchant,
  sessionId: string,
): Promise<Begun> {
  return context.database.transaction(async (tx): Promise<Begun> => {
    const earlier = await beginIdempotent(context, tx, request)
    if (earlier !== undefined) return earlier
    const idempotencyKey = call.idempotent?.key ?? null
    const known = idempotencyKey && (await refundOfRequest(context, tx, sessionId, idempotencyKey))
    if (known) return { outcome: 'begun', refund: known }
    const result = await addRefund(context, tx, sessionId, call)
    if (result.outcome === 'refused') await releaseRequest(tx, request)
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
  sessionId: string,
  { caller, body, idempotent }: Call<'createRefund'>,
): Promise<{ outcome: 'begun'; refund: RefundRecord } | Refusal> {
  await lockSession(tx, sessionId)
  const payment = await readPaymentToRefund(tx, sessionId, body.paymentId)
  if (payment === undefined)
    return refuse('not_paid', 'The session has no such payment whose money could be refunded.')
  processorOf(context, payment)
  const currency = payment.capturedCurrency ?? payment.currency
  const leftMinor = leftMinorOf(payment)
  const amountMinor = body.amount ?? leftMinor
  if (amountMinor > leftMinor || amountMinor < 1)
    return refuse(
      'refund_exceeds_payment',
      `Of this payment ${writtenAmount(leftMinor, currency)} are left to refund.`,
    )
  const now = context.clock()
  const refund = await insertRefund(tx, {
    id: newId('re', context.wallClock(), context.random),
    sessionId,
    paymentId: payment.id,
    amountMinor,
    currency,
    reason: body.reason ?? null,
    idempotencyKey: idempotent?.key ?? null,
    now,
    nextInquiryAt: new Date(now.getTime() + TAKE_UP_DELAY_MS),
  })
  if (payment.isRefundOwed)
    await followOwedRefund(tx, { paymentId: payment.id, nextAt: now, made: 0 })
  await recordAct(
    tx,
    { keys: context.keys, now: context.wallClock() },
    {
      actor: { kind: 'api_key', keyId: caller.key.id },
      action: 'refund.created',
      subject: refund.id,
      merchantId: caller.merchant.id,
      details: { sessionId, paymentId: payment.id, amountMinor, currency },
    },
  )
  return { outcome: 'begun', refund }
}
