import type { Queryable } from '../../database/engine/database.ts'
import { followOwedRefund } from '../../database/refunds/owed-refunds.ts'
import { recordReversal } from '../../database/payments/reversals.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { changeSession } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'

/** Writes what was taken back of a payment, with its event, in the caller's transaction. No status changes. */
export async function applyReversal(
  context: ServiceContext,
  tx: Queryable,
  {
    sessionId,
    paymentId,
    totalMinor,
  }: { sessionId: string; paymentId: string; totalMinor: number },
): Promise<void> {
  const session = await lockSession(tx, sessionId)
  const payment = await recordReversal(tx, { paymentId, totalMinor, now: context.clock() })
  // Money that the network took back is no longer owed.
  if (payment.isRefundOwed)
    await followOwedRefund(tx, { paymentId, nextAt: context.clock(), made: 0 })
  const last = session.payment?.id === payment.id ? payment : session.payment
  await changeSession(
    context,
    tx,
    session,
    // Money that was not kept was never part of the session's amounts.
    payment.status === 'succeeded' ? { amountReversedMinor: totalMinor } : {},
    [{ type: 'payment.reversed', data: { payment: presentPayment(payment) } }],
    last,
  )
}
