import { oneLine } from '#domain/one-line.ts'
import { isTrialId } from '#domain/trial-id.ts'
import { isLive } from '#domain/payment-state.ts'
import type { ServiceContext } from '../context.ts'
import {
  acknowledgePayment,
  askAgainAt,
  requestInquiry,
} from '../../database/payments/payment-inquiries.ts'
import { readPayment, type PaymentRecord } from '../../database/payments/payments.ts'
import {
  markNotificationApplied,
  storeProcessorNotification,
  type NotificationRecord,
} from '../../database/payments/processor-notifications.ts'
import { hastenRefunds, readRefund, type NotifiedRefunds } from '../../database/refunds/refunds.ts'
import { inTimeOfSession } from '../merchant-time.ts'
import type { Processor, ProcessorNotification } from '../../processors/processor.ts'
import { ASK_ONCE_MORE_MS } from './inquiry-schedule.ts'
import { keptState } from './known-outcome.ts'
import { isAnswered, resolvePaymentOnce } from './resolve-payment.ts'

/** A processor's look-up may lag behind its notification. */
const ASK_AGAIN_MS = 2000

interface Received {
  processor: Processor
  /** The digest of the whole body, in hex. */
  digest: string
  notifications: readonly ProcessorNotification[]
}

/**
 * Stores each verified notification, and then inquires about its payment: for a processor that is asked, a notification is
 * only a hint. A notification about no payment of this account is skipped, not refused: other systems may share the account,
 * and a processor whose notifications are refused sends no more. One about an account trial's payment is only stored.
 */
export async function receiveNotifications(
  context: ServiceContext,
  { processor, digest, notifications }: Received,
): Promise<void> {
  context.processorMetrics.notificationsReceived(processor.name, 1)
  for (const { notificationId, facts, ...about } of notifications) {
    const { refundId } = about
    const named = about.paymentId ?? refundId
    if (named === undefined) {
      noteOther(context, processor, { notificationId, ...about })
      continue
    }
    if (isTrialId(named)) {
      const arrived = { processor: processor.name, notificationId, digest, paymentId: named }
      await noteArrival(context, { ...arrived, facts: keptState(context, facts) ?? null })
      continue
    }
    const paymentId = about.paymentId ?? (await paymentIdOf(context, named))
    const payment = await readPayment(context.database, paymentId)
    if (payment === undefined || payment.processor !== processor.name) {
      context.log.info({ processor: processor.name, notificationId }, UNKNOWN_PAYMENT)
      continue
    }
    const notification = {
      processor: processor.name,
      notificationId,
      digest,
      paymentId,
      facts: keptState(context, facts) ?? null,
    }
    const refunds = { refundId, isOfAll: processor.isTold === true }
    await applyOnce(context, { payment, refunds }, notification)
  }
}

/** The payment of a refund; the refund's own id, which is no payment's, where it is unknown. */
async function paymentIdOf({ database }: ServiceContext, refundId: string): Promise<string> {
  return (await readRefund(database, refundId))?.payment.id ?? refundId
}

/** Notes what is about no payment: a report that is ready, or a part that is not authentic. */
function noteOther(
  { log, processorMetrics }: ServiceContext,
  { name }: Processor,
  { notificationId, report, isForged }: ProcessorNotification,
): void {
  if (isForged === true) {
    processorMetrics.notificationForged(name, 1)
    log.warn({ processor: name, notificationId }, FORGED_PART)
  }
  if (report !== undefined)
    log.info({ processor: name, notificationId, report: oneLine(report).slice(0, 200) }, REPORT)
}

const FORGED_PART =
  'a part of a notification was not authentic, beside others that were: it was not believed'
const REPORT = 'the processor has a report ready: nothing reads it yet'

/** Stores a notification for `checkout processors try`, which waits for it. There is no payment to ask about. */
async function noteArrival(
  { database, clock }: ServiceContext,
  notification: NotificationRecord,
): Promise<void> {
  await storeProcessorNotification(database, { ...notification, now: clock() })
  await markNotificationApplied(database, notification)
}

const UNKNOWN_PAYMENT =
  'a notification names no payment of this account: it was acknowledged and skipped'

async function applyOnce(
  context: ServiceContext,
  about: { payment: PaymentRecord; refunds: NotifiedRefunds },
  notification: NotificationRecord,
): Promise<void> {
  const { database } = context
  const now = context.clock()
  // guard: webhook-once
  if (!(await storeProcessorNotification(database, { ...notification, now }))) return
  if (notification.facts !== null) context.processorMetrics.factProved(notification.facts['code'])
  await apply(context, about)
  await markNotificationApplied(database, notification)
}

/**
 * Inquires about the payment that a notification names. The worker inquires again when the processor did not answer or does
 * not know the payment yet, and when the payment is as it was or has ended, since that answer may be older than the
 * notification.
 */
async function apply(
  context: ServiceContext,
  { payment, refunds }: { payment: PaymentRecord; refunds: NotifiedRefunds },
): Promise<void> {
  const own = await inTimeOfSession(context, payment.sessionId)
  await acknowledgePayment(own.database, payment.id)
  const now = own.clock().getTime()
  const resolution = await resolvePaymentOnce(own, payment)
  if (resolution !== undefined && !isAnswered(resolution))
    await requestInquiry(own.database, payment.id, new Date(now + ASK_AGAIN_MS))
  else if (resolution === 'failed' || !isLive(payment.status))
    await askAgainAt(own.database, payment.id, new Date(now + ASK_ONCE_MORE_MS))
  // guard: overtaken-answer
  else if (resolution === 'answered' && (await hasStatus(own, payment)))
    await requestInquiry(own.database, payment.id, new Date(now + ASK_AGAIN_MS))
  await hastenRefunds(own.database, payment, own.clock(), refunds)
}

/** Whether a payment still has the status that was read before. */
async function hasStatus({ database }: ServiceContext, { id, status }: PaymentRecord) {
  return (await readPayment(database, id))?.status === status
}
