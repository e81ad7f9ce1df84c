import { listPendingRefunds } from '../../server/database/refunds.ts'
import type { ServiceContext } from '../../server/context.ts'
import { finishRefund, requestRefund } from '../../server/api/refunds/finish-refund.ts'

/** Takes the refunds of a payment to the processor now, instead of with the worker's next turn. */
export async function finishLateRefunds(context: ServiceContext, paymentId: string): Promise<void> {
  for (const refund of await listPendingRefunds(context.database, paymentId)) {
    const status = await requestRefund(context, refund)
    if (status === 'pending') continue
    await context.database.transaction((tx) => finishRefund(context, tx, refund, status))
  }
}
