import { statement, type Queryable } from './database.ts'
import { named } from './named-statement.ts'

export const ACTOR_KINDS = ['command', 'api_key', 'server'] as const

/** One row of the audit log, but for what binds it to the others. */
export interface AuditEntry {
  sequence: number
  /** In UTC to the microsecond, as the database keeps it. */
  at: string
  actorKind: (typeof ACTOR_KINDS)[number]
  actor: string
  command: string | null
  action: string
  subject: string
  merchantId: string | null
  /** JSON, to the byte. */
  details: string
  keyId: string
}

export interface AuditRow extends AuditEntry {
  hash: Buffer
  seal: Buffer
}

/** Where the chain ends: what the next row is bound to. */
export interface AuditEnd {
  sequence: number
  hash: Buffer
  lastSeal: Buffer
}

const LOCK_END = statement(
  'lock audit head',
  'select sequence, hash, last_seal as "lastSeal" from audit_head for update',
)

/** Holds the end of the chain until the transaction ends: whoever else appends waits. */
export async function lockAuditEnd(tx: Queryable): Promise<AuditEnd> {
  const [end] = await tx.query<AuditEnd>(LOCK_END, [])
  if (end === undefined) throw new Error('the audit log has no head')
  return end
}

const APPEND = named(
  'append to audit log',
  `with head as (
     update audit_head set sequence = :sequence, hash = :hash, last_seal = :seal, key_id = :keyId,
       seal = :headSeal where sequence = :sequence - 1
     returning 1
   )
   insert into audit_log (sequence, at, actor_kind, actor, command, action, subject, merchant_id, details, key_id, hash,
     seal)
   select :sequence, :at, :actorKind, :actor, :command, :action, :subject, :merchantId, :details, :keyId,
     :hash, :seal from head returning sequence`,
)

/** Appends a row to the chain whose end this transaction holds. */
export async function appendAuditRow(
  tx: Queryable,
  row: AuditRow & { headSeal: Buffer },
): Promise<void> {
  const appended = await tx.query(APPEND, APPEND.values(row))
  if (appended.length === 0) throw new Error('the end of the audit log was not held')
}

const COLUMNS = `sequence, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  actor_kind as "actorKind", actor, command, action, subject, merchant_id as "merchantId", details, key_id as "keyId",
  hash, seal`

const LIST = statement(
  'audit log',
  `select ${COLUMNS} from audit_log
   where ($1::uuid is null or merchant_id = $1) and ($2::timestamptz is null or audit_log.at >= $2)
   order by sequence desc limit $3`,
)

/** Rows of the log, newest first. */
export async function listAuditRows(
  db: Queryable,
  { merchantId, since, limit }: { merchantId?: string; since?: Date; limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(LIST, [merchantId ?? null, since ?? null, limit])
}

const AFTER = statement(
  'audit log after',
  `select ${COLUMNS} from audit_log where ($1::bigint is null or sequence > $1) order by sequence limit $2`,
)

/** The rows after a number, in order; from the very first without one. */
export async function readAuditRows(
  db: Queryable,
  after: number | null,
  limit: number,
): Promise<AuditRow[]> {
  return db.query<AuditRow>(AFTER, [after, limit])
}

export interface AuditHead extends AuditEnd {
  keyId: string | null
  seal: Buffer | null
}

const HEAD = statement(
  'audit head',
  `select sequence, hash, last_seal as "lastSeal", key_id as "keyId", seal from audit_head`,
)

export async function readAuditHead(db: Queryable): Promise<AuditHead | undefined> {
  return (await db.query<AuditHead>(HEAD, []))[0]
}

const ONE_SNAPSHOT = statement(
  'audit snapshot',
  'set transaction isolation level repeatable read, read only',
)

/** Makes all reads of a transaction see the log as it is now, while others append to it. */
export async function holdAuditSnapshot(tx: Queryable): Promise<void> {
  await tx.query(ONE_SNAPSHOT, [])
}
