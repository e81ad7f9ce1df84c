import type { EventType, ListEvents } from '#contract/event.ts'
import type { Page } from '#contract/list-page.ts'
import { plannedPerCall, statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { notice, publishing } from '../engine/notices.ts'
import { IS_NEVER_SENT } from '../sessions/sessions.ts'
import { idRange, pageOf, ROW_BYTES_MAX, withLargeRows } from '../engine/read-page.ts'
import {
  DELIVERIES_OF_EVENT,
  deliveryFromJson,
  type DeliveryJson,
  type DeliveryRecord,
} from './deliveries.ts'

/** NOTIFY channel: new events, with their merchant's id as payload. */
export const EVENTS_CHANNEL = 'events'

export interface EventRecord {
  id: string
  merchantId: string
  sessionId: string | null
  type: EventType
  sequence: number
  /** JSON text of the delivery, with `{reference}` as placeholder for the session's reference. */
  body: string
  createdAt: Date
}

export interface EventWithDeliveries extends EventRecord {
  deliveries: DeliveryRecord[]
}

export interface NewEvent extends EventRecord {
  deliveryId: string
  /** URL of the webhook endpoint; `null` when the merchant has none. */
  callbackUrl: string | null
  /** The endpoint is disabled: the delivery waits until the endpoint is set again. */
  isHeld?: boolean
  /** W3C Trace Context of the span that made the event; null while traces are off. */
  traceparent?: string | null
}

const INSERT = publishing(
  named(
    'insert event',
    `with event as (
     insert into events (id, merchant_id, session_id, type, sequence, body, created_at, traceparent)
     values (:id, :merchantId, :sessionId, :type, :sequence, :body, :createdAt, :traceparent) returning id, merchant_id, created_at
   ), delivery as (
     insert into deliveries (id, event_id, merchant_id, url, status, next_attempt_at, finished_at, created_at)
     select :deliveryId, id, merchant_id, :callbackUrl, case when :isHeld then 'disabled' else 'pending' end,
       case when not :isHeld then created_at end, case when :isHeld then created_at end, created_at
     from event where :callbackUrl::text is not null
     returning id
   )
   select array[${notice(EVENTS_CHANNEL, 'merchant_id')}] || (select array['deliveries '] from delivery) as notices from event`,
  ),
)

/**
 * Transactional outbox: inserts the event and its delivery, due at once unless held, in one statement. Publishes both to
 * delivery workers and event subscribers.
 */
export async function insertEvent(tx: Queryable, event: NewEvent): Promise<void> {
  await tx.query(
    INSERT,
    INSERT.values({
      id: event.id,
      merchantId: event.merchantId,
      sessionId: event.sessionId,
      type: event.type,
      sequence: event.sequence,
      body: event.body,
      createdAt: event.createdAt,
      deliveryId: event.deliveryId,
      callbackUrl: event.callbackUrl,
      isHeld: event.isHeld ?? false,
      traceparent: event.traceparent ?? null,
    }),
  )
}

const columnsWith = (body: string) =>
  `e.id, e.merchant_id as "merchantId", e.session_id as "sessionId", e.type, e.sequence, ${body},
  e.created_at as "createdAt", ${DELIVERIES_OF_EVENT} as deliveries`
const COLUMNS = columnsWith('e.body')
/** For a list, in which the body of a large event is null. */
const LISTED_COLUMNS = columnsWith(
  `case when octet_length(e.body) <= ${ROW_BYTES_MAX} then e.body end as body`,
)

type Row = EventRecord & { deliveries: DeliveryJson[] }

function withDeliveries(row: Row): EventWithDeliveries {
  return { ...row, deliveries: row.deliveries.map(deliveryFromJson) }
}

const READ = statement(
  'event by id',
  `select ${COLUMNS} from events e where e.id = $1 and e.merchant_id = $2`,
)

export async function readEvent(
  db: Queryable,
  merchantId: string,
  id: string,
): Promise<EventWithDeliveries | undefined> {
  const [row] = await db.query<Row>(READ, [id, merchantId])
  return row && withDeliveries(row)
}

/** Sorted, and planned, like the list of sessions (`list-sessions.ts`). */
const LIST = plannedPerCall(
  named(
    'events of a merchant',
    `select ${LISTED_COLUMNS} from events e where e.merchant_id = :merchantId and e.id collate "POSIX" < :below
     order by e.id collate "POSIX" desc limit :limit`,
  ),
)

// The bound always has a value: with an optional one, a generic plan would read from the newest event on.
const PAGE = `e.merchant_id = :merchantId and e.id < :below and (:type::text is null or e.type = :type)
   order by e.id desc limit :limit`

/** Separate statements: with an optional type or session, a generic plan would not use the index. */
const LIST_OF_TYPE = named(
  'events of a type',
  `select ${LISTED_COLUMNS} from events e where e.type = :type and ${PAGE}`,
)
const LIST_OF_SESSION = named(
  'events of a session',
  `select ${LISTED_COLUMNS} from events e where e.session_id = :sessionId and ${PAGE}`,
)

/** A keyset page of a merchant's events, newest first. */
export async function listEvents(
  db: Queryable,
  merchantId: string,
  query: ListEvents,
): Promise<Page<EventWithDeliveries>> {
  const { sessionId, after, limit } = query
  const page = { merchantId, below: idRange('evt', { after }).below, limit: limit + 1 }
  const type = query.type ?? null
  let rows: Row[]
  if (sessionId !== undefined)
    rows = await db.query(LIST_OF_SESSION, LIST_OF_SESSION.values({ ...page, sessionId, type }))
  else if (type === null) rows = await db.query(LIST, LIST.values(page))
  else rows = await db.query(LIST_OF_TYPE, LIST_OF_TYPE.values({ ...page, type }))
  const whole = pageOf(rows.map(withDeliveries), limit)
  return withLargeRows(whole, isLarge, ({ id }) => readEvent(db, merchantId, id))
}

const isLarge = ({ body }: { body: unknown }) => body === null

const NEVER_SENT = statement(
  'event is never sent',
  `select 1 from events e join sessions s on s.id = e.session_id
   where e.id = $1 and e.merchant_id = $2 and ${IS_NEVER_SENT}`,
)

/** Whether a merchant's event belongs to a session whose events are never sent. */
export async function isNeverSent(db: Queryable, merchantId: string, id: string): Promise<boolean> {
  return (await db.query(NEVER_SENT, [id, merchantId])).length === 1
}

const EXISTS = statement('event exists', 'select 1 from events where id = $1 and merchant_id = $2')

/** Whether a merchant has such an event. */
export async function hasEvent(db: Queryable, merchantId: string, id: string): Promise<boolean> {
  return (await db.query(EXISTS, [id, merchantId])).length === 1
}
