import {
  listSessionsToExpire,
  type SessionToExpire,
} from '../../database/sessions/sessions-to-expire.ts'
import type { ServiceContext } from '../context.ts'
import type { Due } from '../merchant-time.ts'
import { expireBatch, expireSession } from './expire-session.ts'
import { traceTask } from '../../tracing/trace-task.ts'
import { forEach } from '../for-each.ts'

const BATCH = 100

/**
 * Expires the sessions that are due; true when there may be more. Those without a payment go together, except large ones; of the
 * others the processor is asked one by one.
 */
export async function expireSessions(
  context: ServiceContext,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const { names: processors } = context.processors
  const range = { now: due.now, limit: BATCH, processors }
  const sessions = await listSessionsToExpire(context.database, range, due)
  const goesTogether = ({ isUnpaid, isLarge }: SessionToExpire) => isUnpaid && !isLarge
  const plain = sessions.filter(goesTogether)
  const others = sessions.filter((session) => !goesTogether(session))
  const oneByOne = (ids: readonly { id: string }[]) =>
    forEach('expire session', ids, context, ({ id }) => expireSession(context, id))

  const together = plain.length === 0 ? 0 : await tryTogether(context, plain)
  const ended = (together ?? (await oneByOne(plain))) + (await oneByOne(others))
  // Sessions that could not be expired are still due; retrying at once would fail again.
  return sessions.length === BATCH && ended > 0
}

/** Undefined when the batch failed: one session may be the cause, and must not delay the others. */
async function tryTogether(
  context: ServiceContext,
  sessions: readonly { id: string }[],
): Promise<number | undefined> {
  try {
    const ids = sessions.map(({ id }) => id)
    return await traceTask(context.tracer, 'expire sessions', () => expireBatch(context, ids))()
  } catch (error) {
    context.log.error({ err: error, sessions: sessions.length }, 'sessions expire one by one')
    return undefined
  }
}
