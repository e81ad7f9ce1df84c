import type { DeliveryState } from '#contract/event.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { publishing } from '../engine/notices.ts'
import { PRUNE_BATCH, pruneInBatches } from '../engine/prune-in-batches.ts'
import { sessionNotice } from '../sessions/session-notices.ts'

export interface DeliveryAttemptRecord {
  number: number
  startedAt: Date
  durationMs: number
  statusCode: number | null
  error: string | null
  responseExcerpt: string | null
  /** `null` for attempts older than this column. */
  requestHeaders: Record<string, string> | null
}

/** SQL: the attempts of delivery `d`, in order, as one JSON value. */
export const ATTEMPTS_OF_DELIVERY = `coalesce((
    select json_agg(json_build_object('number', a.number, 'startedAt', a.started_at, 'durationMs', a.duration_ms,
      'statusCode', a.status_code, 'error', a.error, 'responseExcerpt', a.response_excerpt, 'requestHeaders', a.request_headers) order by a.number)
    from delivery_attempts a where a.delivery_id = d.id
  ), '[]'::json)`

export function attemptFromJson(
  json: Omit<DeliveryAttemptRecord, 'startedAt'> & { startedAt: string },
): DeliveryAttemptRecord {
  return { ...json, startedAt: new Date(json.startedAt) }
}

export interface FinishedAttempt extends Omit<DeliveryAttemptRecord, 'number'> {
  deliveryId: string
  /** Fencing token: the lease under which the attempt was made. */
  token: string
  url: string
  status: DeliveryState
  /** Non-null exactly while the delivery is pending. */
  nextAttemptAt: Date | null
  finishedAt: Date
}

// Lock order, against deadlocks, as everywhere: session, merchant, delivery. The endpoint is read under the merchant's
// lock. An endpoint that was disabled meanwhile gets no retry. When an endpoint answered 410 Gone and has a new URL
// meanwhile, the delivery stays pending for the new URL. The session's new version is published to pages that wait
// until the merchant has received the payment.
const FINISH = publishing(
  statement(
    'finish delivery attempt',
    `with target as materialized (
     select d.merchant_id, e.session_id, e.type from deliveries d join events e on e.id = d.event_id where d.id = $1
   ), session as materialized (
     select s.id from target t join sessions s on s.id = t.session_id
     where $3::text = 'succeeded' and t.type = 'session.completed' for no key update of s
   ), merchant as materialized (
     select m.callback_disabled_at as disabled_at, m.callback_url as url from target t join merchants m on m.id = t.merchant_id
     where $3::text in ('pending', 'disabled') for share of m
   ), moved as materialized (
     select url from merchant where $3::text = 'disabled' and url <> $12 and disabled_at is null
   ), decided as materialized (
     select (select count(*) from session) as held, (select url from moved) as url,
       case when exists (select from moved) then 'pending'
         when $3::text = 'pending' and exists (select from merchant where disabled_at is not null)
         then 'disabled' else $3::text end as status
   ), finished as (
     update deliveries d set attempts_made = d.attempts_made + 1, lease_token = null, leased_until = null,
       status = decided.status, url = coalesce(decided.url, d.url),
       next_attempt_at = case when decided.status = 'pending' then coalesce($4::timestamptz, $5) end,
       finished_at = case when decided.status <> 'pending' then $5::timestamptz end
     from decided where d.id = $1 and d.lease_token = $2 and decided.held >= 0
     returning d.id, d.attempts_made, d.status
   ), attempt as (
     insert into delivery_attempts (delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt,
       request_headers)
     select id, attempts_made, $6, $7, $8, $9, $10, $11::jsonb from finished
   ), bumped as (
     update sessions s set version = s.version + 1 from finished, session where s.id = session.id
     returning s.id, s.version
   )
   select f.status, (select array[${sessionNotice('bumped.id', 'bumped.version')}] from bumped) as notices from finished f`,
  ),
)

/**
 * Writes the result of an attempt and returns the delivery's new state. Returns `undefined` and writes nothing when
 * another worker has taken over the lease.
 */
export async function finishAttempt(
  db: Queryable,
  attempt: FinishedAttempt,
): Promise<DeliveryState | undefined> {
  const [row] = await db.query<{ status: DeliveryState }>(FINISH, [
    attempt.deliveryId,
    attempt.token,
    attempt.status,
    attempt.nextAttemptAt,
    attempt.finishedAt,
    attempt.startedAt,
    attempt.durationMs,
    attempt.statusCode,
    attempt.error,
    attempt.responseExcerpt,
    JSON.stringify(attempt.requestHeaders),
    attempt.url,
  ])
  return row?.status
}

const PRUNE = statement(
  'prune delivery attempts',
  `delete from delivery_attempts where ctid = any (array(
     select ctid from delivery_attempts where started_at < $1 limit ${PRUNE_BATCH}
   )) returning 1`,
)

export async function pruneAttempts(db: Queryable, before: Date): Promise<void> {
  await pruneInBatches(db, PRUNE, [before])
}
