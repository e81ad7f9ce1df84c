import { statement, type Queryable } from '../engine/database.ts'
import { merchantCondition, type MerchantFilter } from '../merchants/merchant-filter.ts'
import { named } from '../engine/named-statement.ts'
import { claimMails, type MailClaim } from './claim-mails.ts'
import { PRUNE_BATCH, pruneInBatches } from '../engine/prune-in-batches.ts'

export type ReceiptEmailState = 'pending' | 'sent' | 'failed'

/** A receipt e-mail that this process has leased. */
export interface DueReceiptEmail {
  /** The session's id. */
  id: string
  paymentId: string
  attemptsMade: number
}

const MERCHANT = '(select s.merchant_id from sessions s where s.id = r.session_id)'

const CLAIM_DUE = statement(
  'claim due receipt emails',
  `update receipt_emails due set lease_token = $2, leased_until = $3, attempts_made = attempts_made + 1
   where due.session_id in (
     select session_id from receipt_emails r
     where status = 'pending' and next_attempt_at <= $1 and (leased_until is null or leased_until <= $5)
       and ${merchantCondition(MERCHANT, 6)}
     order by next_attempt_at limit $4 for update skip locked
   ) returning due.session_id as id, due.payment_id as "paymentId",
     due.attempts_made as "attemptsMade"`,
)

export async function claimDueReceiptEmails(
  db: Queryable,
  claim: MailClaim,
  merchants: MerchantFilter = {},
): Promise<DueReceiptEmail[]> {
  return claimMails(db, CLAIM_DUE, claim, merchants)
}

const FINISH = named(
  'finish receipt email attempt',
  `update receipt_emails set status = :status, next_attempt_at = :nextAttemptAt, lease_token = null, leased_until = null,
     finished_at = case when :status <> 'pending' then :now::timestamptz end
   where session_id = :id and lease_token = :token returning 1 as written`,
)

/** Writes the result of an attempt; false, and nothing is written, when another process has taken over the lease. */
export async function finishReceiptEmail(
  db: Queryable,
  attempt: {
    id: string
    token: string
    status: ReceiptEmailState
    /** Non-null exactly while the e-mail is pending. */
    nextAttemptAt: Date | null
    now: Date
  },
): Promise<boolean> {
  return (await db.query(FINISH, FINISH.values(attempt))).length === 1
}

const PRUNE = statement(
  'prune receipt emails',
  `delete from receipt_emails where ctid = any (array(
     select ctid from receipt_emails where status <> 'pending' and finished_at < $1 limit ${PRUNE_BATCH}
   )) returning 1`,
)

export async function pruneReceiptEmails(db: Queryable, before: Date): Promise<void> {
  await pruneInBatches(db, PRUNE, [before])
}
