import { listPendingRefunds } from '#server/database/refunds/refunds.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { finishRefund, isEnd, requestRefund } from '#server/service/refunds/finish-refund.ts'

/** Requests a payment's pending refunds from the processor at once, without waiting for the worker. */
export async function finishLateRefunds(context: ServiceContext, paymentId: string): Promise<void> {
  for (const refund of await listPendingRefunds(context.database, paymentId)) {
    const status = await requestRefund(context, refund)
    if (!isEnd(status)) continue
    await context.database.transaction((tx) => finishRefund(context, tx, refund, status))
  }
}
