import type { Client } from 'pg'

/** A session as it was created, and the body of its event. All others are copies of them. */
export interface Template {
  sessionId: string
  body: string
}

const EMPTY = `truncate delivery_attempts, deliveries, events, idempotency_keys, sessions cascade`

/** Copies of the template session, assigned to the merchants in turn. */
const COPIES = `with template as (select * from sessions where id = $1), copies as materialized (
    select 'cs_' || lpad(n::text, 22, '0') as copy_id, n, ($2::uuid[])[1 + n % cardinality($2::uuid[])] as copy_of,
      template.*
    from template, generate_series(1, $3::int) n
  )`

const DUE_DELIVERIES = `${COPIES}, made as (
     insert into sessions (id, reference_hash, merchant_id, status, payment_status, currency, amount_minor,
       order_reference, details, expires_at, created_at, completed_at, event_sequence)
     select copy_id, sha256(copy_id::bytea), copy_of, 'complete', 'paid', currency, amount_minor,
       order_reference, details, expires_at, created_at, now(), 2 from copies
   ), happened as (
     select 'evt_' || lpad((n * 2 + sequence)::text, 22, '0') as event_id,
       'dlv_' || lpad((n * 2 + sequence)::text, 22, '0') as delivery_id, copy_id, copy_of, sequence, type
     from copies, (values (1, 'payment.succeeded'), (2, 'session.completed')) events (sequence, type)
   ), noted as (
     insert into events (id, merchant_id, session_id, type, sequence, body, created_at)
     select event_id, copy_of, copy_id, type, sequence, replace($4, $1, copy_id), now() from happened
   )
   insert into deliveries (id, event_id, merchant_id, url, next_attempt_at, created_at)
   select delivery_id, event_id, copy_of, $5, now(), now() from happened`

const EXPIRED_SESSIONS = `${COPIES}
   insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, order_reference, details, expires_at,
     created_at)
   select copy_id, sha256(copy_id::bytea), copy_of, currency, amount_minor, order_reference, details,
     now() - interval '1 minute', created_at from copies`

const SET_URL = 'update merchants set callback_url = $2 where id = any ($1::uuid[])'
const COPY_OF = 'create table template as select * from sessions'
const BACK = 'insert into sessions select * from template'
const ANALYZE = 'analyze sessions, events, deliveries'
const CHECKPOINT = 'checkpoint'

export async function keepTemplate(database: Client): Promise<void> {
  await database.query(COPY_OF)
}

export interface Filling {
  merchantIds: readonly string[]
  /** The webhook endpoint of these merchants. */
  url: string
  count: number
}

/** Empties the tables, and fills them with paid sessions, each with two due deliveries. */
export async function fillDeliveries(
  database: Client,
  { sessionId, body }: Template,
  { merchantIds, url, count }: Filling,
): Promise<void> {
  const sessions = Math.ceil(count / 2)
  await renew(database, merchantIds, url)
  await database.query(DUE_DELIVERIES, [sessionId, merchantIds, sessions, body, url])
  await settle(database)
}

/** Empties the tables, and fills them with open sessions past their expiry. */
export async function fillSessions(
  database: Client,
  { sessionId }: Template,
  { merchantIds, url, count }: Filling,
): Promise<void> {
  await renew(database, merchantIds, url)
  await database.query(EXPIRED_SESSIONS, [sessionId, merchantIds, count])
  await settle(database)
}

async function renew(database: Client, merchantIds: readonly string[], url: string) {
  await database.query(EMPTY)
  await database.query(BACK)
  await database.query(SET_URL, [merchantIds, url])
}

async function settle(database: Client): Promise<void> {
  await database.query(ANALYZE)
  await database.query(CHECKPOINT)
}
