import { listSessionsToExpire } from '../database/sessions.ts'
import type { ServiceContext } from '../context.ts'
import type { Due } from '../merchant-time.ts'
import { expireSession } from '../api/sessions/expire-session.ts'
import { forEach } from './for-each.ts'

const BATCH = 100

/** Ends the sessions whose time is over; true when there may be more. */
export async function expireSessions(
  context: ServiceContext,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const sessions = await listSessionsToExpire(context.database, due.now, BATCH, due)
  const ended = await forEach(sessions, context.log, ({ id }) => expireSession(context, id))
  // What could not be ended now is due still: at once again would be in vain.
  return sessions.length === BATCH && ended > 0
}
