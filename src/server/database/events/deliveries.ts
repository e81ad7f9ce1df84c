import type { DeliveryState, EventType } from '#contract/event.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { IS_NEVER_SENT } from '../sessions/sessions.ts'
import {
  ATTEMPTS_OF_DELIVERY,
  attemptFromJson,
  type DeliveryAttemptRecord,
} from './delivery-attempts.ts'

export interface DeliveryRecord {
  id: string
  url: string
  status: DeliveryState
  createdAt: Date
  nextAttemptAt: Date | null
  attempts: DeliveryAttemptRecord[]
}

/** SQL: the deliveries of event `e` with their attempts, oldest first, as one JSON value. */
export const DELIVERIES_OF_EVENT = `coalesce((
    select json_agg(json_build_object('id', d.id, 'url', d.url, 'status', d.status, 'createdAt', d.created_at,
      'nextAttemptAt', d.next_attempt_at, 'attempts', ${ATTEMPTS_OF_DELIVERY}) order by d.id)
    from deliveries d where d.event_id = e.id
  ), '[]'::json)`

export type DeliveryJson = Omit<DeliveryRecord, 'createdAt' | 'nextAttemptAt' | 'attempts'> & {
  createdAt: string
  nextAttemptAt: string | null
  attempts: Parameters<typeof attemptFromJson>[0][]
}

export function deliveryFromJson(json: DeliveryJson): DeliveryRecord {
  return {
    ...json,
    createdAt: new Date(json.createdAt),
    nextAttemptAt: json.nextAttemptAt === null ? null : new Date(json.nextAttemptAt),
    attempts: json.attempts.map(attemptFromJson),
  }
}

/** SQL: whether event `e` may be sent, which its session can forbid. */
const IS_SENT = `not exists (
       select from sessions s where s.id = e.session_id and ${IS_NEVER_SENT}
     )`

const INSERT_REPLAY = named(
  'insert replay',
  `with delivery as (
     insert into deliveries (id, event_id, merchant_id, url, next_attempt_at, created_at)
     select :deliveryId, e.id, m.id, m.callback_url, :now, :now from events e join merchants m on m.id = e.merchant_id
     where e.id = :eventId and e.merchant_id = :merchantId and m.callback_url is not null and ${IS_SENT}
     returning id
   )
   select id, pg_notify('deliveries', '') from delivery`,
)

/**
 * Adds a delivery of an event to the merchant's present webhook endpoint, even a disabled one: a replay is the way to
 * test it. False when the merchant has no such event or no endpoint, or the event is never sent.
 */
export async function insertReplay(
  db: Queryable,
  replay: { merchantId: string; eventId: string; deliveryId: string; now: Date },
): Promise<boolean> {
  const { merchantId, eventId, deliveryId, now } = replay
  const values = INSERT_REPLAY.values({ merchantId, eventId, deliveryId, now })
  return (await db.query(INSERT_REPLAY, values)).length === 1
}

const INSERT_REPLAYS = named(
  'insert replays',
  `with requested as (
     select * from unnest(:eventIds::text[], :deliveryIds::text[]) as requested (event_id, delivery_id)
   ), delivery as (
     insert into deliveries (id, event_id, merchant_id, url, next_attempt_at, created_at)
     select requested.delivery_id, e.id, m.id, m.callback_url, :now, :now
     from requested join events e on e.id = requested.event_id and e.merchant_id = :merchantId join merchants m on m.id = e.merchant_id
     where m.callback_url is not null and ${IS_SENT}
     returning id, event_id
   )
   select id as "deliveryId", event_id as "eventId", pg_notify('deliveries', '') from delivery`,
)

/** `insertReplay` for many events. Returns the ids of the new deliveries by event id, for the events that the merchant has and that are sent. */
export async function insertReplays(
  db: Queryable,
  request: { merchantId: string; replays: { eventId: string; deliveryId: string }[]; now: Date },
): Promise<Map<string, string>> {
  const { merchantId, replays, now } = request
  const values = INSERT_REPLAYS.values({
    merchantId,
    eventIds: replays.map(({ eventId }) => eventId),
    deliveryIds: replays.map(({ deliveryId }) => deliveryId),
    now,
  })
  const rows = await db.query<{ eventId: string; deliveryId: string }>(INSERT_REPLAYS, values)
  return new Map(rows.map(({ eventId, deliveryId }) => [eventId, deliveryId]))
}

const EVENT_OF_DELIVERY = statement(
  'event of delivery',
  'select merchant_id as "merchantId", event_id as "eventId" from deliveries where id = $1',
)

/** Replays a delivery as a new one. Returns its merchant's id; undefined without such a delivery or an endpoint. */
export async function replayDelivery(
  db: Queryable,
  replay: { replayedId: string; deliveryId: string; now: Date },
): Promise<string | undefined> {
  const [replayed] = await db.query<{ merchantId: string; eventId: string }>(EVENT_OF_DELIVERY, [
    replay.replayedId,
  ])
  if (replayed === undefined) return undefined
  return (await insertReplay(db, { ...replay, ...replayed })) ? replayed.merchantId : undefined
}

export interface DeliverySummary extends Omit<DeliveryRecord, 'attempts'> {
  eventId: string
  eventType: EventType
  attemptsMade: number
  lastStatusCode: number | null
  lastError: string | null
}

const SUMMARIES = (
  condition: string,
) => `select d.id, d.event_id as "eventId", e.type as "eventType", d.url, d.status,
     d.created_at as "createdAt", d.next_attempt_at as "nextAttemptAt", d.attempts_made as "attemptsMade",
     last.status_code as "lastStatusCode", last.error as "lastError"
   from (select * from deliveries where merchant_id = $1 ${condition} order by id desc limit $2) d
   join events e on e.id = d.event_id
   left join delivery_attempts last on last.delivery_id = d.id and last.number = d.attempts_made
   order by d.id desc`

const LIST = statement('deliveries of a merchant', SUMMARIES(''))

/** A separate statement: with an optional status, a generic plan would not use the index. */
const LIST_IN_STATE = statement('deliveries in a state', SUMMARIES('and status = $3'))

/** Newest first. */
export async function listDeliveries(
  db: Queryable,
  query: { merchantId: string; status?: DeliveryState | undefined; limit: number },
): Promise<DeliverySummary[]> {
  const { merchantId, status, limit } = query
  return status === undefined
    ? db.query<DeliverySummary>(LIST, [merchantId, limit])
    : db.query<DeliverySummary>(LIST_IN_STATE, [merchantId, limit, status])
}
