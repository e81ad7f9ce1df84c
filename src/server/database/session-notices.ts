import { statement, type Queryable } from './database.ts'

/** NOTIFY channel: changed sessions, in commit order. */
export const SESSIONS_CHANNEL = 'sessions'

/** SQL expression that publishes a session's id and version. */
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

const PUBLISH_MARKER = statement(
  'mark sessions',
  `with made as materialized (select gen_random_uuid()::text as tag)
   select tag, pg_notify('${SESSIONS_CHANNEL}', 'mark ' || tag) from made`,
)

/** Publishes a unique marker, by which subscribers find a common position in the stream; returns it. */
export async function publishMarker(db: Queryable): Promise<string> {
  const [row] = await db.query<{ tag: string }>(PUBLISH_MARKER, [])
  if (row === undefined) throw new Error('the database returned no marker')
  return row.tag
}
