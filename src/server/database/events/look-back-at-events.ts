import type { EventState } from '#contract/dashboard/webhook.ts'
import type { EventType } from '#contract/event.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import { plannedPerCall, statement, type Queryable, type Statement } from '../engine/database.ts'
import {
  idRange,
  LOOK_BACK_LIMIT,
  LOOK_BACK_SCAN,
  lookBackPageOf,
  pageOf,
  placeById,
  type Edge,
} from '../engine/read-page.ts'

export interface LookBackAtEvents {
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
  /** Of the page before: where this one begins. */
  after: string | undefined
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

const edge = (name: string, window: keyof typeof WINDOWS) =>
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
  any: edge('edge of events', 'any'),
  ofType: edge('edge of events of a type', 'ofType'),
  ofSession: edge('edge of events of a session', 'ofSession'),
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
    `${notMade(5)} select e.id, e.created_at as "createdAt", $4::int as scanned from edge join events e on e.id = edge.id`,
  ),
)

const NOT_MADE_STATES: readonly EventState[] = ['pending', 'retrying', 'exhausted', 'disabled']

/** A page of a merchant's events by the state of their last delivery, newest first. */
export async function lookBackAtEvents(
  db: Queryable,
  asked: LookBackAtEvents,
): Promise<LookBackPage<EventRow, Date>> {
  const { merchantId, since, states, type, codeFrom, codeTo, unanswered, after } = asked
  const { from, below } = idRange('evt', { from: since ?? undefined, after })
  // Where only rare states are asked for, so many events are examined for each state.
  const range = [merchantId, from, below, LOOK_BACK_SCAN]
  const matches = [since, LOOK_BACK_LIMIT + 1, states, codeFrom, codeTo, unanswered]
  const statuses = statusesOf(asked)
  const window = windowFor(asked)
  const read =
    statuses === null
      ? await db.query<EventRow>(LISTS[window], [...range, ...matches, ...ownValues(window, asked)])
      : await db.query<EventRow>(LIST_NOT_MADE, [...range, ...matches, type, statuses])
  return lookBackPageOf(pageOf(read, LOOK_BACK_LIMIT), placeById, () =>
    statuses === null
      ? edgeIn(db, EDGES[window], [...range, ...ownValues(window, asked)])
      : edgeIn(db, EDGE_NOT_MADE, [...range, statuses]),
  )
}

/** Undefined when no event was examined or, with only rare states, when all were. */
async function edgeIn(
  db: Queryable,
  edge: Statement,
  values: readonly unknown[],
): Promise<Edge | undefined> {
  const [row] = await db.query<{ id: string; createdAt: Date; scanned: number }>(edge, values)
  return row && { ...placeById(row), isCut: row.scanned >= LOOK_BACK_SCAN }
}

function windowFor({ sessionId, type }: LookBackAtEvents): keyof typeof WINDOWS {
  if (sessionId !== null) return 'ofSession'
  return type === null ? 'any' : 'ofType'
}

function ownValues(
  window: keyof typeof WINDOWS,
  { type, sessionId }: LookBackAtEvents,
): (string | null)[] {
  if (window === 'any') return []
  return window === 'ofType' ? [type] : [type, sessionId]
}

/** The statuses of deliveries to read first, where all states that are asked for are rare; else null. */
function statusesOf({ states, sessionId }: LookBackAtEvents): string[] | null {
  if (sessionId !== null || states === null) return null
  if (!states.every((state) => NOT_MADE_STATES.includes(state))) return null
  return [...new Set(states.map((state) => (state === 'retrying' ? 'pending' : state)))]
}
