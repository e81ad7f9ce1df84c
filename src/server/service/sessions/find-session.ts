import { isLive } from '#domain/payment-state.ts'
import {
  readSessionByReference,
  type SessionForCheckout,
} from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { referenceHash } from '../keys/reference.ts'
import { expireSession, isDue } from './expire-session.ts'

/**
 * The session of a reference. A due session is expired on read, unless the processor would have to
 * cancel a payment: that is left to the worker, so that no read waits for the processor.
 */
export async function findSession(
  context: ServiceContext,
  reference: string,
): Promise<SessionForCheckout | undefined> {
  const hash = referenceHash(reference)
  const session = await readSessionByReference(context.database, hash)
  if (session === undefined || !isDue(session, context.clock())) return session
  if (session.payment !== null && isLive(session.payment.status)) return session
  await expireSession(context, session.id)
  return readSessionByReference(context.database, hash)
}
