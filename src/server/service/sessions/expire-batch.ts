import { isLive } from '#domain/payment-state.ts'
import { isDue } from './expire-session.ts'
import { composeEvents } from './change-session.ts'
import type { ServiceContext } from '../context.ts'
import type { Queryable } from '../../database/engine/database.ts'
import {
  lockOpenSessions,
  lockWebhookEndpoints,
  writeExpiries,
  type Expiry,
} from '../../database/sessions/expire-sessions.ts'
import type { LockedSession } from '../../database/sessions/sessions.ts'

type Endpoint = Pick<Expiry, 'callbackUrl' | 'isHeld'>

/**
 * Expires the sessions that are due and have no payment under way, in one transaction; returns how many. Those that another
 * transaction has locked stay due.
 */
export function expireBatch(context: ServiceContext, ids: readonly string[]): Promise<number> {
  return context.database.transaction(async (tx) => {
    const now = context.clock()
    const locked = await lockOpenSessions(tx, ids)
    const due = locked.filter((session) => isDue(session, now) && !hasLivePayment(session))
    if (due.length === 0) return 0
    const endpointOf = await openEndpoints(tx, due)
    const expiries = due.map((session) => expiryOf(context, session, endpointOf(session)))
    await writeExpiries(tx, expiries)
    return due.length
  })
}

function hasLivePayment({ payment }: LockedSession): boolean {
  return payment !== null && isLive(payment.status)
}

/** Reads the webhook endpoints, a disabled one under its merchant's lock, so that setting it again finds the held deliveries. */
async function openEndpoints(
  tx: Queryable,
  sessions: readonly LockedSession[],
): Promise<(session: LockedSession) => Endpoint> {
  const disabled = sessions.filter(({ merchant }) => merchant.isCallbackDisabled)
  const ids = [...new Set(disabled.map(({ merchantId }) => merchantId))]
  const locked = ids.length === 0 ? [] : await lockWebhookEndpoints(tx, ids)
  const byMerchant = new Map(locked.map((endpoint) => [endpoint.id, endpoint]))
  return ({ merchantId, merchant }) =>
    byMerchant.get(merchantId) ?? { callbackUrl: merchant.callbackUrl, isHeld: false }
}

function expiryOf(
  context: ServiceContext,
  locked: LockedSession,
  { callbackUrl, isHeld }: Endpoint,
): Expiry {
  const session: LockedSession = {
    ...locked,
    status: 'expired',
    eventSequence: locked.eventSequence + 1,
    version: locked.version + 1,
  }
  const [event] = composeEvents(
    context,
    session,
    [{ type: 'session.expired' }],
    locked.eventSequence,
  )
  if (event === undefined) throw new Error('no event was composed')
  const { id: eventId, sequence, body, createdAt, deliveryId } = event
  return {
    sessionId: session.id,
    merchantId: session.merchantId,
    eventId,
    sequence,
    body,
    createdAt,
    deliveryId,
    callbackUrl,
    isHeld,
  }
}
