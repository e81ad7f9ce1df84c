import { grownReversal } from '#domain/reversal.ts'
import type { PaymentOutcome } from '#domain/settle.ts'
import { shareReversal } from '#domain/surplus.ts'
import type { ServiceContext } from '../context.ts'
import type { Queryable } from '../../database/engine/database.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import { listSurpluses } from '../../database/payments/surplus-payments.ts'
import { applyReversal } from './apply-reversal.ts'

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
