import { statement, type Queryable } from './database.ts'
import { isOfMerchants, merchantValues, type MerchantFilter } from './merchant-filter.ts'
import { named } from './named-statement.ts'

export type ReceiptEmailState = 'pending' | 'sent' | 'failed'

const INSERT = statement(
  'insert receipt email',
  `insert into receipt_emails (session_id, payment_id, next_attempt_at, created_at) values ($1, $2, $3, $3)`,
)

/** Writes down that the receipt of a payment is to be e-mailed: once for each session. */
export async function insertReceiptEmail(
  db: Queryable,
  { sessionId, paymentId, now }: { sessionId: string; paymentId: string; now: Date },
): Promise<void> {
  await db.query(INSERT, [sessionId, paymentId, now])
}

/** A receipt that is this process's to send until its lease runs out. */
export interface DueReceiptEmail {
  /** The session's. */
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
       and ${isOfMerchants(MERCHANT, 6)}
     order by next_attempt_at limit $4 for update skip locked
   ) returning due.session_id as id, due.payment_id as "paymentId",
     due.attempts_made as "attemptsMade"`,
)

/** Takes what is due and free, this attempt counted. Any number of processes may claim at once. */
export async function claimDueReceiptEmails(
  db: Queryable,
  {
    now,
    wallNow,
    leaseMs,
    token,
    limit,
  }: {
    /** What is due by then. */
    now: Date
    /** Real time, of the leases. */
    wallNow: Date
    leaseMs: number
    /** A UUID of this claim: only its holder can finish what it claimed. */
    token: string
    limit: number
  },
  merchants: MerchantFilter = {},
): Promise<DueReceiptEmail[]> {
  const leasedUntil = new Date(wallNow.getTime() + leaseMs)
  return db.query<DueReceiptEmail>(CLAIM_DUE, [
    now,
    token,
    leasedUntil,
    limit,
    wallNow,
    ...merchantValues(merchants),
  ])
}

const FINISH = named(
  'finish receipt email attempt',
  `update receipt_emails set status = :status, next_attempt_at = :nextAttemptAt, lease_token = null, leased_until = null,
     finished_at = case when :status <> 'pending' then :now::timestamptz end
   where session_id = :id and lease_token = :token returning 1 as written`,
)

/** Writes what became of an attempt; false, and nothing is written, when the lease was taken over. */
export async function finishReceiptEmail(
  db: Queryable,
  attempt: {
    id: string
    token: string
    status: ReceiptEmailState
    /** Present exactly while the receipt is pending. */
    nextAttemptAt: Date | null
    now: Date
  },
): Promise<boolean> {
  return (await db.query(FINISH, FINISH.values(attempt))).length === 1
}

/** So many that no statement runs for long. */
const PRUNE_BATCH = 5000

const PRUNE = statement(
  'prune receipt emails',
  `delete from receipt_emails where ctid = any (array(
     select ctid from receipt_emails where status <> 'pending' and finished_at < $1 limit ${PRUNE_BATCH}
   )) returning 1`,
)

export async function pruneReceiptEmails(db: Queryable, before: Date): Promise<void> {
  let pruned: unknown[]
  do pruned = await db.query(PRUNE, [before])
  while (pruned.length === PRUNE_BATCH)
}
