import { readRefund, type RefundRecord } from '../../database/refunds/refunds.ts'
import { lockSession } from '../../database/sessions/sessions.ts'
import { recordAudit, type Actor } from '../audit/record-audit.ts'
import type { ServiceContext } from '../context.ts'
import { inTimeOf } from '../merchant-time.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { finishRefund } from './finish-refund.ts'

interface RefundSettlement {
  refundId: string
  /** Absent: a refund of any merchant. */
  merchantId?: string
  as: 'succeeded' | 'failed'
  /** What is refunded, as the person who settles it has seen it; absent: whatever it is. */
  seen?: { amount: number; currency: string }
  /** For the audit log. */
  reason: string
  actor: Actor
}

/** `refund_ended`: it has succeeded or failed already. `amount_changed`: it is not what was seen. */
export type SettledRefund = Outcome<RefundRecord, 'not_found' | 'refund_ended' | 'amount_changed'>

const ENDED = { succeeded: 'succeeded', failed: 'failed', reversed: 'succeeded, and come back' }

/**
 * Ends a pending refund as a person has found it in the processor's books, with the event and the books of an answer of the
 * processor. Asks the processor nothing.
 */
export async function settleRefund(
  context: ServiceContext,
  { refundId, as, seen, reason, actor, ...of }: RefundSettlement,
): Promise<SettledRefund> {
  const known = await readRefund(context.database, refundId)
  if (known === undefined) return refuse('not_found')
  const { sessionId, paymentId, amountMinor, currency } = known
  return context.database.transaction(async (tx): Promise<SettledRefund> => {
    const { merchantId } = await lockSession(tx, sessionId)
    if (of.merchantId !== undefined && of.merchantId !== merchantId) return refuse('not_found')
    const refund = (await readRefund(tx, refundId)) ?? known
    if (refund.status !== 'pending')
      return refuse('refund_ended', `${refundId} has ${ENDED[refund.status]}.`)
    if (seen !== undefined && (seen.amount !== amountMinor || seen.currency !== currency))
      return refuse('amount_changed')
    const settled = await finishRefund(inTimeOf(context, merchantId), tx, refund, as)
    await recordAudit(
      tx,
      { keys: context.keys, now: context.wallClock() },
      {
        actor,
        action: 'refund.settled',
        subject: refundId,
        merchantId,
        details: { sessionId, paymentId, as, amountMinor, currency, reason },
      },
    )
    return done(settled)
  })
}
