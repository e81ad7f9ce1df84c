import { METHODS } from '#domain/methods/methods.ts'
import { isLive } from '#domain/payment-state.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { lockWebhookEndpoints } from '../../database/merchants/merchants.ts'
import {
  isDelivered,
  lockSession,
  readSessionsToChange,
  type SessionToChange,
  type SessionWithPayment,
} from '../../database/sessions/sessions.ts'
import { writeExpiries, type Expiry } from '../../database/sessions/write-expiries.ts'
import type { ServiceContext } from '../context.ts'
import { voidPayment } from '../payments/resolve-payment.ts'
import { composeEvents } from './change-session.ts'

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
  const [waiting] = await readSessionsToChange(context.database, [sessionId])
  if (waiting === undefined || !isDue(waiting, context.clock())) return false
  const { payment } = waiting
  if (payment !== null && canBeGivenUp(payment)) {
    if (context.processors.of(payment.processor) === undefined) return false
    await voidPayment(context, payment)
  }
  return context.database.transaction(
    async (tx) => (await expireFrom(context, tx, [await lockSession(tx, sessionId)])) > 0,
  )
}

/**
 * Expires the sessions that are due and have no payment under way, together; returns how many. Those that another transaction
 * changes meanwhile stay due.
 */
export async function expireBatch(
  context: ServiceContext,
  ids: readonly string[],
): Promise<number> {
  const { database } = context
  const sessions = await readSessionsToChange(database, ids)
  return sessions.some(({ merchant }) => merchant.isCallbackDisabled)
    ? database.transaction((tx) => expireFrom(context, tx, sessions))
    : expireFrom(context, database, sessions)
}

/** Expires sessions as they were read. Where an endpoint is disabled, it is locked, which takes a transaction. */
async function expireFrom(
  context: ServiceContext,
  db: Queryable,
  sessions: readonly SessionToChange[],
): Promise<number> {
  const now = context.clock()
  const due = sessions.filter(
    (session) =>
      isDue(session, now) && (session.payment === null || !isLive(session.payment.status)),
  )
  if (due.length === 0) return 0
  const disabled = due.filter(({ merchant }) => merchant.isCallbackDisabled)
  if (disabled.length > 0)
    await lockWebhookEndpoints(db, [...new Set(disabled.map(({ merchantId }) => merchantId))])
  return writeExpiries(
    db,
    due.map((session) => expiryOf(context, session)),
  )
}

function expiryOf(context: ServiceContext, session: SessionToChange): Expiry {
  const { version, eventSequence } = session
  const expired = {
    ...session,
    status: 'expired',
    eventSequence: eventSequence + 1,
    version: version + 1,
  } as const
  const news = [{ type: 'session.expired' }] as const
  const [event] = composeEvents(context, expired, news, eventSequence)
  if (event === undefined) throw new Error('no event was composed')
  const { id: eventId, sequence, body, createdAt, deliveryId } = event
  const endpointIsLocked = session.merchant.isCallbackDisabled
  const { id: sessionId } = session
  return {
    sessionId,
    version,
    eventId,
    sequence,
    body,
    createdAt,
    deliveryId,
    isDelivered: isDelivered(session),
    endpointIsLocked,
  }
}
