import { isLive } from '../../domain/payment-state.ts'
import { requestInquiry, scheduleInquiry } from '../database/payment-inquiries.ts'
import { claimInquiries, type ClaimedPayment, type PaymentRecord } from '../database/payments.ts'
import type { ServiceContext } from '../context.ts'
import type { Due } from '../merchant-time.ts'
import { ASK_ONCE_MORE_MS, inquiryDelayMs } from '../payments/inquiry-schedule.ts'
import { resolvePayment } from '../payments/resolve-payment.ts'
import { forEach } from './for-each.ts'

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
    const isAnswered = resolution === 'answered' || resolution === 'failed'
    const isOver = !isLive(payment.status) && isAnswered
    const next = isOver
      ? afterEnd(payment, now)
      : isAnswered
        ? whileLive(payment, now, later)
        : later
    await scheduleInquiry(context.database, payment.id, { now, next, leasedUntil: nextAt })
    // A requested inquiry is repeated until it is answered, even when something else ends the payment meanwhile.
    if (payment.isRequested && !isAnswered)
      await requestInquiry(context.database, payment.id, later)
    return true
  })
  return payments.length === BATCH
}

/** When to inquire about an ended payment next: once more, a while after an inquiry that a notification requested; else never. */
function afterEnd({ isRequested }: ClaimedPayment, now: Date): Date | null {
  return isRequested ? new Date(now.getTime() + ASK_ONCE_MORE_MS) : null
}

/** When to inquire about a live payment next: after a requested inquiry soon, since that answer may be older than its cause. */
function whileLive({ isRequested }: ClaimedPayment, now: Date, later: Date): Date {
  const soon = new Date(now.getTime() + ASK_ONCE_MORE_MS)
  return isRequested && soon < later ? soon : later
}

/**
 * Only for a merchant's own clock: when it jumps over days, inquiries at the usual interval would take
 * too long. The interval grows with the payment's age. The simulator notifies of every change anyway.
 */
function pace({ createdAt }: PaymentRecord, { now, only }: Due): number {
  return only === undefined ? 0 : (now.getTime() - createdAt.getTime()) / AGES_BETWEEN
}
