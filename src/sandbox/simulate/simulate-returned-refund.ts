import { LIMITS } from '#contract/limits.ts'
import type { SimulateSession } from '#contract/sandbox-simulate.ts'
import type { Queryable } from '#server/database/engine/database.ts'
import { listRefunds, readRefund, type RefundRecord } from '#server/database/refunds/refunds.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { refuse, type Refused } from '#server/service/outcome.ts'
import { finishRefund, inquireRefund, isEnd } from '#server/service/refunds/finish-refund.ts'

export type SimulateReturnedRefund = Extract<SimulateSession, { outcome: 'refund_reversed' }>

/** Lets the money of a session's refund come back at the simulated processor, and applies it. */
export async function simulateReturnedRefund(
  context: ServiceContext,
  sessionId: string,
  { refundId }: SimulateReturnedRefund,
): Promise<Refused | undefined> {
  const { sandbox } = context.processor
  const refund = await refundToReturn(context.database, sessionId, refundId)
  const result =
    refund &&
    (await sandbox?.simulate(refund.payment.id, { type: 'refund_reversed', refundId: refund.id }))
  if (refund === undefined || result !== 'done')
    return refuse('validation_failed', 'There is no refund whose money could come back.', {
      fields: [
        { path: 'refundId', code: 'not_possible', message: 'needs a refund that has succeeded' },
      ],
    })
  const told = await inquireRefund(context, refund)
  if (isEnd(told))
    await context.database.transaction((tx) => finishRefund(context, tx, refund, told))
  return undefined
}

/** The refund that is named, else the latest that has succeeded. */
async function refundToReturn(
  db: Queryable,
  sessionId: string,
  refundId: string | undefined,
): Promise<RefundRecord | undefined> {
  if (refundId === undefined) {
    const { items } = await listRefunds(db, sessionId, { limit: LIMITS.pageSizeMax })
    return items.find(({ status }) => status === 'succeeded')
  }
  const refund = await readRefund(db, refundId)
  return refund?.sessionId === sessionId ? refund : undefined
}
