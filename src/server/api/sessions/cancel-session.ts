import { isLive } from '../../../domain/payment-state.ts'
import { lockSession, readSession, type LockedSession } from '../../database/sessions.ts'
import { recordAct } from '../../audit/record-act.ts'
import { AMOUNT_IS_UNDECIDED } from '../amount-undecided.ts'
import { accept, refuse, type Handler, type Refusal } from '../handler.ts'
import { inOneTransaction } from '../idempotency.ts'
import { changeSession } from './change-session.ts'
import { presentSession } from './present-session.ts'

export const cancelSession: Handler<'cancelSession'> = async (context, call) => {
  const merchantId = call.caller.merchant.id
  const known = await readSession(context.database, merchantId, call.parameters.id)
  if (known === undefined) return refuse('not_found', 'There is no such session.')

  const request = { merchantId, idempotent: call.idempotent, sessionId: known.id }
  return inOneTransaction(context, request, 'cancelSession', async (tx) => {
    const locked = await lockSession(tx, known.id)
    const refusal = whyNotCancel(locked)
    if (refusal !== undefined) return refusal
    const reason = call.body.reason ?? null
    const canceled = await changeSession(
      context,
      tx,
      locked,
      { status: 'canceled', canceledAt: context.clock(), cancellationReason: reason },
      [{ type: 'session.canceled' }],
    )
    await recordAct(
      tx,
      { keys: context.keys, now: context.wallClock() },
      {
        actor: { kind: 'api_key', keyId: call.caller.key.id },
        action: 'session.canceled',
        subject: known.id,
        merchantId,
      },
    )
    return accept(presentSession(context, canceled))
  })
}

/** A session can be canceled while it is open and no payment can still take money. */
export function whyNotCancel(session: LockedSession): Refusal | undefined {
  if (session.status !== 'open')
    return refuse(
      'session_not_open',
      `The session is ${session.status}; only an open one can be canceled.`,
    )
  if (session.payment?.status === 'amount_mismatch') return AMOUNT_IS_UNDECIDED
  if (session.payment !== null && isLive(session.payment.status))
    return refuse(
      'payment_in_progress',
      'A payment of this session is in progress. Try again when it has ended.',
    )
  return undefined
}
