import { METHODS } from '../../../domain/methods/methods.ts'
import { isLive } from '../../../domain/payment-state.ts'
import { lockSession, type SessionWithPayment } from '../../database/sessions.ts'
import type { ServiceContext } from '../../context.ts'
import { voidPayment } from '../../payments/resolve-payment.ts'
import { changeSession } from './change-session.ts'

/**
 * Whether a session's time is over. One whose payment is under way waits for it: money at the processor, or a slip
 * that settles days after it was paid.
 */
export function isDue(session: SessionWithPayment, now: Date): boolean {
  if (session.status !== 'open' || session.expiresAt > now) return false
  const { payment } = session
  return payment === null || !isLive(payment.status) || canBeGivenUp(payment)
}

function canBeGivenUp(payment: NonNullable<SessionWithPayment['payment']>): boolean {
  return payment.status === 'requires_action' && !METHODS[payment.method].keepsSessionOpen
}

/**
 * Ends a session whose time is over. What the shopper began and did not finish is given up at the processor first; while
 * the processor is silent it may still be paid, and the session goes on. True when this call has ended it.
 */
export async function expireSession(context: ServiceContext, sessionId: string): Promise<boolean> {
  const waiting = await context.database.transaction((tx) => lockSession(tx, sessionId))
  if (!isDue(waiting, context.clock())) return false
  if (waiting.payment !== null && canBeGivenUp(waiting.payment))
    await voidPayment(context, waiting.payment)

  return context.database.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId)
    if (!isDue(session, context.clock())) return false
    if (session.payment !== null && isLive(session.payment.status)) return false
    await changeSession(context, tx, session, { status: 'expired' }, [{ type: 'session.expired' }])
    return true
  })
}
