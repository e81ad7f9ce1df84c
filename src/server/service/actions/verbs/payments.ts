import type { PAYMENT_ACTIONS } from '#contract/dashboard/actions/payments.ts'
import { refundRight } from '#domain/dashboard/refund-right.ts'
import { type Cancellation, cancelSession } from '../../sessions/cancel-session.ts'
import { captureSession } from '../../payments/capture-session.ts'
import { voidSession } from '../../payments/void-session.ts'
import { inquirePayment } from '../../payments/inquire-payment.ts'
import { type RefundOfSession, refundSession } from '../../refunds/refund-session.ts'
import { asObject, once } from '../../idempotency.ts'
import { readPayment, type PaymentRecord } from '../../../database/payments/payments.ts'
import { readMerchantOfSession } from '../../../database/sessions/sessions.ts'
import type { ServiceContext } from '../../context.ts'
import { inTimeOf } from '../../merchant-time.ts'
import { markPaidOutside } from '../../refunds/mark-paid-outside.ts'
import { settleRefund } from '../../refunds/settle-refund.ts'
import { retryOwedRefund } from '../../refunds/retry-owed-refund.ts'
import { type Decision, decideMismatch } from '../../payments/decide-mismatch.ts'
import type { ActionContext, LoneActionContext } from '../action-context.ts'
import { done, rollBack, valueOf } from '../../outcome.ts'
import type { VerbsOf } from '../verbs-of.ts'

/** Dashboard actions on payments: refund, cancel, inquire at the processor, decide about another amount, and owed refunds. */
export const PAYMENT_VERBS: VerbsOf<typeof PAYMENT_ACTIONS> = {
  'refund.create': {
    async alone(context, { merchantId, sessionId, paymentId, amount, currency, reason }) {
      const payment = await requirePayment(context, merchantId, paymentId)
      if (payment.sessionId !== sessionId) throw rollBack('not_found')
      // A person has seen, and signed, an amount in the captured currency.
      if (currency !== (payment.capturedCurrency ?? payment.currency))
        throw rollBack('invalid_request')
      const asked: RefundOfSession = {
        merchantId,
        sessionId,
        paymentId,
        amountMinor: amount,
        reason,
        actor: actorOf(context),
        // Checked again: two refunds at once may both have been within the limit when they were requested.
        check(refunded) {
          const refund = { merchantId, amount, refunded, currency }
          const right = refundRight(context.memberships, refund)
          if (right === 'over_limit' || right === 'none') throw rollBack('over_limit')
        },
        idempotent: context.record,
      }
      const refunded = await refundSession(serviceOf(context, merchantId), asked, asObject())
      const { id, status } = valueOf(refunded)
      return { refundId: id, status }
    },
  },

  'session.cancel': {
    async alone(context, { merchantId, sessionId, reason }) {
      const cancellation: Cancellation = {
        merchantId,
        sessionId,
        reason,
        actor: actorOf(context),
        idempotent: context.record,
      }
      const service = serviceOf(context, merchantId)
      const { status } = valueOf(await cancelSession(service, cancellation, asObject()))
      return { status }
    },
  },

  'payment.capture': {
    async alone(context, { merchantId, sessionId, paymentId, amount, currency }) {
      const payment = await requirePayment(context, merchantId, paymentId)
      if (payment.sessionId !== sessionId) throw rollBack('not_found')
      if (currency !== payment.currency) throw rollBack('invalid_request')
      const ofHold = {
        ...holdOf(context, { merchantId, sessionId, paymentId }),
        amountMinor: amount,
      }
      const captured = await captureSession(serviceOf(context, merchantId), ofHold, asObject())
      const { payment: now } = valueOf(captured)
      if (now?.status === 'succeeded') return { result: 'captured' }
      return { result: now?.intent === 'capture' ? 'pending' : 'refused' }
    },
  },

  'payment.void': {
    async alone(context, { merchantId, sessionId, paymentId, reason }) {
      const payment = await requirePayment(context, merchantId, paymentId)
      if (payment.sessionId !== sessionId) throw rollBack('not_found')
      const ofHold = { ...holdOf(context, { merchantId, sessionId, paymentId }), reason }
      const released = await voidSession(serviceOf(context, merchantId), ofHold, asObject())
      const { payment: now } = valueOf(released)
      return { result: now?.status === 'voided' ? 'released' : 'pending' }
    },
  },

  'payment.inquire': {
    async alone(context, { merchantId, paymentId }) {
      const service = serviceOf(context, merchantId)
      const payment = await requirePayment(context, merchantId, paymentId)
      const request = {
        record: context.record,
        sessionIdOf: () => null,
        idOf: () => paymentId,
        read: readPayment,
        presenter: asObject<PaymentRecord>(),
      }
      valueOf(await once(service, request, async () => done(payment)))
      // Repeated, it asks again: the answer may be another one by now.
      const asked = { paymentId, merchantId, actor: actorOf(context) }
      return valueOf(await inquirePayment(service, asked))
    },
  },

  'payment.accept': (context, { amount, currency, ...input }) =>
    decide(context, { ...input, seen: { amount, currency }, decision: 'accept' }),
  'payment.refuse': (context, { amount, currency, ...input }) =>
    decide(context, { ...input, seen: { amount, currency }, decision: 'refuse' }),

  async 'refund.retry'(context, { merchantId, paymentId }) {
    await requirePayment(context, merchantId, paymentId)
    const { clock } = serviceOf(context, merchantId)
    valueOf(await retryOwedRefund({ ...context, clock }, { paymentId }))
    return {}
  },

  async 'refund.paid'(context, { merchantId, paymentId, amount, currency, reason }) {
    await requirePayment(context, merchantId, paymentId)
    const ended = valueOf(await markPaidOutside(context, { paymentId, reason }))
    if (ended.amountMinor !== amount || ended.currency !== currency)
      throw rollBack('amount_changed')
    return { amount: ended.amountMinor, currency: ended.currency }
  },

  async 'refund.settle'(context, { amount, currency, ...input }) {
    const { status } = valueOf(
      await settleRefund(serviceOf(context, input.merchantId), {
        ...input,
        seen: { amount, currency },
        actor: actorOf(context),
      }),
    )
    return { status }
  },
}

/** The service context with the dashboard action's database and the merchant's clock. */
function serviceOf({ service, database }: ActionContext, merchantId: string): ServiceContext {
  return inTimeOf({ ...service, database }, merchantId)
}

function holdOf(
  context: LoneActionContext,
  ids: { merchantId: string; sessionId: string; paymentId: string },
) {
  return { ...ids, actor: actorOf(context), idempotent: context.record }
}

function actorOf({ actor }: Pick<ActionContext, 'actor'>) {
  return actor ?? ({ kind: 'server' } as const)
}

/** Reads a payment; throws `RollBack` with `not_found` when it is another merchant's. */
async function requirePayment(
  { database }: ActionContext,
  merchantId: string,
  paymentId: string,
): Promise<PaymentRecord> {
  const payment = await readPayment(database, paymentId)
  const owner = payment && (await readMerchantOfSession(database, payment.sessionId))
  if (payment === undefined || owner !== merchantId) throw rollBack('not_found')
  return payment
}

async function decide(
  context: ActionContext,
  { merchantId, ...decision }: Omit<Decision, 'actor'> & { merchantId: string },
) {
  const { paymentId } = decision
  await requirePayment(context, merchantId, paymentId)
  const decided = { ...decision, actor: actorOf(context) }
  valueOf(await decideMismatch(serviceOf(context, merchantId), decided))
  const { status } = await requirePayment(context, merchantId, paymentId)
  return { status }
}
