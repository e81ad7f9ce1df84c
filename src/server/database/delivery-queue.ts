import type { EventType } from '../../contract/event.ts'
import { statement, type Queryable } from './database.ts'
import { isOfMerchants, merchantValues, type MerchantFilter } from './merchant-filter.ts'

/** A delivery that is this worker's to attempt until its lease runs out. */
export interface DueDelivery {
  id: string
  eventId: string
  eventType: EventType
  merchantId: string
  sessionId: string | null
  url: string
  /** As stored: `{reference}` stands for the session's reference. */
  body: string
  attemptsMade: number
}

export interface ClaimRules {
  /** What is due by then. */
  now: Date
  /** Real time, of the leases. */
  wallNow: Date
  leaseSeconds: number
  /** A UUID of this claim: only its holder can finish what it claimed. */
  token: string
  limit: number
  /** Of the claimed, how many may be retries or of slow merchants: what is new to others never waits behind them. */
  doubtfulMax: number
  /** Whose receivers were slow the last time. */
  slowMerchants: readonly string[]
  /** Deliveries of one merchant under way at once, whoever works on them. */
  perMerchantMax: number
}

// `waiting` walks the index from merchant to merchant, however many deliveries each has. `window` is the head of each
// merchant's queue: what is under way stands in it and takes its places. Then everybody's first come before anybody's
// second, so that a merchant with thousands due takes no more of a claim than one with a few.
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
         row_number() over (order by d.next_attempt_at, d.id) as place
       from (
         select * from deliveries where merchant_id = w.merchant_id and status = 'pending' and next_attempt_at <= $1
         order by next_attempt_at, id limit $6
       ) d
     ) head
     where (head.leased_until is null or head.leased_until <= $7)
      and ${isOfMerchants('w.merchant_id', 9)}
   ), turns as (
     select *, row_number() over (partition by is_doubtful order by place, next_attempt_at) as turn from free
   ), chosen as (
     select id from turns where not is_doubtful or turn <= $5 order by is_doubtful, turn limit $4
   ), claimed as (
     select d.id from deliveries d where d.id in (select id from chosen) and d.status = 'pending'
       and d.next_attempt_at <= $1 and (d.leased_until is null or d.leased_until <= $7)
     for update skip locked
   )
   update deliveries d set lease_token = $2, leased_until = $3 from claimed, events e
   where d.id = claimed.id and e.id = d.event_id
   returning d.id, d.event_id as "eventId", e.type as "eventType", d.merchant_id as "merchantId",
     e.session_id as "sessionId", d.url, e.body, d.attempts_made as "attemptsMade"`,
)

/** Takes what is due and free, fairly among merchants. Any number of workers may claim at once. */
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
  ])
}

const DISABLE = statement(
  'disable callback',
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
 * Sends nothing more to a callback that said it is gone. True when it was enabled until now; a callback that has moved
 * to another URL meanwhile stays as it is. What is under way ends by itself.
 */
export async function disableCallback(
  db: Queryable,
  gone: { merchantId: string; url: string; now: Date; wallNow: Date },
): Promise<boolean> {
  return (await db.query(DISABLE, [gone.merchantId, gone.url, gone.now, gone.wallNow])).length === 1
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

/** After a callback was set: what is not delivered yet goes there, and what was held back while it was disabled too. */
export async function resumeDeliveries(
  db: Queryable,
  { merchantId, url, now }: { merchantId: string; url: string; now: Date },
): Promise<number> {
  const [row] = await db.query<{ resumed: number }>(RESUME, [merchantId, url, now])
  return row?.resumed ?? 0
}
