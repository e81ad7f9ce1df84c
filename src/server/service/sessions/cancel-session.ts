import { isLive } from '#domain/payment-state.ts'
import { AMOUNT_IS_UNDECIDED } from '../payments/amount-undecided.ts'
import { done, refuse, type Outcome, type Refused } from '../outcome.ts'
import {
  once,
  recordOf,
  type IdempotentRequest,
  type Presenter,
  type RequestRecord,
} from '../idempotency.ts'
import { changeSession } from './change-session.ts'
import { recordAudit, type Actor } from '../audit/record-audit.ts'
import type { ServiceContext } from '../context.ts'
import type { Queryable } from '../../database/engine/database.ts'
import {
  lockSession,
  readSession,
  type SessionToChange,
  type SessionWithPayment,
} from '../../database/sessions/sessions.ts'

export interface Cancellation {
  merchantId: string
  sessionId: string
  reason?: string | undefined
  actor: Actor
  idempotent: IdempotentRequest | RequestRecord | undefined
}

/**
 * Cancels a merchant's open session, and records it in the audit log. Refuses with `not_found`,
 * `session_not_open`, `payment_in_progress`, and with the refusals of idempotency keys.
 */
export async function cancelSession<Shown>(
  context: ServiceContext,
  { merchantId, sessionId, reason, actor, idempotent }: Cancellation,
  presenter: Presenter<SessionWithPayment, Shown>,
): Promise<Outcome<Shown>> {
  const known = await readSession(context.database, merchantId, sessionId)
  if (known === undefined) return refuse('not_found', 'There is no such session.')

  const request = {
    record: recordOf(context, merchantId, idempotent),
    sessionIdOf: () => known.id,
    idOf: () => known.id,
    read: (db: Queryable, id: string) => readSession(db, merchantId, id),
    presenter,
  }
  return once(context, request, async (tx) => {
    const locked = await lockSession(tx, known.id)
    const refusal = whyNotCancel(locked)
    if (refusal !== undefined) return refusal
    const canceled = await changeSession(
      context,
      tx,
      locked,
      { status: 'canceled', canceledAt: context.clock(), cancellationReason: reason ?? null },
      [{ type: 'session.canceled' }],
    )
    await recordAudit(
      tx,
      { keys: context.keys, now: context.wallClock() },
      { actor, action: 'session.canceled', subject: known.id, merchantId },
    )
    return done(canceled)
  })
}

/** A session can be canceled while it is open and no payment can still take money. */
export function whyNotCancel(session: SessionToChange): Refused | undefined {
  if (session.status !== 'open')
    return refuse(
      'session_not_open',
      `The session is ${session.status}; only an open one can be canceled.`,
    )
  if (session.payment?.status === 'amount_mismatch') return AMOUNT_IS_UNDECIDED
  if (session.paymentStatus === 'authorized')
    return refuse('payment_in_progress', 'The payment is authorized: capture or void it.')
  if (session.payment !== null && isLive(session.payment.status))
    return refuse(
      'payment_in_progress',
      'A payment of this session is in progress. Try again when it has ended.',
    )
  return undefined
}
