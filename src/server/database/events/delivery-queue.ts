import type { EventType } from '#contract/event.ts'
import { statement, type Queryable } from '../engine/database.ts'
import {
  merchantCondition,
  merchantValues,
  type MerchantFilter,
} from '../merchants/merchant-filter.ts'

/** A delivery that this worker has leased. */
export interface DueDelivery {
  id: string
  eventId: string
  eventType: EventType
  merchantId: string
  sessionId: string | null
  url: string
  /** As stored, with the placeholder `{reference}`. */
  body: string
  attemptsMade: number
  /** W3C Trace Context of the span that made the event; null where there was none. */
  traceparent: string | null
}

export interface ClaimRules {
  /** Deliveries due by this time. */
  now: Date
  /** Real time, by which leases expire. */
  wallNow: Date
  leaseSeconds: number
  /** Fencing token, a UUID: only its holder can finish the claimed deliveries. */
  token: string
  limit: number
  /** Most retries and slow merchants' deliveries in one claim: first attempts of other merchants never wait behind them. */
  doubtfulMax: number
  /** Merchants whose last response was slow. */
  slowMerchants: readonly string[]
  /** Concurrency limit of each merchant, across all workers. */
  perMerchantMax: number
  /** A higher limit for merchants whose receivers keep up with their deliveries; default: none. */
  extra?: {
    merchants: readonly string[]
    perMerchantMax: number
    /** Most first attempts in one claim beyond `perMerchantMax` of the rules; they do not count toward the claim's `limit`. */
    limit: number
  }
}

// Fair queuing. `waiting` is a loose index scan: one step for each merchant, however many deliveries it has. `free` is
// the head of each merchant's queue; leased deliveries count toward its limit. `ranked` orders round-robin: all
// merchants' first deliveries before any second one, so that a merchant with thousands due does not crowd out others.
// Extra deliveries have slots of their own, and take none from other merchants.
const CLAIM_DUE = statement(
  'claim due deliveries',
  `with recursive waiting (merchant_id) as (
     (select merchant_id from deliveries where status = 'pending' order by merchant_id limit 1)
     union all
     select (
       select d.merchant_id from deliveries d where d.status = 'pending' and d.merchant_id > w.merchant_id
       order by d.merchant_id limit 1
     ) from waiting w where w.merchant_id is not null
   ), free as (
     select head.* from waiting w cross join lateral (
       select d.id, d.next_attempt_at, d.leased_until,
         d.attempts_made > 0 or d.merchant_id = any ($8::uuid[]) as is_doubtful,
         row_number() over (order by d.next_attempt_at, d.id) as queue_position
       from (
         select * from deliveries where merchant_id = w.merchant_id and status = 'pending' and next_attempt_at <= $1
         order by next_attempt_at, id limit case when w.merchant_id = any ($11::uuid[]) then $12::int else $6::int end
       ) d
     ) head
     where (head.leased_until is null or head.leased_until <= $7)
      and ${merchantCondition('w.merchant_id', 9)}
   ), ranked as (
     select *, row_number() over (partition by is_extra, is_doubtful order by queue_position, next_attempt_at) as rank
     from (select *, queue_position > $6 as is_extra from free) counted
   ), chosen as (
     (select id from ranked where not is_extra and (not is_doubtful or rank <= $5) order by is_doubtful, rank limit $4)
     union all
     select id from ranked where is_extra and not is_doubtful and rank <= $13
   ), claimed as (
     select d.id from deliveries d where d.id in (select id from chosen) and d.status = 'pending'
       and d.next_attempt_at <= $1 and (d.leased_until is null or d.leased_until <= $7)
     for update skip locked
   )
   update deliveries d set lease_token = $2, leased_until = $3 from claimed, events e
   where d.id = claimed.id and e.id = d.event_id
   returning d.id, d.event_id as "eventId", e.type as "eventType", d.merchant_id as "merchantId",
     e.session_id as "sessionId", d.url, e.body, d.attempts_made as "attemptsMade", e.traceparent`,
)

/** Leases due deliveries, fairly among merchants. Any number of workers may claim concurrently. */
export async function claimDueDeliveries(
  db: Queryable,
  rules: ClaimRules,
  merchants: MerchantFilter = {},
): Promise<DueDelivery[]> {
  return db.query<DueDelivery>(CLAIM_DUE, [
    rules.now,
    rules.token,
    new Date(rules.wallNow.getTime() + rules.leaseSeconds * 1000),
    rules.limit,
    rules.doubtfulMax,
    rules.perMerchantMax,
    rules.wallNow,
    rules.slowMerchants,
    ...merchantValues(merchants),
    rules.extra?.merchants ?? [],
    rules.extra?.perMerchantMax ?? rules.perMerchantMax,
    rules.extra?.limit ?? 0,
  ])
}

const DISABLE_ENDPOINT = statement(
  'disable webhook endpoint',
  `with merchant as (
     update merchants set callback_disabled_at = $3
     where id = $1 and callback_url = $2 and callback_disabled_at is null returning id
   ), stopped as (
     update deliveries d set status = 'disabled', next_attempt_at = null, lease_token = null, leased_until = null,
       finished_at = $3
     from merchant
     where d.merchant_id = merchant.id and d.status = 'pending' and (d.leased_until is null or d.leased_until <= $4)
   )
   select id from merchant`,
)

/**
 * Disables an endpoint that answered 410 Gone, and its pending deliveries. False when it was disabled already or its URL
 * has changed meanwhile. Attempts under way finish.
 */
export async function disableWebhookEndpoint(
  db: Queryable,
  gone: { merchantId: string; url: string; now: Date; wallNow: Date },
): Promise<boolean> {
  return (
    (await db.query(DISABLE_ENDPOINT, [gone.merchantId, gone.url, gone.now, gone.wallNow]))
      .length === 1
  )
}

const RESUME = statement(
  'resume deliveries',
  `with resumed as (
     update deliveries set url = $2, status = 'pending', finished_at = null,
       next_attempt_at = coalesce(next_attempt_at, $3)
     where merchant_id = $1 and status in ('pending', 'disabled') returning id
   )
   select count(*) as resumed, pg_notify('deliveries', '') from resumed`,
)

/** Redirects pending and held deliveries to a newly set endpoint; returns how many. */
export async function resumeDeliveries(
  db: Queryable,
  { merchantId, url, now }: { merchantId: string; url: string; now: Date },
): Promise<number> {
  const [row] = await db.query<{ resumed: number }>(RESUME, [merchantId, url, now])
  return row?.resumed ?? 0
}
