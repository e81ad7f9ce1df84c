import { grownReversal } from '#domain/reversal.ts'
import { settle, type PaymentOutcome } from '#domain/settle.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readPayment, type PaymentRecord } from '../../database/payments/payments.ts'
import { lockSession, type LockedSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { applyReversals } from './apply-reversals.ts'
import { applySettlement } from './apply-settlement.ts'
import { bookSurplus } from './book-surplus.ts'

/**
 * Applies an outcome of the processor in one transaction: payment, session, events, receipt e-mail, and the refund of
 * money that is not kept, also of what came after the payment was settled. Idempotent.
 */
export async function settlePayment(
  context: ServiceContext,
  {
    sessionId,
    paymentId,
    outcome,
  }: { sessionId: string; paymentId: string; outcome: PaymentOutcome },
): Promise<void> {
  const settled = await context.database.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId)
    const payment = await readPayment(tx, paymentId)
    if (payment === undefined) throw new Error('the payment to settle does not exist')
    const written = await settleLocked(context, tx, { session, payment, outcome })
    if (written === undefined) await bookSurplus(context, tx, { session, payment, outcome })
    await applyReversals(context, tx, payment, outcome)
    return written && { merchantId: session.merchantId, payment: written }
  })
  if (settled) context.cardTestingAlarm.settled(settled.merchantId, settled.payment)
}

async function settleLocked(
  context: ServiceContext,
  tx: Queryable,
  {
    session,
    payment,
    outcome,
  }: { session: LockedSession; payment: PaymentRecord; outcome: PaymentOutcome },
): Promise<PaymentRecord | undefined> {
  const { latePayments: latePolicy, amountMismatch: mismatchPolicy } = session.merchant
  const isLast = session.payment?.id === payment.id
  const known = { ...payment, isLast }
  const settled = settle({ session, payment: known, outcome, latePolicy, mismatchPolicy })
  if (settled.result === 'nothing') return undefined
  const { change } = settled
  const card = 'card' in outcome ? outcome.card : undefined
  const decider = { kind: 'server' } as const
  const { references, state, payeeName } = outcome
  const reversedMinor = grownReversal(payment, outcome)
  const paidAt = outcome.status === 'succeeded' ? outcome.paidAt : undefined
  const named = { card, references, state, paidAt, payeeName }
  const settling = { session, payment, change, ...named, decider, reversedMinor }
  const written = await applySettlement(context, tx, settling)
  if (written.status === 'amount_mismatch')
    context.log.error(
      { paymentId: payment.id, outcome },
      'the processor took another amount than was asked',
    )
  return written
}
