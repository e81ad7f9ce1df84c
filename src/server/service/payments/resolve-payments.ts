import { isLive } from '#domain/payment-state.ts'
import { requestInquiry, scheduleInquiry } from '../../database/payments/payment-inquiries.ts'
import {
  claimInquiries,
  type ClaimedPayment,
  type PaymentRecord,
} from '../../database/payments/payments.ts'
import type { ServiceContext } from '../context.ts'
import type { Due } from '../merchant-time.ts'
import { ASK_ONCE_MORE_MS, inquiryDelayMs } from './inquiry-schedule.ts'
import { isAnswered, resolvePayment } from './resolve-payment.ts'
import { forEach } from '../for-each.ts'

const BATCH = 50
/** Lease of a claimed inquiry: another process may claim it after this time. */
const CLAIM_MS = 30_000
const AGES_BETWEEN = 8

/** Asks the processor about payments whose inquiry is due; true when there may be more. */
export async function resolvePayments(
  context: ServiceContext,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const { now } = due
  const nextAt = new Date(now.getTime() + CLAIM_MS)
  const claim = {
    now,
    nextAt,
    wallNow: context.wallClock(),
    processors: context.processors.names,
    limit: BATCH,
  }
  const payments = await claimInquiries(context.database, claim, due)
  await forEach('resolve payment', payments, context, async (payment) => {
    const delayMs = inquiryDelayMs(payment.status, payment.inquiries)
    const later = new Date(now.getTime() + Math.max(delayMs, pace(payment, due)))
    const resolution = await resolvePayment(context, payment)
    const hasEnded = isAnswered(resolution)
    const next = hasEnded ? afterAnswer(payment, now, later) : later
    await scheduleInquiry(context.database, payment.id, { now, next, leasedUntil: nextAt })
    // A requested inquiry is repeated until it is answered, even when something else ends the payment meanwhile.
    if (payment.isRequested && !hasEnded) await requestInquiry(context.database, payment.id, later)
    return true
  })
  return payments.length === BATCH
}

/**
 * When to inquire about a payment next after an answer: by the schedule while it is live, and not at all once it has ended. After
 * a requested inquiry there is one more soon, since the answer may be older than the notification that requested it.
 */
function afterAnswer(
  { status, isRequested }: ClaimedPayment,
  now: Date,
  scheduled: Date,
): Date | null {
  const soon = isRequested ? new Date(now.getTime() + ASK_ONCE_MORE_MS) : null
  if (!isLive(status)) return soon
  return soon !== null && soon < scheduled ? soon : scheduled
}

/**
 * Only for a merchant's own clock: when it jumps over days, inquiries at the usual interval would take
 * too long. The interval grows with the payment's age. The simulator notifies of every change anyway.
 */
function pace({ createdAt }: PaymentRecord, { now, only }: Due): number {
  return only === undefined ? 0 : (now.getTime() - createdAt.getTime()) / AGES_BETWEEN
}
