import { plannedPerCall, statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { JOINED_COLUMNS, withPayment, type Joined, type LockedSession } from './sessions.ts'
import { EVENTS_CHANNEL } from '../events/events.ts'
import { notice, publishing } from '../engine/notices.ts'
import { sessionNotice } from './session-notices.ts'

const LOCK = statement(
  'lock sessions to expire',
  `select id from sessions where id = any ($1) and status = 'open' order by id for update skip locked`,
)

const READ = statement(
  'read locked sessions',
  `select ${JOINED_COLUMNS}, jsonb_build_object('name', m.name, 'latePayments', m.late_payments,
     'amountMismatch', m.amount_mismatch,
     'callbackUrl', m.callback_url, 'isCallbackDisabled', m.callback_disabled_at is not null) as merchant
   from sessions s join merchants m on m.id = s.merchant_id where s.id = any ($1) order by s.id`,
)

/**
 * Locks the open ones of these sessions until the transaction ends, in the order of their ids, and reads them. Those that
 * another transaction has locked are left out.
 */
export async function lockOpenSessions(
  tx: Queryable,
  ids: readonly string[],
): Promise<LockedSession[]> {
  // The locks first, then the read: a statement's snapshot does not see a payment that was made meanwhile.
  const locked = await tx.query<{ id: string }>(LOCK, [ids])
  if (locked.length === 0) return []
  const rows = await tx.query<Joined<LockedSession>>(READ, [locked.map(({ id }) => id)])
  return rows.map((row) => withPayment(row))
}

const LOCK_ENDPOINTS = statement(
  'lock webhook endpoints',
  `select id, callback_url as "callbackUrl", callback_disabled_at is not null as "isHeld" from merchants
   where id = any ($1::uuid[]) order by id for share`,
)

export interface LockedEndpoint {
  id: string
  callbackUrl: string | null
  isHeld: boolean
}

/** As `lockWebhookEndpoint`, of many merchants. */
export async function lockWebhookEndpoints(
  tx: Queryable,
  merchantIds: readonly string[],
): Promise<LockedEndpoint[]> {
  return tx.query<LockedEndpoint>(LOCK_ENDPOINTS, [merchantIds])
}

export interface Expiry {
  sessionId: string
  merchantId: string
  eventId: string
  sequence: number
  /** Sealed. */
  body: string
  createdAt: Date
  deliveryId: string
  callbackUrl: string | null
  isHeld: boolean
}

const EXPIRE = publishing(
  plannedPerCall(
    named(
      'expire sessions',
      `with expiry as materialized (
     select * from json_to_recordset(:expiries::json) as x ("sessionId" text, "merchantId" uuid, "eventId" text,
       sequence integer, body text, "createdAt" timestamptz, "deliveryId" text, "callbackUrl" text, "isHeld" boolean)
     limit json_array_length(:expiries::json)
   ), changed as (
     update sessions s set status = 'expired', event_sequence = x.sequence, version = s.version + 1
     from expiry x where s.id = x."sessionId" returning s.id, s.version
   ), event as (
     insert into events (id, merchant_id, session_id, type, sequence, body, created_at)
     select "eventId", "merchantId", "sessionId", 'session.expired', sequence, body, "createdAt" from expiry
     order by "eventId" returning id, merchant_id
   ), delivery as (
     insert into deliveries (id, event_id, merchant_id, url, status, next_attempt_at, finished_at, created_at)
     select "deliveryId", "eventId", "merchantId", "callbackUrl", case when "isHeld" then 'disabled' else 'pending' end,
       case when not "isHeld" then "createdAt" end, case when "isHeld" then "createdAt" end, "createdAt"
     from expiry where "callbackUrl" is not null order by "deliveryId"
     returning id
   )
   select array_agg(${sessionNotice('id', 'version')})
     || (select array_agg(distinct ${notice(EVENTS_CHANNEL, 'merchant_id')}) from event)
     || (select array['deliveries '] from delivery limit 1) as notices
   from changed`,
    ),
  ),
)

/** Expires sessions that the transaction has locked, with their events and deliveries, in one statement. */
export async function writeExpiries(tx: Queryable, expiries: readonly Expiry[]): Promise<void> {
  await tx.query(EXPIRE, EXPIRE.values({ expiries: JSON.stringify(expiries) }))
}
