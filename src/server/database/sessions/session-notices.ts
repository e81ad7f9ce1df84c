import { statement, type Queryable } from '../engine/database.ts'
import { notice } from '../engine/notices.ts'

/** NOTIFY channel: changed sessions, and who publishes them, in one order for all subscribers. */
export const SESSIONS_CHANNEL = 'sessions'

/** SQL expression: the notice of a session's id and version. */
export const sessionNotice = (id: string, version: string) =>
  notice(SESSIONS_CHANNEL, `${id} || ' ' || ${version}`)

export interface SessionNotice {
  /** The session's id, or one of the names below. */
  name: string
  version: number | null
  /** The process that publishes a mark, or that it is alive or leaves. */
  publisher: string
}

/** A position in the stream that all subscribers know. */
export const MARK = 'mark'
/** Notices may be missing. */
export const GAP = 'gap'
/** The publisher is alive. */
export const ALIVE = 'alive'
/** The publisher has published everything, and stops. */
export const LEFT = 'left'

export function readSessionNotice(payload: string): SessionNotice {
  const [name = '', second = ''] = payload.split(' ')
  const isVersion = /^\d+$/.test(second)
  return { name, version: isVersion ? Number(second) : null, publisher: isVersion ? '' : second }
}

const PUBLISH_MARKER = statement(
  'mark sessions',
  `with made as materialized (select gen_random_uuid()::text as tag)
   select tag, pg_notify('${SESSIONS_CHANNEL}', '${MARK} ' || tag) from made`,
)

/** Publishes a unique marker, by which subscribers find a common position in the stream; returns it. */
export async function publishMarker(db: Queryable): Promise<string> {
  const [row] = await db.query<{ tag: string }>(PUBLISH_MARKER, [])
  if (row === undefined) throw new Error('the database returned no marker')
  return row.tag
}

const PUBLISH_LIFE = statement(
  'publish life',
  `select pg_notify('${SESSIONS_CHANNEL}', $1 || ' ' || $2), set_config('synchronous_commit', 'off', true)`,
)

/** Publishes that a process is alive, or leaves. */
export async function publishLife(
  db: Queryable,
  state: typeof ALIVE | typeof LEFT,
  publisher: string,
): Promise<void> {
  await db.query(PUBLISH_LIFE, [state, publisher])
}
