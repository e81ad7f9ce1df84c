import { claimRefunds } from '../database/refunds.ts'
import type { ServiceContext } from '../context.ts'
import type { Due } from '../merchant-time.ts'
import { finishRefund, requestRefund } from '../api/refunds/finish-refund.ts'
import { forEach } from './for-each.ts'

const BATCH = 50
const NEXT_TURN_MS = 5000

/** Requests pending refunds from the processor; true when there may be more. */
export async function finishRefunds(
  context: ServiceContext,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const { now } = due
  const nextAt = new Date(now.getTime() + NEXT_TURN_MS)
  const refunds = await claimRefunds(context.database, { now, nextAt, limit: BATCH }, due)
  await forEach(refunds, context.log, async (refund) => {
    const status = await requestRefund(context, refund)
    if (status === 'pending') return false
    await context.database.transaction((tx) => finishRefund(context, tx, refund, status))
    return true
  })
  return refunds.length === BATCH
}
