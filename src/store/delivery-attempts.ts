import type { DeliveryState } from '../contract/event.ts'
import { statement, type Queryable } from './database.ts'

export interface DeliveryAttemptRecord {
  number: number
  startedAt: Date
  durationMs: number
  statusCode: number | null
  error: string | null
  responseExcerpt: string | null
  /** As they were sent; `null` for attempts that are older than this column. */
  requestHeaders: Record<string, string> | null
}

/** The attempts of a delivery `d`, in order, as one JSON value. */
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
  /** Of the claim that this attempt belongs to. */
  token: string
  status: DeliveryState
  /** Present exactly while the delivery is pending. */
  nextAttemptAt: Date | null
  finishedAt: Date
}

// A callback that was disabled meanwhile is not tried again. A page that waits for its merchant to know of the payment
// is woken by the session's version.
const FINISH = statement(
  'finish delivery attempt',
  `with finished as (
     update deliveries d set attempts_made = d.attempts_made + 1, lease_token = null, leased_until = null,
       status = decided.status, next_attempt_at = case when decided.status = 'pending' then $4::timestamptz end,
       finished_at = case when decided.status <> 'pending' then $5::timestamptz end
     from (
       select m.id as merchant_id,
         case when $3::text = 'pending' and m.callback_disabled_at is not null then 'disabled' else $3::text end as status
       from merchants m
     ) decided
     where d.id = $1 and d.lease_token = $2 and decided.merchant_id = d.merchant_id
     returning d.id, d.event_id, d.attempts_made, d.status
   ), attempt as (
     insert into delivery_attempts (delivery_id, number, started_at, duration_ms, status_code, error, response_excerpt,
       request_headers)
     select id, attempts_made, $6, $7, $8, $9, $10, $11::jsonb from finished
   ), told as (
     update sessions s set version = s.version + 1 from finished f join events e on e.id = f.event_id
     where f.status = 'succeeded' and e.type = 'session.completed' and s.id = e.session_id
     returning s.id
   )
   select f.status, (select pg_notify('sessions', told.id) from told) as notified from finished f`,
)

/**
 * Writes what an attempt came to and what becomes of its delivery, which it answers. `undefined`, and nothing is
 * written, when the lease was taken over by another worker.
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
  ])
  return row?.status
}

/** So many that no statement runs for long. */
const PRUNE_BATCH = 5000

const PRUNE = statement(
  'prune delivery attempts',
  `delete from delivery_attempts where ctid = any (array(
     select ctid from delivery_attempts where started_at < $1 limit ${PRUNE_BATCH}
   )) returning 1`,
)

export async function pruneAttempts(db: Queryable, before: Date): Promise<void> {
  let pruned: unknown[]
  do pruned = await db.query(PRUNE, [before])
  while (pruned.length === PRUNE_BATCH)
}
