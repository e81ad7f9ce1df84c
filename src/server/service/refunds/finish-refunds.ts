import {
  claimRefunds,
  endRefundInquiry,
  renewRefundLease,
  scheduleRefundInquiry,
  type RefundRecord,
} from '../../database/refunds/refunds.ts'
import type { ServiceContext } from '../context.ts'
import type { Due } from '../merchant-time.ts'
import {
  finishRefund,
  inquireRefund,
  isEnd,
  requestRefund,
  type AnswerAboutRefund,
} from './finish-refund.ts'
import { refundInquiryDelayMs } from '../payments/inquiry-schedule.ts'
import { forEach } from '../for-each.ts'
import { refundOwed } from './refund-owed.ts'

const BATCH = 50
/** Lease of a claimed refund: another process may claim it after this time. */
const CLAIM_MS = 30_000

/**
 * Makes the due refunds of owed money, requests new refunds from the processor, and asks about those requested before;
 * true when there may be more.
 */
export async function finishRefunds(
  context: ServiceContext,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const mayOweMore = await refundOwed(context, due)
  const { now } = due
  const nextAt = leaseFrom(now)
  const { names: processors } = context.processors
  const range = { now, nextAt, processors, limit: BATCH }
  const refunds = await claimRefunds(context.database, range, due)
  await forEach('finish refund', refunds, context, async (refund) => {
    // The refunds before it may have taken longer than the lease. What another process has ended must not be requested again.
    const { id, status } = refund
    const leasedUntil = leaseFrom(context.clock())
    const wallNow = context.wallClock()
    const lease = { id, status, leasedUntil: nextAt, nextAt: leasedUntil, wallNow }
    const renewed = await renewRefundLease(context.database, lease)
    // guard: refund-lease
    if (renewed === undefined) return false
    let told: AnswerAboutRefund = 'unknown'
    try {
      told = await finish(context, { ...refund, ...renewed })
      return isEnd(told)
    } finally {
      const at = new Date(now.getTime() + refundInquiryDelayMs(refund.inquiries))
      // A return is told once: it is asked about until the answer is written.
      // guard: unanswered-return
      const againAt = told === 'unknown' ? at : null
      await (status === 'pending'
        ? scheduleRefundInquiry(context.database, id, { ...refund, at })
        : endRefundInquiry(context.database, id, { leasedUntil, againAt }))
    }
  })
  return mayOweMore || refunds.length === BATCH
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + CLAIM_MS)
}

/**
 * Requests or inquires about a claimed refund, whose `inquiries` include the call that is about to be made. One that has ended is
 * asked about only.
 */
async function finish(context: ServiceContext, refund: RefundRecord): Promise<AnswerAboutRefund> {
  const isFirst = refund.inquiries === 1 && refund.status === 'pending'
  const ask = isFirst ? requestRefund : inquireRefund
  const status = await ask(context, refund)
  if (isEnd(status))
    await context.database.transaction((tx) => finishRefund(context, tx, refund, status))
  return status
}
