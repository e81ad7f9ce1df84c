import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import type { FinishedAttempt } from './delivery-attempts.ts'
import { publishing } from '../engine/notices.ts'
import { sessionNotice } from '../sessions/session-notices.ts'

// The limit tells the planner how many rows the JSON has; otherwise it assumes 100, and reads whole tables.
// The statement skips locked sessions and deliveries, so it takes no part in a deadlock. It leaves out rows that another
// transaction has locked, or whose lease another worker has taken over: they are finished one by one.
const FINISH_DELIVERED = publishing(
  plannedPerCall(
    named(
      'finish delivered attempts',
      `with attempt as materialized (
     select * from json_to_recordset(:attempts::json) as a (id text, token uuid, "finishedAt" timestamptz,
       "startedAt" timestamptz, "durationMs" integer, "statusCode" integer, error text, excerpt text, headers jsonb)
     limit json_array_length(:attempts::json)
   ), target as materialized (
     select a.id, a.token, case when e.type = 'session.completed' then e.session_id end as session_id
     from attempt a join deliveries d on d.id = a.id join events e on e.id = d.event_id
   ), session as materialized (
     select s.id from sessions s where s.id in (select session_id from target where session_id is not null)
     order by s.id for no key update of s skip locked
   ), held as materialized (
     select d.id from target t join deliveries d on d.id = t.id
     where d.lease_token = t.token and (t.session_id is null or t.session_id in (select id from session))
     order by d.id for no key update of d skip locked
   ), finished as (
     update deliveries d set attempts_made = d.attempts_made + 1, lease_token = null, leased_until = null,
       status = 'succeeded', next_attempt_at = null, finished_at = a."finishedAt"
     from attempt a where a.id = d.id and d.id in (select id from held)
     returning d.id, d.attempts_made
   ), noted as (
     insert into delivery_attempts (delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt,
       request_headers)
     select f.id, f.attempts_made, a."startedAt", a."durationMs", a."statusCode", a.error, a.excerpt, a.headers
     from finished f join attempt a on a.id = f.id
   ), bumped as (
     update sessions s set version = s.version + 1
     from finished f join target t on t.id = f.id where s.id = t.session_id
     returning s.id, s.version
   )
   select f.id, (select array[${sessionNotice('bumped.id', 'bumped.version')}] from bumped
     join target t on t.session_id = bumped.id where t.id = f.id) as notices from finished f`,
    ),
  ),
)

/**
 * Writes the results of attempts that delivered, in one transaction; returns the ids of the deliveries that it finished.
 * The others are to be finished one by one.
 */
export async function finishDelivered(
  db: Queryable,
  attempts: readonly FinishedAttempt[],
): Promise<Set<string>> {
  const json = attempts.map((attempt) => ({
    id: attempt.deliveryId,
    token: attempt.token,
    finishedAt: attempt.finishedAt,
    startedAt: attempt.startedAt,
    durationMs: attempt.durationMs,
    statusCode: attempt.statusCode,
    error: attempt.error,
    excerpt: attempt.responseExcerpt,
    headers: attempt.requestHeaders,
  }))
  const values = FINISH_DELIVERED.values({ attempts: JSON.stringify(json) })
  const rows = await db.query<{ id: string }>(FINISH_DELIVERED, values)
  return new Set(rows.map(({ id }) => id))
}
