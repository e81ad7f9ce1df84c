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
const NOT_MADE: readonly ViewedState[] = ['pending', ...FAILED]

const DELIVERY_STATES_OF = `case d.status when 'pending' then
    case when d.attempts_made > 0 then 'retrying' else 'pending' end else d.status end`

// The last delivery is found by an aggregate: with `order by … limit 1` the planner may scan the deliveries of all
// merchants for each event. `limit 1` keeps the planner from joining all deliveries by hash.
const summaries = (page: string) => `select page.id, page.session_id as "sessionId", page.type,
    page.body::json #>> '{data,session,orderReference}' as "orderReference", page.created_at as "createdAt",
    page.state, page.next_attempt_at as "nextAttemptAt", page.deliveries, page.attempts,
    attempt.status_code as "lastStatusCode", attempt.error as "lastError"
  from (${page}) page
  left join delivery_attempts attempt on attempt.delivery_id = page.delivery_id
    and attempt.number = page.attempts_made
  order by page.id desc`

const inOrder = (condition: string) => `select * from (
    select e.*, delivered.deliveries, delivered.attempts, d.id as delivery_id, d.attempts_made, d.next_attempt_at,
      coalesce(${DELIVERY_STATES_OF}, 'unsent') as state
    from events e
    cross join lateral (
      select max(id) as last_id, count(*)::int as deliveries, coalesce(sum(attempts_made), 0)::int as attempts
      from deliveries where event_id = e.id
    ) delivered
    left join lateral (select * from deliveries where id = delivered.last_id limit 1) d on true
    where ${condition} and e.id < coalesce($2, '~') and ($3::text is null or e.type = $3)
  ) of_merchant
  where $4::text[] is null or state = any ($4) order by id desc limit $5`

const LIST = statement('viewed events of a merchant', summaries(inOrder('e.merchant_id = $1')))

/** Separate statements: with an optional parameter the planner would never use the index. */
const LIST_OF_SESSION = statement(
  'viewed events of a session',
  summaries(inOrder('e.session_id = $6 and e.merchant_id = $1')),
)
const LIST_OF_TYPE = statement(
  'viewed events of a type',
  summaries(inOrder('e.merchant_id = $1 and e.type = $3')),
)

/** From deliveries to their events: for states that are rare beside delivered events. */
const LIST_NOT_MADE = statement(
  'viewed events not delivered',
  summaries(`select e.*, found.id as delivery_id, found.attempts_made, found.next_attempt_at, found.state,
      (select count(*)::int from deliveries where event_id = e.id) as deliveries,
      (select sum(attempts_made)::int from deliveries where event_id = e.id) as attempts
    from unnest($4::text[]) as asked (state)
    cross join lateral (
      select d.*, asked.state from deliveries d join events of_type on of_type.id = d.event_id
      where d.merchant_id = $1 and d.status <> 'succeeded' and d.event_id < coalesce($2, '~')
        and d.status = case asked.state when 'retrying' then 'pending' else asked.state end
        and ${DELIVERY_STATES_OF} = asked.state and ($3::text is null or of_type.type = $3)
        and not exists (select from deliveries later where later.event_id = d.event_id and later.id > d.id)
      order by d.event_id desc limit $5
    ) found
    join events e on e.id = found.event_id
    order by e.id desc limit $5`),
)

/** Up to `limit` + 1 events, newest first: the extra row shows that there is another page. */
export async function listEventSummaries(
  db: Queryable,
  merchantId: string,
  { after, type, state, limit, sessionId }: ListViewedEvents,
): Promise<EventSummaryRecord[]> {
  const states = state === undefined ? null : state === 'failed' ? FAILED : [state]
  const page = [merchantId, after ?? null, type ?? null, states, limit + 1]
  if (sessionId !== undefined)
    return db.query<EventSummaryRecord>(LIST_OF_SESSION, [...page, sessionId])
  if (states?.every((one) => NOT_MADE.includes(one)) === true)
    return db.query<EventSummaryRecord>(LIST_NOT_MADE, page)
  return db.query<EventSummaryRecord>(type === undefined ? LIST : LIST_OF_TYPE, page)
}
