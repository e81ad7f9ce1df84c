import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { EVENTS_CHANNEL } from '../events/events.ts'
import { notice, publishing } from '../engine/notices.ts'
import { sessionNotice } from './session-notices.ts'

export interface Expiry {
  sessionId: string
  /** Of the session, as it was read. */
  version: number
  eventId: string
  sequence: number
  /** Sealed. */
  body: string
  createdAt: Date
  deliveryId: string
  /** Whether the event is sent to the merchant's webhook endpoint. */
  isDelivered: boolean
  /** Whether the caller's transaction has locked the merchant's webhook endpoint. */
  endpointIsLocked: boolean
}

const EXPIRE = publishing(
  plannedPerCall(
    named(
      'expire sessions',
      `with expiry as materialized (
     select * from json_to_recordset(:expiries::json) as x ("sessionId" text, version integer, "eventId" text,
       sequence integer, body text, "createdAt" timestamptz, "deliveryId" text, "isDelivered" boolean,
       "endpointIsLocked" boolean)
     limit json_array_length(:expiries::json)
   ), due as materialized (
     select x.*, s.merchant_id, m.callback_url, m.callback_disabled_at is not null as is_held
     from expiry x join sessions s on s.id = x."sessionId" join merchants m on m.id = s.merchant_id
     -- guard: expire-from-version
     where s.version = x.version and (m.callback_disabled_at is null or x."endpointIsLocked")
     order by s.id for no key update of s skip locked
   ), changed as (
     update sessions s set status = 'expired', event_sequence = due.sequence, version = s.version + 1
     from due where s.id = due."sessionId" returning s.id, s.version
   ), event as (
     insert into events (id, merchant_id, session_id, type, sequence, body, created_at)
     select "eventId", merchant_id, "sessionId", 'session.expired', sequence, body, "createdAt" from due
     order by "eventId" returning id, merchant_id
   ), delivery as (
     insert into deliveries (id, event_id, merchant_id, url, status, next_attempt_at, finished_at, created_at)
     select "deliveryId", "eventId", merchant_id, callback_url, case when is_held then 'disabled' else 'pending' end,
       case when not is_held then "createdAt" end, case when is_held then "createdAt" end, "createdAt"
     from due where callback_url is not null and "isDelivered" order by "deliveryId"
     returning id
   )
   select count(*)::integer as count, array_agg(${sessionNotice('id', 'version')})
     || (select array_agg(distinct ${notice(EVENTS_CHANNEL, 'merchant_id')}) from event)
     || (select array['deliveries '] from delivery limit 1) as notices
   from changed`,
    ),
  ),
)

/**
 * Expires sessions with their events and deliveries in one statement; returns how many. Left out are those whose version is no
 * longer the one that was read, which another transaction has locked, or whose endpoint is disabled and not locked.
 */
export async function writeExpiries(db: Queryable, expiries: readonly Expiry[]): Promise<number> {
  const values = EXPIRE.values({ expiries: JSON.stringify(expiries) })
  const [written] = await db.query<{ count: number }>(EXPIRE, values)
  return written?.count ?? 0
}
