import { listSessionsToExpire } from '../database/sessions.ts'
import type { Whose } from '../database/whose.ts'
import type { ServiceContext } from '../context.ts'
import { expireSession } from '../api/sessions/expire-session.ts'
import { forEach } from './for-each.ts'

const BATCH = 100

/** Ends the sessions whose time is over; true when there may be more. */
export async function expireSessions(
  context: ServiceContext,
  whose: Whose = 'everybody',
): Promise<boolean> {
  const due = await listSessionsToExpire(context.database, context.clock(), BATCH, whose)
  const ended = await forEach(due, context.log, ({ id }) => expireSession(context, id))
  // What could not be ended now is due still: at once again would be in vain.
  return due.length === BATCH && ended > 0
}
