import type { EventType } from '../../contract/event.ts'
import type { ListViewedEvents, ViewedState } from '../../contract/viewer.ts'
import { statement, type Queryable } from '../../server/database/database.ts'

export interface EventSummaryRecord {
  id: string
  sessionId: string | null
  type: EventType
  orderReference: string | null
  createdAt: Date
  state: ViewedState
  deliveries: number
  attempts: number
  lastStatusCode: number | null
  lastError: string | null
  nextAttemptAt: Date | null
}

const FAILED: readonly ViewedState[] = ['retrying', 'exhausted', 'disabled']

// The last delivery is found by an aggregate: with `order by … limit 1` the planner may scan the deliveries of all
// merchants for each event.
const summaries = (condition: string) => `select page.id, page.session_id as "sessionId", page.type,
    page.body::json #>> '{data,session,orderReference}' as "orderReference", page.created_at as "createdAt",
    page.state, page.next_attempt_at as "nextAttemptAt", page.deliveries, page.attempts,
    attempt.status_code as "lastStatusCode", attempt.error as "lastError"
  from (
    select * from (
      select e.*, delivered.deliveries, delivered.attempts, d.id as delivery_id, d.attempts_made, d.next_attempt_at,
        case when d.id is null then 'unsent' when d.status = 'pending' and d.attempts_made > 0 then 'retrying'
          else d.status end as state
      from events e
      cross join lateral (
        select max(id) as last_id, count(*)::int as deliveries, coalesce(sum(attempts_made), 0)::int as attempts
        from deliveries where event_id = e.id
      ) delivered
      left join deliveries d on d.id = delivered.last_id
      where ${condition} and ($2::text is null or e.id < $2) and ($3::text is null or e.type = $3)
    ) of_merchant
    where $4::text[] is null or state = any ($4) order by id desc limit $5
  ) page
  left join delivery_attempts attempt on attempt.delivery_id = page.delivery_id
    and attempt.number = page.attempts_made
  order by page.id desc`

const LIST = statement('viewed events of a merchant', summaries('e.merchant_id = $1'))

/** A separate statement: with an optional parameter the planner would never use the index on sessions. */
const LIST_OF_SESSION = statement(
  'viewed events of a session',
  summaries('e.session_id = $6 and e.merchant_id = $1'),
)

/** Up to `limit` + 1 events, newest first: the extra row shows that there is another page. */
export async function listEventSummaries(
  db: Queryable,
  merchantId: string,
  { after, type, state, limit, sessionId }: ListViewedEvents,
): Promise<EventSummaryRecord[]> {
  const states = state === undefined ? null : state === 'failed' ? FAILED : [state]
  const page = [merchantId, after ?? null, type ?? null, states, limit + 1]
  return sessionId === undefined
    ? db.query<EventSummaryRecord>(LIST, page)
    : db.query<EventSummaryRecord>(LIST_OF_SESSION, [...page, sessionId])
}
