import type { Intent, VoidReason } from '#domain/hold.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import {
  merchantCondition,
  merchantValues,
  type MerchantFilter,
} from '../merchants/merchant-filter.ts'
import { PAYMENT_COLUMNS, type PaymentRecord } from './payments.ts'

const ASK = named(
  'ask for capture or release',
  `update payments p set intent = :intent, next_intent_at = :nextAt, intent_tries = :tries, intent_sent_at = :sentAt,
     capture_minor = :captureMinor, capture_asked_at = case when :intent::text = 'capture' then :now else p.capture_asked_at end,
     capture_failed_at = case when :intent::text = 'void' then p.capture_failed_at end,
     capture_failed_minor = case when :intent::text = 'void' then p.capture_failed_minor end,
     void_reason = :voidReason, updated_at = :now
   where p.id = :id and p.status = 'authorized' and p.intent is null
   returning ${PAYMENT_COLUMNS}`,
)

export interface NewIntent {
  id: string
  intent: Intent
  captureMinor: number | null
  voidReason: VoidReason | null
  now: Date
  nextAt: Date
  /** By a caller who sends it at once: when, in real time. Null: the worker sends it. */
  sentAt: Date | null
}

/** Writes what is wanted of a hold. The caller has locked the session; undefined when nothing is held, or something is under way. */
export async function askOfHold(
  tx: Queryable,
  intent: NewIntent,
): Promise<PaymentRecord | undefined> {
  const tries = intent.sentAt === null ? 0 : 1
  return (await tx.query<PaymentRecord>(ASK, ASK.values({ ...intent, tries })))[0]
}

/** A processor forgets keys after a week: later the same capture could be a second one. What is released twice is released. */
const IS_KNOWN = (wallNow: string) =>
  `(p.intent = 'void' or p.intent_sent_at is null or p.intent_sent_at > ${wallNow}::timestamptz - interval '6 days')`

const MERCHANT = '(select s.merchant_id from sessions s where s.id = p.session_id)'

const CLAIM_DUE = statement(
  'claim intents',
  `update payments p set next_intent_at = $2, intent_tries = p.intent_tries + 1, intent_sent_at = coalesce(p.intent_sent_at, $4)
   where p.id in (
     select p.id from payments p
     -- guard: keys-are-forgotten
     where p.intent is not null and p.next_intent_at <= $1 and p.processor = any($5) and ${IS_KNOWN('$4')}
       and ${merchantCondition(MERCHANT, 6)}
     order by p.next_intent_at limit $3 for update of p skip locked
   ) returning ${PAYMENT_COLUMNS}, p.intent_tries as "intentTries", p.next_intent_at as "nextIntentAt"`,
)

/** A payment of which something is wanted, with the number of requests so far. */
export type ClaimedIntent = PaymentRecord & {
  intent: Intent
  intentTries: number
  /** Until when it is leased. */
  nextIntentAt: Date
}

/** Claims due intents of these processors: until `nextAt` no other worker claims them. */
export async function claimIntents(
  db: Queryable,
  {
    now,
    nextAt,
    wallNow,
    processors,
    limit,
  }: { now: Date; nextAt: Date; wallNow: Date; processors: readonly string[]; limit: number },
  merchants: MerchantFilter = {},
): Promise<ClaimedIntent[]> {
  const values = [now, nextAt, limit, wallNow, processors, ...merchantValues(merchants)]
  return db.query<ClaimedIntent>(CLAIM_DUE, values)
}

const TAKE_UP = named(
  'take up intent',
  `update payments p set next_intent_at = :nextAt, intent_tries = 1, intent_sent_at = :wallNow
   where p.id = :id and p.intent is not null and p.intent_tries = 0
   returning ${PAYMENT_COLUMNS}, p.intent_tries as "intentTries", p.next_intent_at as "nextIntentAt"`,
)

/** Claims an intent that nobody has sent yet; undefined when somebody has, or none is left. */
export async function takeUpIntent(
  db: Queryable,
  taken: { id: string; nextAt: Date; wallNow: Date },
): Promise<ClaimedIntent | undefined> {
  return (await db.query<ClaimedIntent>(TAKE_UP, TAKE_UP.values(taken)))[0]
}

const RENEW = named(
  'renew lease of intent',
  `update payments set next_intent_at = :nextAt
   where id = :id and intent = :intent and next_intent_at = :leasedUntil returning 1 as renewed`,
)

export interface IntentLease {
  id: string
  intent: Intent
  leasedUntil: Date
  nextAt: Date
}

/** Extends the lease of a claimed intent, or gives it up until a time; false when it was lost: it has ended, or another process has it. */
export async function renewIntentLease(db: Queryable, lease: IntentLease): Promise<boolean> {
  return (await db.query(RENEW, RENEW.values(lease))).length === 1
}

const ENDED_HOLDS = statement(
  'holds past their end',
  `select p.id, p.session_id as "sessionId" from payments p
   where p.status = 'authorized' and p.intent is null and p.capture_before <= $1 and p.processor = any($2)
     and ${merchantCondition(MERCHANT, 4)}
   order by p.capture_before limit $3`,
)

/** Payments that are held beyond the time in which they can be captured, the oldest first. */
export async function listEndedHolds(
  db: Queryable,
  { now, processors, limit }: { now: Date; processors: readonly string[]; limit: number },
  merchants: MerchantFilter = {},
): Promise<{ id: string; sessionId: string }[]> {
  return db.query(ENDED_HOLDS, [now, processors, limit, ...merchantValues(merchants)])
}

/** A payment that waits to be captured or released. */
export interface Hold {
  paymentId: string
  sessionId: string
  merchantId: string
  authorizedMinor: number
  currency: string
  captureBefore: Date
}

// The index payments_to_capture serves the conditions and the order.
const HOLDS = statement(
  'holds',
  `select p.id as "paymentId", p.session_id as "sessionId", s.merchant_id as "merchantId",
     p.authorized_minor as "authorizedMinor", p.currency, p.capture_before as "captureBefore"
   from payments p join sessions s on s.id = p.session_id
   where p.status = 'authorized' and p.intent is null and p.capture_method = 'manual'
     and ($1::uuid is null or s.merchant_id = $1)
   order by p.capture_before limit $2`,
)

/** Payments that are held and that nobody has decided about, the one that ends first at the top. Null: of all merchants. */
export async function listHolds(
  db: Queryable,
  { merchantId, limit }: { merchantId: string | null; limit: number },
): Promise<Hold[]> {
  return db.query<Hold>(HOLDS, [merchantId, limit])
}
