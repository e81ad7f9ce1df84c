import { grownReversal } from '#domain/reversal.ts'
import type { PaymentOutcome } from '#domain/settle.ts'
import { shareReversal } from '#domain/surplus.ts'
import type { Queryable } from '../../database/engine/database.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import { recordReversal } from '../../database/payments/reversals.ts'
import { listSurpluses } from '../../database/payments/surplus-payments.ts'
import { followOwedRefund } from '../../database/refunds/owed-refunds.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { changeSession } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'

/** Writes the reversals that an outcome states, shared among a payment and its surpluses, in the caller's transaction. */
export async function applyReversals(
  context: ServiceContext,
  tx: Queryable,
  payment: PaymentRecord,
  outcome: PaymentOutcome,
): Promise<void> {
  const totalMinor = grownReversal(payment, outcome)
  if (totalMinor === undefined) return
  const surpluses = await listSurpluses(tx, payment)
  const { ofPayment, ofSurpluses } = shareReversal(payment, surpluses, totalMinor)
  const { sessionId } = payment
  for (const [index, { id, reversedMinor }] of surpluses.entries()) {
    const own = ofSurpluses[index] ?? 0
    if (own > reversedMinor)
      await applyReversal(context, tx, { sessionId, paymentId: id, totalMinor: own })
  }
  if (ofPayment > payment.reversedMinor)
    await applyReversal(context, tx, { sessionId, paymentId: payment.id, totalMinor: ofPayment })
}

/** Writes what was taken back of a payment, with its event, in the caller's transaction. No status changes. */
async function applyReversal(
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
