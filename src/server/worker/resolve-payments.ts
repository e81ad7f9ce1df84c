import { claimInquiries, scheduleInquiry, type PaymentRecord } from '../database/payments.ts'
import type { Whose } from '../database/whose.ts'
import type { ServiceContext } from '../context.ts'
import { inquiryDelayMs } from '../payments/inquiry-schedule.ts'
import { resolvePayment } from '../payments/resolve-payment.ts'
import { forEach } from './for-each.ts'

const BATCH = 50
/** A claimed inquiry is another process's business again after this time. */
const CLAIM_MS = 30_000
const AGES_BETWEEN = 8

/** Asks the processor about the attempts whose inquiry is due; true when there may be more. */
export async function resolvePayments(
  context: ServiceContext,
  whose: Whose = 'everybody',
): Promise<boolean> {
  const now = context.clock()
  const nextAt = new Date(now.getTime() + CLAIM_MS)
  const due = await claimInquiries(context.database, { now, nextAt, limit: BATCH }, whose)
  await forEach(due, context.log, async (payment) => {
    const delayMs = inquiryDelayMs(payment.status, payment.inquiries)
    const next = new Date(now.getTime() + Math.max(delayMs, pace(payment, now, whose)))
    await resolvePayment(context, payment)
    await scheduleInquiry(context.database, payment.id, next)
    return true
  })
  return due.length === BATCH
}

/**
 * Where a clock jumps over days, asking every few minutes would take as long as the days are many: what was asked about
 * for long is asked about ever more rarely. The simulator's notifications tell all that happens to it.
 */
function pace({ createdAt }: PaymentRecord, now: Date, whose: Whose): number {
  return typeof whose === 'string' ? 0 : (now.getTime() - createdAt.getTime()) / AGES_BETWEEN
}
