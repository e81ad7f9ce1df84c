import type { Intent } from '#domain/hold.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { LEFT_MINOR } from '../payments/left-minor.ts'

/** More are not counted. */
export const NEEDS_COUNTED_MAX = 100
/** How many of the latest refunds of all merchants that failed, or came back, are examined. */
const REFUNDS_MAX = 1000
/** How many of the latest reversals of all merchants are examined. */
const REVERSALS_MAX = 1000
/** How many of the latest reports of fraud of all merchants are examined. */
const FRAUD_REPORTS_MAX = 1000

export interface PaymentsInNeed {
  count: number
  since: Date
  /** This field and those below are of the oldest payment. */
  sessionId: string
  merchantId: string
  merchantName: string
  orderReference: string | null
}

/** SQL: the number of rows of `found`, a query of (session_id, at), and the oldest of them. */
const oldestOf = <const Found extends string>(found: Found) =>
  `with found as materialized (${found} limit ${NEEDS_COUNTED_MAX})
   select (select count(*)::int from found) as count, f.at as since, f.session_id as "sessionId",
     s.merchant_id as "merchantId", m.name as "merchantName", s.order_reference as "orderReference"
   from (select * from found order by at limit 1) f
   join sessions s on s.id = f.session_id join merchants m on m.id = s.merchant_id` as const

const UNKNOWN = plannedPerCall(
  named(
    'payments of unknown outcome',
    oldestOf(`select session_id, created_at as at from payments
   where status = 'unknown' and created_at < :before and (:merchantId::uuid is null or merchant_id = :merchantId)
   order by created_at`),
  ),
)

/** Payments created before a moment whose outcome is unknown, of a merchant or (null) of all. */
export async function readUnknownPayments(
  db: Queryable,
  asked: { merchantId: string | null; before: Date },
): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(UNKNOWN, UNKNOWN.values(asked)))[0]
}

const MISMATCHED = plannedPerCall(
  named(
    'payments with another amount',
    oldestOf(
      `select session_id, created_at as at from payments where status = 'amount_mismatch' order by created_at`,
    ),
  ),
)

/** Payments of all merchants that captured another amount than was asked, which somebody has to decide on. */
export async function readMismatched(db: Queryable): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(MISMATCHED, MISMATCHED.values({})))[0]
}

const OWED = plannedPerCall(
  named(
    'payments owed for long',
    oldestOf(`select session_id, refund_owed_at as at from payments where refund_owed_at is not null and refund_owed_at < :before
   order by refund_owed_at`),
  ),
)

/** Payments of all merchants that have been owed back since before a moment. */
export async function readLongOwed(
  db: Queryable,
  asked: { before: Date },
): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(OWED, OWED.values(asked)))[0]
}

// A failed refund needs nobody when another refund has returned the money, or when the payment is owed: then the worker makes
// the next refund.
const FAILED = plannedPerCall(
  named(
    'refunds failed of late',
    oldestOf(`select r.session_id, r.created_at as at from (
     select session_id, payment_id, amount_minor, created_at from refunds
     where status <> 'succeeded' and status = 'failed' and id >= :fromId order by id desc limit ${REFUNDS_MAX}
   ) r join payments p on p.id = r.payment_id join sessions s on s.id = r.session_id
   where ${LEFT_MINOR} >= r.amount_minor and p.refund_owed_at is null
     and (:merchantId::uuid is null or s.merchant_id = :merchantId)
   order by r.created_at`),
  ),
)

/** Failed refunds with ids from `fromId` on whose money has not been given back. */
export async function readFailedRefunds(
  db: Queryable,
  asked: { merchantId: string | null; fromId: string },
): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(FAILED, FAILED.values(asked)))[0]
}

// A later refund has taken the place of one that came back, and owed money is a need of its own.
const RETURNED = plannedPerCall(
  named(
    'refunds that came back of late',
    oldestOf(`select r.session_id, r.reversed_at as at from (
     select session_id, payment_id, amount_minor, reversed_at from refunds
     where status <> 'succeeded' and status = 'reversed' order by id desc limit ${REFUNDS_MAX}
   ) r join payments p on p.id = r.payment_id join sessions s on s.id = r.session_id
   where r.reversed_at >= :from and p.refund_owed_at is null and p.paid_outside_at is null
     and ${LEFT_MINOR} >= r.amount_minor
     and not exists (
       select 1 from refunds n where n.payment_id = r.payment_id and n.status in ('pending', 'succeeded')
         and n.created_at > r.reversed_at
     )
     and (:merchantId::uuid is null or s.merchant_id = :merchantId)
   order by r.reversed_at`),
  ),
)

/** Refunds that came back since a moment, and that no later refund replaces. */
export async function readReturnedRefunds(
  db: Queryable,
  asked: { merchantId: string | null; from: Date },
): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(RETURNED, RETURNED.values(asked)))[0]
}

// The latest of all merchants are read by their own index: banks take money back seldom.
const TAKEN_BACK = plannedPerCall(
  named(
    'payments taken back of late',
    oldestOf(`select p.session_id, min(r.recorded_at) as at from (
     select payment_id, recorded_at from reversals where recorded_at >= :from order by recorded_at desc limit ${REVERSALS_MAX}
   ) r join payments p on p.id = r.payment_id
   where p.reversed_minor > p.reinstated_minor and (:merchantId::uuid is null or p.merchant_id = :merchantId)
   group by p.session_id order by at`),
  ),
)

/** Payments of which banks took money back since a moment, and did not give it all back again. */
export async function readTakenBack(
  db: Queryable,
  asked: { merchantId: string | null; from: Date },
): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(TAKEN_BACK, TAKEN_BACK.values(asked)))[0]
}

// The index payments_unexplained serves the condition and the order.
const UNEXPLAINED = plannedPerCall(
  named(
    'payments with unexplained money',
    oldestOf(`select session_id, unexplained_since as at from payments
   where unexplained_since is not null and (:merchantId::uuid is null or merchant_id = :merchantId)
   order by unexplained_since`),
  ),
)

/** Payments of which the processor says that money moved that cannot have moved, so that it is not booked. */
export async function readUnexplained(
  db: Queryable,
  asked: { merchantId: string | null },
): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(UNEXPLAINED, UNEXPLAINED.values(asked)))[0]
}

// The latest of all merchants are read by the index payments_by_fraud_report, and the disputes of each by theirs.
const REPORTED_AS_FRAUD = plannedPerCall(
  named(
    'payments reported as fraud of late',
    oldestOf(`select p.session_id, p.fraud_reported_at as at from (
     select * from payments where fraud_reported_at >= :from order by fraud_reported_at desc limit ${FRAUD_REPORTS_MAX}
   ) p
   where ${LEFT_MINOR} > 0
     and p.refund_owed_at is null and p.paid_outside_at is null
     and (select d.id from disputes d where d.session_id = p.session_id and d.payment_id = p.id limit 1) is null
     and (:merchantId::uuid is null or p.merchant_id = :merchantId)
   order by at`),
  ),
)

/** Payments that banks reported as fraud since a moment, whose money is kept and that nobody disputes yet. */
export async function readReportedAsFraud(
  db: Queryable,
  asked: { merchantId: string | null; from: Date },
): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(REPORTED_AS_FRAUD, REPORTED_AS_FRAUD.values(asked)))[0]
}

// What was never sent has waited since it was due. The index payments_intents serves the condition.
const UNANSWERED = plannedPerCall(
  named(
    'intents without an answer',
    oldestOf(`select session_id, coalesce(intent_sent_at, next_intent_at) as at from payments
   where intent is not null and intent = :intent
     and (intent_sent_at < :sentBefore or (intent_sent_at is null and next_intent_at < :dueBefore))
     and (:merchantId::uuid is null or merchant_id = :merchantId)
   order by at`),
  ),
)

/** Payments whose capture or release has had no answer since before a moment, or was not sent though it was due before another. */
export async function readUnanswered(
  db: Queryable,
  asked: { merchantId: string | null; intent: Intent; sentBefore: Date; dueBefore: Date },
): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(UNANSWERED, UNANSWERED.values(asked)))[0]
}

// The index payments_to_capture serves the conditions and the order.
const HOLDS_THAT_END = plannedPerCall(
  named(
    'holds that end soon',
    oldestOf(`select session_id, capture_before as at from payments
   where status = 'authorized' and intent is null and capture_before <= :until
     and (:merchantId::uuid is null or merchant_id = :merchantId)
   order by capture_before`),
  ),
)

/** Held payments that nobody has decided about and whose hold ends by `until`; `since` is the first end. */
export async function readHoldsThatEnd(
  db: Queryable,
  asked: { merchantId: string | null; until: Date },
): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(HOLDS_THAT_END, HOLDS_THAT_END.values(asked)))[0]
}

// The index disputes_due serves the conditions and the order.
const DISPUTES_DUE = plannedPerCall(
  named(
    'disputes that are due',
    oldestOf(`select session_id, respond_by as at from disputes
   where status = 'needs_response' and respond_by > :now and respond_by <= :until
     and (:merchantId::uuid is null or merchant_id = :merchantId)
   order by respond_by`),
  ),
)

/** Disputes whose answer is due after `now` and by `until`; `since` is the first deadline. */
export async function readDisputesDue(
  db: Queryable,
  asked: { merchantId: string | null; now: Date; until: Date },
): Promise<PaymentsInNeed | undefined> {
  return (await db.query<PaymentsInNeed>(DISPUTES_DUE, DISPUTES_DUE.values(asked)))[0]
}

const KEYS = plannedPerCall(
  named(
    'keys that end soon',
    `with found as materialized (
       select merchant_id, expires_at from api_keys
       where revoked_at is null and expires_at is not null and expires_at > :now and expires_at <= :until
         and merchant_id is not null and (:merchantId::uuid is null or merchant_id = :merchantId)
       order by expires_at limit ${NEEDS_COUNTED_MAX}
     )
     select m.id as "merchantId", m.name as "merchantName", count(*)::int as count, min(f.expires_at) as "endsAt"
     from found f join merchants m on m.id = f.merchant_id
     group by m.id order by "endsAt", m.id`,
  ),
)

export interface KeysThatEnd {
  merchantId: string
  merchantName: string
  count: number
  endsAt: Date
}

/** API keys that expire by `until`, counted for each merchant; the merchant whose key expires first comes first. */
export async function listKeysThatEnd(
  db: Queryable,
  asked: { merchantId: string | null; now: Date; until: Date },
): Promise<KeysThatEnd[]> {
  return db.query<KeysThatEnd>(KEYS, KEYS.values(asked))
}
