import { statement, type Queryable } from './database.ts'

/** On which everybody hears of sessions that changed, in the order in which the changes were committed. */
export const SESSIONS_CHANNEL = 'sessions'

/** A part of a statement: tells of a session with the version that it has now. */
export const notifySession = (id: string, version: string) =>
  `pg_notify('${SESSIONS_CHANNEL}', ${id} || ' ' || ${version})`

export interface SessionNotice {
  name: string
  version: number | null
}

export function readSessionNotice(payload: string): SessionNotice {
  const [name = '', version = ''] = payload.split(' ')
  return { name, version: /^\d+$/.test(version) ? Number(version) : null }
}

const MARK = statement(
  'mark sessions',
  `with made as materialized (select gen_random_uuid()::text as tag)
   select tag, pg_notify('${SESSIONS_CHANNEL}', 'mark ' || tag) from made`,
)

/** Says something to all who listen that was never said before, by which they find a common place; answers it. */
export async function markSessions(db: Queryable): Promise<string> {
  const [row] = await db.query<{ tag: string }>(MARK, [])
  if (row === undefined) throw new Error('the database made no mark')
  return row.tag
}
