import { REVERSAL_KINDS, type ReversalKind } from '#contract/reversal-kinds.ts'
import { hasMoreTakenBack, isExplained, leftMinorOf, takenBackOf } from '#domain/reversal.ts'
import type { PaymentOutcome } from '#domain/settle.ts'
import { isKept } from '#domain/standing.ts'
import { shareTakenBack } from '#domain/surplus.ts'
import type { Queryable } from '../../database/engine/database.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import {
  markUnexplained,
  recordReinstatement,
  recordReversal,
} from '../../database/payments/reversals.ts'
import { queueShopperMail } from '../../database/mails/shopper-mails.ts'
import { listSurpluses } from '../../database/payments/surplus-payments.ts'
import { followOwedRefund, oweRefundAgain } from '../../database/refunds/owed-refunds.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { changeSession } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'

/**
 * Writes what an outcome says was taken back and given back again, shared among a payment and its surpluses, in the caller's
 * transaction. What cannot be is not booked: a person has to look.
 */
export async function applyReversals(
  context: ServiceContext,
  tx: Queryable,
  payment: PaymentRecord,
  outcome: PaymentOutcome,
): Promise<void> {
  if (!hasMoreTakenBack(payment, outcome)) return
  // guard: unexplained-reversal
  if (!isExplained(payment, outcome)) {
    context.log.error(
      { paymentId: payment.id, outcome },
      'the processor says that money was taken back that cannot have been: it is not booked',
    )
    await markUnexplained(tx, payment.id, context.clock())
    return
  }
  const { sessionId } = payment
  const surpluses = await listSurpluses(tx, payment)
  const { ofPayment, ofSurpluses } = shareTakenBack(payment, surpluses, takenBackOf(outcome))
  const kind = knownKind(outcome)
  const shares = [...surpluses, payment].map((one, index) => ({
    one,
    after: ofSurpluses[index] ?? ofPayment,
  }))
  for (const { one, after } of shares)
    if (after.reversedMinor > one.reversedMinor)
      await applyReversal(context, tx, {
        sessionId,
        paymentId: one.id,
        totalMinor: after.reversedMinor,
        kind,
      })
  for (const { one, after } of shares)
    if (after.reinstatedMinor > one.reinstatedMinor)
      await applyReinstatement(context, tx, {
        sessionId,
        paymentId: one.id,
        totalMinor: after.reinstatedMinor,
      })
}

/** Why money was taken back; null where the module does not say so, or says what is not known here. */
function knownKind(outcome: PaymentOutcome): ReversalKind | null {
  const stated = outcome.status === 'succeeded' ? outcome.reversalKind : undefined
  return REVERSAL_KINDS.find((kind) => kind === stated) ?? null
}

interface Grown {
  sessionId: string
  paymentId: string
  totalMinor: number
}

/** Writes what was taken back of a payment, with its event, in the caller's transaction. No status changes. */
export async function applyReversal(
  context: ServiceContext,
  tx: Queryable,
  { sessionId, paymentId, totalMinor, kind }: Grown & { kind: ReversalKind | null },
): Promise<void> {
  const session = await lockSession(tx, sessionId)
  const payment = await recordReversal(tx, { paymentId, totalMinor, kind, now: context.clock() })
  // Money that the network took back is no longer owed.
  if (payment.isRefundOwed)
    await followOwedRefund(tx, { paymentId, nextAt: context.clock(), made: 0 })
  if (context.emailsReceipts)
    await queueShopperMail(tx, { kind: 'reversal', paymentId, refundId: '', now: context.clock() })
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

/** Writes what was given back again of a payment, with its event, in the caller's transaction. No status changes. */
async function applyReinstatement(
  context: ServiceContext,
  tx: Queryable,
  { sessionId, paymentId, totalMinor }: Grown,
): Promise<void> {
  const now = context.clock()
  const session = await lockSession(tx, sessionId)
  const payment = await recordReinstatement(tx, { paymentId, totalMinor, now })
  // Money that is not kept is owed again once it is back.
  if (!isKept(session.status, payment) && leftMinorOf(payment) > 0)
    await oweRefundAgain(tx, paymentId, now)
  const last = session.payment?.id === payment.id ? payment : session.payment
  await changeSession(
    context,
    tx,
    session,
    payment.status === 'succeeded' ? { amountReinstatedMinor: totalMinor } : {},
    [{ type: 'payment.reinstated', data: { payment: presentPayment(payment) } }],
    last,
  )
}
