import { listSessionsToExpire } from '../../store/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { expireSession } from '../sessions/expire-session.ts'

const BATCH = 100

/** Ends the sessions whose time is over; true when there may be more. */
export async function expireSessions(context: ServiceContext): Promise<boolean> {
  const due = await listSessionsToExpire(context.database, context.clock(), BATCH)
  for (const id of due) await expireSession(context, id)
  return due.length === BATCH
}
