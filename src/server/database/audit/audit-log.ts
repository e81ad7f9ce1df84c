import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

export const ACTOR_KINDS = ['command', 'api_key', 'server', 'user'] as const

/** A row of the audit log, without hash and seal. */
export interface AuditEntry {
  sequence: number
  /** ISO 8601 in UTC, with microseconds. */
  at: string
  actorKind: (typeof ACTOR_KINDS)[number]
  actor: string
  command: string | null
  action: string
  subject: string
  merchantId: string | null
  /** JSON text; the hash covers its bytes. */
  details: string
  keyId: string
}

export interface AuditRow extends AuditEntry {
  hash: Buffer
  seal: Buffer
}

/** The end of the hash chain, to which the next row is linked. */
export interface AuditEnd {
  sequence: number
  hash: Buffer
  lastSeal: Buffer
}

/** What a row says, as callers have it: the database may store it in another form. */
export type AuditContent = Omit<AuditEntry, 'sequence' | 'keyId'>

const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`

const LOCK_END = named(
  'lock audit head',
  `select sequence, hash, last_seal as "lastSeal",
     jsonb_build_object('at', to_char(:at::timestamptz at time zone 'utc', ${TIME}), 'actorKind', :actorKind::text,
       'actor', :actor::text, 'command', :command::text, 'action', :action::text, 'subject', :subject::text,
       'merchantId', :merchantId::uuid, 'details', :details::text) as stored
   from audit_head for update`,
)

const NO_CONTENT = {
  at: null,
  actorKind: null,
  actor: null,
  command: null,
  action: null,
  subject: null,
  merchantId: null,
  details: null,
}

/**
 * Locks the end of the chain until the transaction ends: appends are serialized. `stored` is the content in the form that the
 * database stores and gives back, which is what the chain's hash covers.
 */
export async function lockAuditEnd(
  tx: Queryable,
  content?: AuditContent,
): Promise<AuditEnd & { stored: AuditContent }> {
  const [end] = await tx.query<AuditEnd & { stored: AuditContent }>(
    LOCK_END,
    LOCK_END.values({ ...NO_CONTENT, ...content }),
  )
  if (end === undefined) throw new Error('the audit log has no head')
  return end
}

const COLUMNS = `sequence, to_char(at at time zone 'utc', ${TIME}) as at,
  actor_kind as "actorKind", actor, command, action, subject, merchant_id as "merchantId", details, key_id as "keyId",
  hash, seal`

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
     :hash, :seal from head returning ${COLUMNS}`,
)

/** Appends a row, and returns it as it is stored. Throws unless this transaction holds the lock of `lockAuditEnd`. */
export async function appendAuditRow(
  tx: Queryable,
  row: AuditRow & { headSeal: Buffer },
): Promise<AuditRow> {
  const [appended] = await tx.query<AuditRow>(APPEND, APPEND.values(row))
  if (appended === undefined) throw new Error('the end of the audit log is not locked')
  return appended
}

const AFTER = statement(
  'audit log after',
  `select ${COLUMNS} from audit_log where ($1::bigint is null or sequence > $1) order by sequence limit $2`,
)

/** Keyset page by sequence, in ascending order. */
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

/** Snapshot isolation: all reads of the transaction see the same state of the log. */
export async function setAuditSnapshot(tx: Queryable): Promise<void> {
  await tx.query(ONE_SNAPSHOT, [])
}
