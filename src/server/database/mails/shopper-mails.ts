import type { Customer } from '#contract/session.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { merchantCondition, type MerchantFilter } from '../merchants/merchant-filter.ts'
import { named } from '../engine/named-statement.ts'
import { claimMails, type MailClaim } from './claim-mails.ts'
import { PRUNE_BATCH, pruneInBatches } from '../engine/prune-in-batches.ts'

/** A session has one of a kind, and of refunds one each. */
export type ShopperMailKind = 'boleto_made' | 'boleto_due' | 'refund' | 'reversal'

const QUEUE = named(
  'queue shopper mail',
  `insert into shopper_mails (session_id, kind, refund_id, payment_id, next_attempt_at, created_at)
   select p.session_id, :kind, :refundId, p.id, :now, :now from payments p where p.id = :paymentId
   on conflict do nothing`,
)

/** Queues a mail about money that went back, once. */
export async function queueShopperMail(
  tx: Queryable,
  mail: { kind: 'refund' | 'reversal'; paymentId: string; refundId: string; now: Date },
): Promise<void> {
  await tx.query(QUEUE, QUEUE.values(mail))
}

/** A mail that this process has leased. */
export interface DueShopperMail {
  /** The session's id, the kind and the refund's id. */
  id: string
  sessionId: string
  kind: ShopperMailKind
  refundId: string
  paymentId: string
  attemptsMade: number
}

const MERCHANT = '(select s.merchant_id from sessions s where s.id = m.session_id)'

const CLAIM_DUE = statement(
  'claim due shopper mails',
  `update shopper_mails due set lease_token = $2, leased_until = $3, attempts_made = attempts_made + 1
   where (due.session_id, due.kind, due.refund_id) in (
     select session_id, kind, refund_id from shopper_mails m
     where status = 'pending' and next_attempt_at <= $1 and (leased_until is null or leased_until <= $5)
       and ${merchantCondition(MERCHANT, 6)}
     order by next_attempt_at limit $4 for update skip locked
   ) returning due.session_id || ' ' || due.kind || ' ' || due.refund_id as id, due.session_id as "sessionId", due.kind,
     due.refund_id as "refundId", due.payment_id as "paymentId", due.attempts_made as "attemptsMade"`,
)

export async function claimDueShopperMails(
  db: Queryable,
  claim: MailClaim,
  merchants: MerchantFilter = {},
): Promise<DueShopperMail[]> {
  return claimMails(db, CLAIM_DUE, claim, merchants)
}

/** What a mail is about, as the database has it when it is sent. */
export interface ShopperMailFacts {
  /** Whether the merchant's shoppers get such mails. */
  isWanted: boolean
  customer: Customer
  locale: string | null
  method: PaymentMethod
  currency: string
  /** What was refunded; null where the mail is about no refund that has succeeded. */
  refundedMinor: number | null
  /** What banks keep of what they took back. */
  takenBackMinor: number
}

const FACTS = statement(
  'facts of shopper mail',
  `select m.shopper_mails as "isWanted", p.customer, p.locale, p.method,
     coalesce(r.currency, p.captured_currency, p.currency) as currency,
     case when r.status = 'succeeded' then r.amount_minor end as "refundedMinor",
     greatest(p.reversed_minor - p.reinstated_minor, 0) as "takenBackMinor"
   from payments p join sessions s on s.id = p.session_id join merchants m on m.id = s.merchant_id
     left join refunds r on r.id = $2
   where p.id = $1`,
)

export async function readShopperMailFacts(
  db: Queryable,
  { paymentId, refundId }: Pick<DueShopperMail, 'paymentId' | 'refundId'>,
): Promise<ShopperMailFacts | undefined> {
  return (await db.query<ShopperMailFacts>(FACTS, [paymentId, refundId]))[0]
}

const FINISH = named(
  'finish shopper mail attempt',
  `update shopper_mails set status = :status, next_attempt_at = :nextAttemptAt, lease_token = null, leased_until = null,
     finished_at = case when :status <> 'pending' then :now::timestamptz end
   where session_id = :sessionId and kind = :kind and refund_id = :refundId and lease_token = :token returning 1 as written`,
)

/** Writes the result of an attempt; false, and nothing is written, when another process has taken over the lease. */
export async function finishShopperMail(
  db: Queryable,
  { sessionId, kind, refundId }: DueShopperMail,
  attempt: {
    token: string
    status: 'pending' | 'sent' | 'failed' | 'dropped'
    /** Non-null exactly while the mail is pending. */
    nextAttemptAt: Date | null
    now: Date
  },
): Promise<boolean> {
  const values = FINISH.values({ sessionId, kind, refundId, ...attempt })
  return (await db.query(FINISH, values)).length === 1
}

const PRUNE = statement(
  'prune shopper mails',
  `delete from shopper_mails where ctid = any (array(
     select ctid from shopper_mails where status <> 'pending' and finished_at < $1 limit ${PRUNE_BATCH}
   )) returning 1`,
)

export async function pruneShopperMails(db: Queryable, before: Date): Promise<void> {
  await pruneInBatches(db, PRUNE, [before])
}
