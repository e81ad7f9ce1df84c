import { lockSession } from '../../database/sessions/sessions.ts'
import type { Checkout } from '#contract/checkout.ts'
import type { ServiceContext } from '../context.ts'
import { done, refuse, type Done, type Refused } from '../outcome.ts'
import { changeSession } from './change-session.ts'
import { whyNotCancel } from './cancel-session.ts'
import { findSession } from './find-session.ts'
import { presentCheckout } from './present-checkout.ts'

const REASON = 'the shopper went back'

/** The shopper goes back to the shop: cancels the open session of a reference. */
export async function cancelCheckout(
  context: ServiceContext,
  { reference }: { reference: string },
): Promise<Done<Checkout> | Refused> {
  const session = await findSession(context, reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  if (session.status === 'complete') return refuse('already_paid', 'The session is already paid.')
  if (session.status === 'expired') return refuse('session_expired', 'The session has expired.')

  const refusal = await context.database.transaction(async (tx): Promise<Refused | undefined> => {
    const locked = await lockSession(tx, session.id)
    // Idempotent.
    if (locked.status === 'canceled') return undefined
    const refusal = whyNotCancel(locked)
    if (refusal !== undefined) return refusal
    await changeSession(
      context,
      tx,
      locked,
      { status: 'canceled', canceledAt: context.clock(), cancellationReason: REASON },
      [{ type: 'session.canceled' }],
    )
    return undefined
  })
  if (refusal !== undefined) return refusal
  return done(await presentCheckout(context, (await findSession(context, reference)) ?? session))
}
