import { endOwedRefund } from '../../database/refunds/owed-refunds.ts'
import { readPayment } from '../../database/payments/payments.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

export type PaidOutside = Outcome<
  { amountMinor: number; currency: string },
  'not_found' | 'not_owed' | 'refund_pending'
>

/** Ends what a payment owes, because it was paid back outside of the processor. Makes no refund. */
export async function markPaidOutside(
  context: OperatorContext,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<PaidOutside> {
  const known = await readPayment(context.database, paymentId)
  if (known === undefined) return refuse('not_found')
  const { sessionId } = known
  return context.database.transaction(async (tx): Promise<PaidOutside> => {
    const { merchantId } = await lockSession(tx, sessionId)
    const payment = await readPayment(tx, paymentId)
    if (payment?.isRefundOwed !== true) return refuse('not_owed')
    const ended = await endOwedRefund(tx, paymentId, context.clock())
    if (ended === undefined) return refuse('refund_pending')
    await recordOperatorAudit(context, tx, {
      action: 'payment.repaid',
      subject: paymentId,
      merchantId,
      details: { sessionId, ...ended, reason },
    })
    return done(ended)
  })
}
