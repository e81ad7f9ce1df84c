import type { EventState } from '#contract/dashboard/webhook.ts'
import type { EventType } from '#contract/event.ts'
import { plannedPerCall, statement, type Queryable } from '../engine/database.ts'

export interface EventsByDelivery {
  merchantId: string
  /** Null: any. */
  states: readonly EventState[] | null
  type: EventType | null
  sessionId: string | null
  /** Bounds of the last attempt's status code, both included. */
  codeFrom: number | null
  codeTo: number | null
  /** Only where the last attempt got no answer. */
  unanswered: boolean
  since: Date | null
  /** Ids from `from` on and below `below`. */
  from: string
  below: string
  /** How many events are examined; for each state, where only rare states are asked for. */
  scan: number
  limit: number
}

export interface EventRow {
  id: string
  type: EventType
  sessionId: string | null
  orderReference: string | null
  createdAt: Date
  state: EventState
  attempts: number
  lastStatusCode: number | null
  lastError: string | null
  nextAttemptAt: Date | null
}

const STATE = `coalesce(case d.status when 'pending' then case when d.attempts_made > 0 then 'retrying' else 'pending' end
    else d.status end, 'unsent')`

const EVENT_OF = (id: string) =>
  `cross join lateral (select type, created_at from events where id = ${id} limit 1) e`

const MATCHES = `($5::timestamptz is null or e.created_at >= $5)
  and ($7::text[] is null or ${STATE} = any ($7))
  and ($8::int is null or a.status_code between $8 and $9)
  and (not $10::boolean or (d.attempts_made > 0 and a.status_code is null))`

const LAST_ATTEMPT = `left join lateral (
    select status_code, error from delivery_attempts where delivery_id = d.id and number = d.attempts_made limit 1
  ) a on true`

const FOUND = `d.id as delivery_id, d.next_attempt_at, a.status_code, a.error, ${STATE} as state`

const shown = (
  found: string,
) => `select e.id, e.type, e.session_id as "sessionId", e.body::json #>> '{data,session,orderReference}' as "orderReference",
    e.created_at as "createdAt", f.state,
    (select coalesce(sum(attempts_made), 0)::int from deliveries where event_id = e.id) as attempts,
    f.status_code as "lastStatusCode", f.error as "lastError", f.next_attempt_at as "nextAttemptAt"
  from (${found}) f join events e on e.id = f.id order by e.id desc`

const PAGE_PARAMETERS = 10
const EDGE_PARAMETERS = 4

/**
 * SQL: the newest events of a merchant, each window read from its own index. Parameters: $1 to $4 are merchant, from, below
 * and scan; in a list, $5 is since, $6 limit, and $7 to $10 belong to `MATCHES`; the window's own parameters come last.
 */
const WINDOWS = {
  any: windowOf('e.id collate "POSIX"', () => 'e.merchant_id = $1'),
  ofType: windowOf('e.id', (after) => `e.merchant_id = $1 and e.type = $${after + 1}`),
  ofSession: windowOf(
    'e.id',
    (after) =>
      `e.merchant_id = $1 and ($${after + 1}::text is null or e.type = $${after + 1}) and e.session_id = $${after + 2}`,
  ),
}

function windowOf(id: string, condition: (after: number) => string) {
  return (after: number) => `select e.id, ${id} as position from events e
    where ${condition(after)} and ${id} >= $2 and ${id} < $3 order by ${id} desc limit $4`
}

// The last delivery is found by an aggregate: with `order by … limit 1` the planner may scan the deliveries of all merchants
// for each event.
const inOrder = (name: string, window: keyof typeof WINDOWS) =>
  plannedPerCall(
    statement(
      name,
      shown(`select w.id, ${FOUND} from (${WINDOWS[window](PAGE_PARAMETERS)}) w
        cross join lateral (select max(id) as last_id from deliveries where event_id = w.id) last
        left join lateral (select * from deliveries where id = last.last_id limit 1) d on true
        ${EVENT_OF('w.id')}
        ${LAST_ATTEMPT}
        where ${MATCHES} order by w.position desc limit $6`),
    ),
  )

const LISTS = {
  any: inOrder('look back at events', 'any'),
  ofType: inOrder('look back at events of a type', 'ofType'),
  ofSession: inOrder('look back at events of a session', 'ofSession'),
}

const edgeIn = (name: string, window: keyof typeof WINDOWS) =>
  plannedPerCall(
    statement(
      name,
      `select w.id, e.created_at as "createdAt", w.number::int as scanned from (
         select id, row_number() over (order by position desc) as number from (${WINDOWS[window](EDGE_PARAMETERS)}) w
         order by number desc limit 1
       ) w ${EVENT_OF('w.id')}`,
    ),
  )

const EDGES = {
  any: edgeIn('edge of events', 'any'),
  ofType: edgeIn('edge of events of a type', 'ofType'),
  ofSession: edgeIn('edge of events of a session', 'ofSession'),
}

// Reads deliveries and then their events: for states that are rare compared with delivered events. When a state has more
// deliveries than are examined, nothing older than the oldest examined one is listed, so that no event is skipped.
const notMade = (statuses: number) => `with candidates as materialized (
    select d.* from unnest($${statuses}::text[]) as wanted (status) cross join lateral (
      select id, event_id, status, attempts_made, next_attempt_at from deliveries
      where merchant_id = $1 and status = wanted.status and status <> 'succeeded' and event_id >= $2 and event_id < $3
      order by event_id desc limit $4
    ) d
  ), edge as materialized (
    select max(last) as id from (
      select min(event_id) as last from candidates group by status having count(*) >= $4
    ) full_states
  )`

const LIST_NOT_MADE = plannedPerCall(
  statement(
    'look back at events not delivered',
    shown(`${notMade(12)}
      select d.event_id as id, ${FOUND} from candidates d
      ${EVENT_OF('d.event_id')}
      ${LAST_ATTEMPT}
      where ${MATCHES} and d.event_id >= coalesce((select id from edge), '')
        and ($11::text is null or e.type = $11)
        and not exists (select from deliveries later where later.event_id = d.event_id and later.id > d.id)
      order by d.event_id desc limit $6`),
  ),
)

const EDGE_NOT_MADE = plannedPerCall(
  statement(
    'edge of events not delivered',
    `${notMade(5)} select e.id, e.created_at as "createdAt" from edge join events e on e.id = edge.id`,
  ),
)

const NOT_MADE_STATES: readonly EventState[] = ['pending', 'retrying', 'exhausted', 'disabled']

/** Up to `limit` events by the state of their last delivery, newest first, among the newest of the range. */
export async function listEventsByDelivery(
  db: Queryable,
  page: EventsByDelivery,
): Promise<EventRow[]> {
  const { merchantId, from, below, scan, since, limit, states, type } = page
  const range = [merchantId, from, below, scan]
  const matches = [since, limit, states, page.codeFrom, page.codeTo, page.unanswered]
  const statuses = statusesOf(page)
  if (statuses !== null)
    return db.query<EventRow>(LIST_NOT_MADE, [...range, ...matches, type, statuses])
  const window = windowFor(page)
  return db.query<EventRow>(LISTS[window], [...range, ...matches, ...ownValues(window, page)])
}

/**
 * The oldest event that was examined, and whether older events may follow. Undefined when no event was examined or, with
 * only rare states, when all were.
 */
export async function edgeOfEvents(
  db: Queryable,
  page: EventsByDelivery,
): Promise<{ id: string; createdAt: Date; isCut: boolean } | undefined> {
  const { merchantId, from, below, scan } = page
  const statuses = statusesOf(page)
  if (statuses !== null) {
    const values = [merchantId, from, below, scan, statuses]
    const [edge] = await db.query<{ id: string; createdAt: Date }>(EDGE_NOT_MADE, values)
    return edge && { ...edge, isCut: true }
  }
  const window = windowFor(page)
  const values = [merchantId, from, below, scan, ...ownValues(window, page)]
  const [row] = await db.query<{ id: string; createdAt: Date; scanned: number }>(
    EDGES[window],
    values,
  )
  return row && { id: row.id, createdAt: row.createdAt, isCut: row.scanned >= scan }
}

function windowFor({ sessionId, type }: EventsByDelivery): keyof typeof WINDOWS {
  if (sessionId !== null) return 'ofSession'
  return type === null ? 'any' : 'ofType'
}

function ownValues(
  window: keyof typeof WINDOWS,
  { type, sessionId }: EventsByDelivery,
): (string | null)[] {
  if (window === 'any') return []
  return window === 'ofType' ? [type] : [type, sessionId]
}

/** The statuses of deliveries to read first, where all states that are asked for are rare; else null. */
function statusesOf({ states, sessionId }: EventsByDelivery): string[] | null {
  if (sessionId !== null || states === null) return null
  if (!states.every((state) => NOT_MADE_STATES.includes(state))) return null
  return [...new Set(states.map((state) => (state === 'retrying' ? 'pending' : state)))]
}
