import { claimInquiries, scheduleInquiry } from '../../store/payments.ts'
import type { ServiceContext } from '../context.ts'
import { inquiryDelayMs } from '../payments/inquiry-schedule.ts'
import { resolvePayment } from '../payments/resolve-payment.ts'
import { forEach } from './for-each.ts'

const BATCH = 50
/** A claimed inquiry is another process's business again after this time. */
const CLAIM_MS = 30_000

/** Asks the processor about the attempts whose inquiry is due; true when there may be more. */
export async function resolvePayments(context: ServiceContext): Promise<boolean> {
  const now = context.clock()
  const due = await claimInquiries(context.database, {
    now,
    nextAt: new Date(now.getTime() + CLAIM_MS),
    limit: BATCH,
  })
  await forEach(due, context.log, async (payment) => {
    const next = new Date(now.getTime() + inquiryDelayMs(payment.status, payment.inquiries))
    await resolvePayment(context, payment)
    await scheduleInquiry(context.database, payment.id, next)
    return true
  })
  return due.length === BATCH
}
