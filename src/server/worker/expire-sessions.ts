import { listSessionsToExpire } from '../database/sessions-to-expire.ts'
import type { ServiceContext } from '../context.ts'
import type { Due } from '../merchant-time.ts'
import { expireSession } from '../api/sessions/expire-session.ts'
import { forEach } from './for-each.ts'

const BATCH = 100

/** Expires the sessions that are due; true when there may be more. */
export async function expireSessions(
  context: ServiceContext,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const { names: processors } = context.processors
  const range = { now: due.now, limit: BATCH, processors }
  const sessions = await listSessionsToExpire(context.database, range, due)
  const ended = await forEach(sessions, context.log, ({ id }) => expireSession(context, id))
  // Sessions that could not be expired are still due; retrying at once would fail again.
  return sessions.length === BATCH && ended > 0
}
