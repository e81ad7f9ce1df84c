import { statement, type Queryable } from '#server/database/engine/database.ts'
import type { EventRecord } from '#server/database/events/events.ts'

/** A `pg_snapshot` as text: which transactions were committed at a moment. */
export type EventSnapshot = string

const SNAPSHOT = statement('event snapshot', 'select pg_current_snapshot()::text as snapshot')

export async function readEventSnapshot(db: Queryable): Promise<EventSnapshot> {
  const [row] = await db.query<{ snapshot: EventSnapshot }>(SNAPSHOT, [])
  if (row === undefined) throw new Error('the database has no snapshot')
  return row.snapshot
}

export interface EventRange {
  merchantId: string
  sessionId: string | undefined
  /** `null`: from the beginning. */
  since: EventSnapshot | null
  until: EventSnapshot
  offset: number
  limit: number
}

/**
 * Orders events by the greatest transaction id so far in their session: a transaction that began early may commit late, but
 * the events of a session must keep their sequence.
 */
const PAGE = `e.merchant_id = $1 and pg_visible_in_snapshot(e.transaction_id, $3::pg_snapshot)
     and ($2::text is null or (
       e.transaction_id >= pg_snapshot_xmin($2::pg_snapshot)
       and not pg_visible_in_snapshot(e.transaction_id, $2::pg_snapshot)
     ))
   order by max(e.transaction_id) over (partition by e.session_id order by e.sequence, e.id), e.session_id, e.sequence, e.id
   offset $4 limit $5`

const COLUMNS = `e.id, e.merchant_id as "merchantId", e.session_id as "sessionId", e.type, e.sequence, e.body,
  e.created_at as "createdAt"`

const RANGE = statement('events between snapshots', `select ${COLUMNS} from events e where ${PAGE}`)

/** A separate statement, so that the planner uses the index on sessions. */
const RANGE_OF_SESSION = statement(
  'events of a session between snapshots',
  `select ${COLUMNS} from events e where e.session_id = $6 and ${PAGE}`,
)

/** The events committed after snapshot `since` and up to snapshot `until`, oldest first. */
export async function listEventsBetween(
  db: Queryable,
  { merchantId, sessionId, since, until, offset, limit }: EventRange,
): Promise<EventRecord[]> {
  const range = [merchantId, since, until, offset, limit]
  return sessionId === undefined
    ? db.query<EventRecord>(RANGE, range)
    : db.query<EventRecord>(RANGE_OF_SESSION, [...range, sessionId])
}
