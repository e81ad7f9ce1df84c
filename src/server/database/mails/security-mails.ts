import type { MerchantRole } from '#contract/dashboard/roles.ts'
import { statement, type Queryable, type Transaction } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

const LOCK_PROGRESS = statement(
  'lock security mail progress',
  'select sequence from security_mail_progress for update skip locked',
)

/** Locks and returns the last row of the audit log that was examined. Undefined while another process has locked it. */
export async function lockSecurityMailProgress(tx: Transaction): Promise<number | undefined> {
  return (await tx.query<{ sequence: number }>(LOCK_PROGRESS, []))[0]?.sequence
}

const WRITE_PROGRESS = statement(
  'write security mail progress',
  'update security_mail_progress set sequence = $1',
)

export async function writeSecurityMailProgress(tx: Transaction, sequence: number): Promise<void> {
  await tx.query(WRITE_PROGRESS, [sequence])
}

const RECIPIENTS_MAX = 100

const QUEUE_FOR_PERSON = named(
  'queue security mail for a person',
  `insert into security_mails (sequence, user_id, next_attempt_at)
   select :sequence, u.id, :now from users u where u.id = :userId and u.status = 'active'`,
)

/** Queues a mail to an active person. */
export async function queueForPerson(
  tx: Transaction,
  mail: { sequence: number; userId: string; now: Date },
): Promise<void> {
  await tx.query(QUEUE_FOR_PERSON, QUEUE_FOR_PERSON.values(mail))
}

const QUEUE_FOR_MERCHANT = named(
  'queue security mail for a merchant',
  `insert into security_mails (sequence, user_id, next_attempt_at)
   select :sequence, u.id, :now from memberships m join users u on u.id = m.user_id
   where m.merchant_id = :merchantId and m.role = any(:roles::text[]) and u.status = 'active'
   order by u.id limit ${RECIPIENTS_MAX}`,
)

/** Queues a mail to each active person with one of the roles at a merchant. */
export async function queueForMerchant(
  tx: Transaction,
  mail: { sequence: number; merchantId: string; roles: readonly MerchantRole[]; now: Date },
): Promise<void> {
  await tx.query(QUEUE_FOR_MERCHANT, QUEUE_FOR_MERCHANT.values(mail))
}

/** A mail that this process has leased. */
export interface DueSecurityMail {
  /** `sequence` and `userId`, joined by a dot. */
  id: string
  sequence: number
  userId: string
  attemptsMade: number
}

const CLAIM = named(
  'claim due security mails',
  `update security_mails due
   set lease_token = :token, leased_until = :leasedUntil, attempts_made = attempts_made + 1
   where (due.sequence, due.user_id) in (
     select sequence, user_id from security_mails
     where next_attempt_at <= :now and (leased_until is null or leased_until <= :now)
     order by next_attempt_at limit :limit for update skip locked
   ) returning due.sequence || '.' || due.user_id as id, due.sequence, due.user_id as "userId",
     due.attempts_made as "attemptsMade"`,
)

/** Leases due mails and counts the attempt. Any number of processes may claim concurrently. */
export function claimDueSecurityMails(
  db: Queryable,
  claim: { now: Date; leasedUntil: Date; token: string; limit: number },
): Promise<DueSecurityMail[]> {
  return db.query<DueSecurityMail>(CLAIM, CLAIM.values(claim))
}

const END = named(
  'end security mail',
  `delete from security_mails where sequence = :sequence and user_id = :userId and lease_token = :token`,
)

/** Removes a mail that was sent or given up, unless another process has taken it over. */
export async function endSecurityMail(
  db: Queryable,
  mail: { sequence: number; userId: string; token: string },
): Promise<void> {
  await db.query(END, END.values(mail))
}

const PUT_OFF = named(
  'put off security mail',
  `update security_mails set next_attempt_at = :nextAttemptAt, lease_token = null, leased_until = null
   where sequence = :sequence and user_id = :userId and lease_token = :token`,
)

/** Schedules the next attempt, unless another process has taken the mail over. */
export async function putOffSecurityMail(
  db: Queryable,
  mail: { sequence: number; userId: string; token: string; nextAttemptAt: Date },
): Promise<void> {
  await db.query(PUT_OFF, PUT_OFF.values(mail))
}

const RECIPIENT = named(
  'recipient of a security mail',
  `select coalesce(u.email, a.email) as email from users u left join merchant_accounts a on a.user_id = u.id
   where u.id = :userId and u.status = 'active' and coalesce(u.email, a.email) is not null
     and (:merchantId::uuid is null or exists (
       select from memberships m where m.user_id = u.id and m.merchant_id = :merchantId and m.role = any(:roles::text[])))`,
)

/** The e-mail address of an active person; with `merchantId`, of one who has one of the roles there. */
export async function readRecipient(
  db: Queryable,
  recipient: { userId: string; merchantId: string | null; roles: readonly MerchantRole[] },
): Promise<string | undefined> {
  return (await db.query<{ email: string }>(RECIPIENT, RECIPIENT.values(recipient)))[0]?.email
}
