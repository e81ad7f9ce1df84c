import type { EventType, ListEvents } from '../../contract/event.ts'
import { statement, type Queryable } from './database.ts'
import { named } from './named-statement.ts'
import {
  DELIVERIES_OF_EVENT,
  deliveryFromJson,
  type DeliveryJson,
  type DeliveryRecord,
} from './deliveries.ts'

/** Told of every new event at its commit, with the id of its merchant. */
export const EVENTS_CHANNEL = 'events'

export interface EventRecord {
  id: string
  merchantId: string
  sessionId: string | null
  type: EventType
  sequence: number
  /** The notification's JSON text, with `{reference}` for the session's reference. */
  body: string
  createdAt: Date
}

export interface EventWithDeliveries extends EventRecord {
  deliveries: DeliveryRecord[]
}

export interface NewEvent extends EventRecord {
  deliveryId: string
  /** Where the notification goes; `null` when there is no callback. */
  callbackUrl: string | null
  /** The callback is disabled: the delivery waits until it is set again. */
  isHeld?: boolean
}

const INSERT = named(
  'insert event',
  `with event as (
     insert into events (id, merchant_id, session_id, type, sequence, body, created_at)
     values (:id, :merchantId, :sessionId, :type, :sequence, :body, :createdAt) returning id, merchant_id, created_at
   ), delivery as (
     insert into deliveries (id, event_id, merchant_id, url, status, next_attempt_at, finished_at, created_at)
     select :deliveryId, id, merchant_id, :callbackUrl, case when :isHeld then 'disabled' else 'pending' end,
       case when not :isHeld then created_at end, case when :isHeld then created_at end, created_at
     from event where :callbackUrl::text is not null
     returning id
   )
   select pg_notify('${EVENTS_CHANNEL}', merchant_id::text) from event
   union all select pg_notify('deliveries', '') from delivery`,
)

/**
 * Writes what happened and its delivery, due at once unless it is held, in one statement; the workers, and who listens for what happens,
 * hear of it at the commit.
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
    }),
  )
}

const COLUMNS = `e.id, e.merchant_id as "merchantId", e.session_id as "sessionId", e.type, e.sequence, e.body,
  e.created_at as "createdAt", ${DELIVERIES_OF_EVENT} as deliveries`

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

const PAGE = `e.merchant_id = :merchantId and (:after::text is null or e.id < :after) and (:type::text is null or e.type = :type)
   order by e.id desc limit :limit`

const LIST = named('events of a merchant', `select ${COLUMNS} from events e where ${PAGE}`)

/** A text of its own: with an optional session the planner would never use the index of sessions. */
const LIST_OF_SESSION = named(
  'events of a session',
  `select ${COLUMNS} from events e where e.session_id = :sessionId and ${PAGE}`,
)

/** At most `limit` + 1 events, newest first: one more than a page says that there is another. */
export async function listEvents(
  db: Queryable,
  merchantId: string,
  query: ListEvents,
): Promise<EventWithDeliveries[]> {
  const { sessionId } = query
  const page = {
    merchantId,
    after: query.after ?? null,
    type: query.type ?? null,
    limit: query.limit + 1,
  }
  const rows =
    sessionId === undefined
      ? await db.query<Row>(LIST, LIST.values(page))
      : await db.query<Row>(LIST_OF_SESSION, LIST_OF_SESSION.values({ ...page, sessionId }))
  return rows.map(withDeliveries)
}
