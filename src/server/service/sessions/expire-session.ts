import { METHODS } from '#domain/methods/methods.ts'
import { isLive } from '#domain/payment-state.ts'
import { lockSession, type SessionWithPayment } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { voidPayment } from '../payments/resolve-payment.ts'
import { changeSession } from './change-session.ts'

/**
 * Whether a session is due to expire. A payment in progress delays it: money at the processor, or a
 * boleto that settles days after it was paid.
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
 * Expires a session. The processor cancels an unfinished payment first; while it does not answer, the
 * session stays open, since it may still be paid. True when this call has expired it.
 */
export async function expireSession(context: ServiceContext, sessionId: string): Promise<boolean> {
  const waiting = await context.database.transaction((tx) => lockSession(tx, sessionId))
  if (!isDue(waiting, context.clock())) return false
  const { payment } = waiting
  if (payment !== null && canBeGivenUp(payment)) {
    if (context.processors.of(payment.processor) === undefined) return false
    await voidPayment(context, payment)
  }

  return context.database.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId)
    if (!isDue(session, context.clock())) return false
    if (session.payment !== null && isLive(session.payment.status)) return false
    await changeSession(context, tx, session, { status: 'expired' }, [{ type: 'session.expired' }])
    return true
  })
}
