import { newId } from '#domain/id.ts'
import { takenBackOf } from '#domain/reversal.ts'
import type { PaymentOutcome } from '#domain/settle.ts'
import { mayBringSurplus, newSurplusMinor, shareTakenBack } from '#domain/surplus.ts'
import type { ServiceContext } from '../context.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { oweRefund } from '../../database/refunds/owed-refunds.ts'
import type { PaymentRecord } from '../../database/payments/payments.ts'
import type { SessionToChange } from '../../database/sessions/sessions.ts'
import {
  insertSurplus,
  keepStateOfPayment,
  listSurpluses,
} from '../../database/payments/surplus-payments.ts'
import { changeSession } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'
import { keptState } from './known-outcome.ts'
import { makeOwedRefund } from '../refunds/make-owed-refund.ts'

/**
 * Books money that came after its payment was settled, such as a second Pix of its code, as late money of the session, which
 * is owed back. Runs in the caller's transaction.
 */
export async function bookSurplus(
  context: ServiceContext,
  tx: Queryable,
  {
    session,
    payment,
    outcome,
  }: { session: SessionToChange; payment: PaymentRecord; outcome: PaymentOutcome },
): Promise<void> {
  if (!mayBringSurplus(payment, outcome)) return
  const known = await listSurpluses(tx, payment)
  const capturedMinor = newSurplusMinor(payment, known, outcome)
  if (capturedMinor === 0) return
  const now = context.clock()
  const id = newId('pay', context.wallClock(), context.random)
  const surplus = await insertSurplus(tx, { id, paymentId: payment.id, capturedMinor, now })
  const state = keptState(context, outcome.state)
  if (state !== undefined) await keepStateOfPayment(tx, payment.id, state)
  await oweRefund(tx, surplus.id, now)
  const late = { type: 'payment.late', data: { payment: presentPayment(surplus) } } as const
  await changeSession(context, tx, session, {}, [late])
  // Money that was taken back already must not be refunded. `applyReversals` records it after this.
  const all = [...known, { ...surplus, returnedMinor: 0 }]
  const { ofSurpluses } = shareTakenBack(payment, all, takenBackOf(outcome))
  await makeOwedRefund(context, tx, {
    merchantId: session.merchantId,
    payment: { ...surplus, ...ofSurpluses.at(-1) },
    now,
  })
}
