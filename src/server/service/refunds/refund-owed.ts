import {
  claimOwedRefunds,
  clearPaidOwedRefunds,
  markUnmarkedOwedRefunds,
} from '../../database/refunds/owed-refunds.ts'
import { readPayment } from '../../database/payments/payments.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import type { Due } from '../merchant-time.ts'
import { makeOwedRefund } from './make-owed-refund.ts'
import { forEach } from '../for-each.ts'

const BATCH = 50
const MARK_BATCH = 500
/** Lease of a claimed payment: another process may claim it after this time. */
const CLAIM_MS = 30_000

/** Makes the due refunds of owed money; true when there may be more. `finishRefunds` requests them. */
export async function refundOwed(
  context: ServiceContext,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const { now } = due
  const nextAt = new Date(now.getTime() + CLAIM_MS)
  const owed = await claimOwedRefunds(context.database, { now, nextAt, limit: BATCH }, due)
  await forEach('make owed refund', owed, context, async ({ id, sessionId }) => {
    await context.database.transaction(async (tx) => {
      const { merchantId } = await lockSession(tx, sessionId)
      const payment = await readPayment(tx, id)
      if (payment?.isRefundOwed === true && !payment.isRefundHeld)
        await makeOwedRefund(context, tx, { merchantId, payment, now })
    })
    return true
  })
  return owed.length === BATCH
}

/** Finds owed money that a process of the release before did not mark, or whose mark it did not clear. */
export async function findOwedRefunds(context: ServiceContext): Promise<void> {
  let marked: number
  do
    marked = await markUnmarkedOwedRefunds(context.database, {
      now: context.clock(),
      limit: MARK_BATCH,
    })
  while (marked === MARK_BATCH)
  await clearPaidOwedRefunds(context.database)
}
