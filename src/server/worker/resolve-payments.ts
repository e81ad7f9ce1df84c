import { claimInquiries, scheduleInquiry, type PaymentRecord } from '../database/payments.ts'
import type { ServiceContext } from '../context.ts'
import type { Due } from '../merchant-time.ts'
import { inquiryDelayMs } from '../payments/inquiry-schedule.ts'
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
  const payments = await claimInquiries(context.database, { now, nextAt, limit: BATCH }, due)
  await forEach(payments, context.log, async (payment) => {
    const delayMs = inquiryDelayMs(payment.status, payment.inquiries)
    const next = new Date(now.getTime() + Math.max(delayMs, pace(payment, due)))
    await resolvePayment(context, payment)
    await scheduleInquiry(context.database, payment.id, next)
    return true
  })
  return payments.length === BATCH
}

/**
 * Only for a merchant's own clock: when it jumps over days, inquiries at the usual interval would take
 * too long. The interval grows with the payment's age. The simulator notifies of every change anyway.
 */
function pace({ createdAt }: PaymentRecord, { now, only }: Due): number {
  return only === undefined ? 0 : (now.getTime() - createdAt.getTime()) / AGES_BETWEEN
}
