import { hastenOwedRefund } from '../../database/refunds/owed-refunds.ts'
import { readPayment } from '../../database/payments/payments.ts'
import { hastenRefunds } from '../../database/refunds/refunds.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

/** Done: the next refund of what is owed, and the next inquiry about a pending one, are due now. */
export type OwedRefundRetry = Outcome<undefined, 'not_found' | 'not_owed'>

/** Makes a running server refund now what is owed, or ask now about a pending refund of it. */
export async function retryOwedRefund(
  context: OperatorContext,
  { paymentId }: { paymentId: string },
): Promise<OwedRefundRetry> {
  const known = await readPayment(context.database, paymentId)
  if (known === undefined) return refuse('not_found')
  const { sessionId } = known
  return context.database.transaction(async (tx): Promise<OwedRefundRetry> => {
    const { merchantId } = await lockSession(tx, sessionId)
    const payment = await readPayment(tx, paymentId)
    if (payment?.isRefundOwed !== true) return refuse('not_owed')
    const now = context.clock()
    await hastenOwedRefund(tx, paymentId, now)
    await hastenRefunds(tx, payment, now)
    await recordOperatorAudit(context, tx, {
      action: 'refund.retried',
      subject: paymentId,
      merchantId,
      details: { sessionId },
    })
    return done(undefined)
  })
}
