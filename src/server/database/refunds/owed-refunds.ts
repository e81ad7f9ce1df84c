import type { RefundState } from '#contract/refund.ts'
import { statement, type Queryable } from '../engine/database.ts'
import {
  merchantCondition,
  merchantValues,
  type MerchantFilter,
} from '../merchants/merchant-filter.ts'
import { named } from '../engine/named-statement.ts'
import { LEFT_MINOR } from '../payments/left-minor.ts'

const OWE = statement(
  'owe refund',
  'update payments set refund_owed_at = coalesce(refund_owed_at, $2), next_refund_at = $2 where id = $1',
)

/** Marks what a payment captured as owed back, and a refund of it as due now. */
export async function oweRefund(tx: Queryable, paymentId: string, now: Date): Promise<void> {
  await tx.query(OWE, [paymentId, now])
}

// What was paid outside of the processor is owed no more, whatever a bank then does.
const OWE_AGAIN = statement(
  'owe refund again',
  `update payments set refund_owed_at = coalesce(refund_owed_at, $2),
     next_refund_at = case when refund_held_at is null then coalesce(next_refund_at, $2) end
   where id = $1 and paid_outside_at is null`,
)

/** Marks money that a bank gave back again as owed, and a refund of it as due now. */
export async function oweRefundAgain(tx: Queryable, paymentId: string, now: Date): Promise<void> {
  await tx.query(OWE_AGAIN, [paymentId, now])
}

const HOLD = statement(
  'hold owed refund',
  `update payments set refund_owed_at = coalesce(refund_owed_at, $2), refund_held_at = $2, next_refund_at = null
   where id = $1 and paid_outside_at is null`,
)

/** Marks money whose refund came back as owed, and as held: a person decides how it is given back. */
export async function holdOwedRefund(tx: Queryable, paymentId: string, now: Date): Promise<void> {
  await tx.query(HOLD, [paymentId, now])
}

const PENDING = `select from refunds r where r.session_id = p.session_id and r.payment_id = p.id and r.status = 'pending'`

const FOLLOW = named(
  'follow owed refund',
  `update payments p set refund_tries = refund_tries + :made::integer,
     refund_owed_at = case when ${LEFT_MINOR} > 0 or exists (${PENDING}) then refund_owed_at end,
     refund_held_at = case when ${LEFT_MINOR} > 0 or exists (${PENDING}) then refund_held_at end,
     next_refund_at = case when ${LEFT_MINOR} > 0 and refund_held_at is null then coalesce(next_refund_at, :nextAt) end
   where id = :paymentId and refund_owed_at is not null`,
)

/**
 * Updates an owed payment after a refund of it was made or has ended: the next refund is due at `nextAt` while something is
 * left to refund and not held, and nothing is owed any longer once all is given back.
 */
export async function followOwedRefund(
  tx: Queryable,
  change: {
    paymentId: string
    nextAt: Date
    /** Number of automatic refunds that the worker made just now. */
    made: 0 | 1
  },
): Promise<void> {
  await tx.query(FOLLOW, FOLLOW.values(change))
}

/** A payment whose next automatic refund is due. */
export interface DueOwedRefund {
  id: string
  sessionId: string
}

const MERCHANT = '(select s.merchant_id from sessions s where s.id = p.session_id)'

const CLAIM_DUE = statement(
  'claim owed refunds',
  `update payments set next_refund_at = $2
   where id in (
     select id from payments p where refund_owed_at is not null and next_refund_at <= $1
       and ${merchantCondition(MERCHANT, 4)}
     order by next_refund_at limit $3 for update skip locked
   ) returning id, session_id as "sessionId"`,
)

/** Claims payments that owe a refund: moves their next one to `nextAt`, so that no other worker claims them. */
export async function claimOwedRefunds(
  db: Queryable,
  { now, nextAt, limit }: { now: Date; nextAt: Date; limit: number },
  merchants: MerchantFilter = {},
): Promise<DueOwedRefund[]> {
  return db.query<DueOwedRefund>(CLAIM_DUE, [now, nextAt, limit, ...merchantValues(merchants)])
}

// Earlier releases mark nothing. A payment that was marked and is no longer owed has `refund_tries` above 0, and is not marked
// again.
const FIND_UNMARKED = statement(
  'find unmarked owed refunds',
  `update payments set refund_owed_at = coalesce(refund_owed_at, updated_at), next_refund_at = $1
   where next_refund_at is null and id in (
     select p.id from payments p join sessions s on s.id = p.session_id
     where p.late and ${LEFT_MINOR} > 0 and p.next_refund_at is null and p.refund_held_at is null
       and (p.refund_owed_at is not null
         or (p.refund_tries = 0 and (p.status = 'failed' or s.status <> 'complete')))
     order by p.id limit $2
   ) returning id`,
)

/** Marks late payments as owed whose money an earlier release neither kept nor gave back; at most `limit` payments. */
export async function markUnmarkedOwedRefunds(
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  return (await db.query(FIND_UNMARKED, [now, limit])).length
}

const CLEAR_PAID = statement(
  'clear paid owed refunds',
  `update payments p set refund_owed_at = null, refund_held_at = null, next_refund_at = null
   where refund_owed_at is not null and ${LEFT_MINOR} <= 0 and not exists (${PENDING})`,
)

/** Clears the mark of payments whose last refund a server of an earlier release has ended. */
export async function clearPaidOwedRefunds(db: Queryable): Promise<void> {
  await db.query(CLEAR_PAID, [])
}

const HASTEN = statement(
  'hasten owed refund',
  `update payments p set refund_held_at = null,
     next_refund_at = case when ${LEFT_MINOR} > 0 then least(next_refund_at, $2) end
   where id = $1 and refund_owed_at is not null and (next_refund_at is not null or refund_held_at is not null)`,
)

/** Makes the next refund of an owed payment due now, held or not, unless a pending refund covers all that is owed. */
export async function hastenOwedRefund(tx: Queryable, paymentId: string, now: Date): Promise<void> {
  await tx.query(HASTEN, [paymentId, now])
}

// With `refund_tries` above 0 the payment is not marked again: see "find unmarked owed refunds".
const END = statement(
  'end owed refund',
  `update payments p set refund_owed_at = null, refund_held_at = null, next_refund_at = null, refund_tries = greatest(refund_tries, 1),
     paid_outside_at = $2
   where id = $1 and refund_owed_at is not null and not exists (${PENDING})
   returning ${LEFT_MINOR} as "amountMinor", coalesce(p.captured_currency, p.currency) as currency`,
)

/**
 * Ends what a payment owes without a refund, and returns what was owed; undefined, and nothing is changed, when nothing is
 * owed or a refund is pending.
 */
export async function endOwedRefund(
  tx: Queryable,
  paymentId: string,
  now: Date,
): Promise<{ amountMinor: number; currency: string } | undefined> {
  return (await tx.query<{ amountMinor: number; currency: string }>(END, [paymentId, now]))[0]
}

export interface OwedRefund {
  paymentId: string
  sessionId: string
  merchantId: string
  /** In minor units; a pending refund is part of it. */
  amountOwed: number
  currency: string
  owedSince: Date
  /** Number of automatic refunds so far. */
  refunds: number
  lastRefundId: string | null
  lastRefundStatus: RefundState | null
  /** `null` while a refund of all that is owed is pending, or it is held. */
  nextRefundAt: Date | null
  /** Since when it waits for a person, because its refund came back. */
  heldSince: Date | null
}

const LIST = statement(
  'owed refunds',
  `select p.id as "paymentId", p.session_id as "sessionId", s.merchant_id as "merchantId",
     greatest(${LEFT_MINOR}, 0) + (
       select coalesce(sum(r.amount_minor), 0) from refunds r
       where r.session_id = p.session_id and r.payment_id = p.id and r.status = 'pending'
     )::bigint as "amountOwed",
     coalesce(p.captured_currency, p.currency) as currency, p.refund_owed_at as "owedSince", p.refund_tries as refunds, last.id as "lastRefundId",
     last.status as "lastRefundStatus", p.next_refund_at as "nextRefundAt",
     p.refund_held_at as "heldSince"
   from payments p join sessions s on s.id = p.session_id
     left join lateral (
       select r.id, r.status from refunds r where r.session_id = p.session_id and r.payment_id = p.id
       order by r.created_at desc, r.id desc limit 1
     ) last on true
   where p.refund_owed_at is not null order by p.refund_owed_at, p.id limit $1`,
)

/** Payments whose captured money is owed back, the longest owed first. */
export async function listOwedRefunds(db: Queryable, limit: number): Promise<OwedRefund[]> {
  return db.query<OwedRefund>(LIST, [limit])
}
