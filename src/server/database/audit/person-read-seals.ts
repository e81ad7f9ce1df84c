import { statement, type Queryable } from '../engine/database.ts'
import { PRUNE_BATCH } from '../engine/prune-in-batches.ts'

/** The subject of the entries that seal `person_reads`. */
export const SEALED_TABLE = 'person_reads'

/** An entry of the audit log that covers the rows of `person_reads` with these ids. */
export interface PersonReadSeal {
  sequence: number
  at: Date
  /** JSON: `from`, `to`, `count`, `sha256`. */
  details: string
  /** Its rows are past their time, and may be gone. */
  isPast: boolean
}

const COLUMNS = `sequence, at, details, at < now() - interval '400 days' as "isPast"`

const LAST = statement(
  'last seal of person reads',
  `select ${COLUMNS} from audit_log
   where subject collate "C" = '${SEALED_TABLE}' and action = 'person_reads.sealed' order by sequence desc limit 1`,
)

export async function readLastSeal(db: Queryable): Promise<PersonReadSeal | undefined> {
  return (await db.query<PersonReadSeal>(LAST, []))[0]
}

const SEALS = statement(
  'seals of person reads',
  `select ${COLUMNS} from audit_log
   where subject collate "C" = '${SEALED_TABLE}' and action = 'person_reads.sealed' and sequence > $1
   order by sequence limit $2`,
)

/** In the order in which they were made. */
export async function readSealsAfter(
  db: Queryable,
  sequence: number,
  limit: number,
): Promise<PersonReadSeal[]> {
  return db.query<PersonReadSeal>(SEALS, [sequence, limit])
}

const SEALABLE = statement(
  'person reads to seal',
  `select max(id) as id from (select id, at from person_reads where id > $1 order by id limit $3) next where at < $2`,
)

/** The last of at most `limit` rows that may be sealed; undefined: there is none. */
export async function readLastSealable(
  db: Queryable,
  { after, before, limit }: { after: number; before: Date; limit: number },
): Promise<number | undefined> {
  return (
    (await db.query<{ id: number | null }>(SEALABLE, [after, before, limit]))[0]?.id ?? undefined
  )
}

/** A row as the seal covers it. */
export interface SealedRead {
  id: number
  /** ISO 8601 in UTC, with microseconds. */
  at: string
  actorKind: string
  actor: string
  merchantId: string | null
  subject: string | null
  fields: string[]
  why: string
}

const ROWS = statement(
  'sealed person reads',
  `select id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor_kind as "actorKind", actor,
     merchant_id as "merchantId", subject, fields, why
   from person_reads where id >= $1 and id <= $2 order by id limit $3`,
)

export async function readSealedRows(
  db: Queryable,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<SealedRead[]> {
  return db.query<SealedRead>(ROWS, [from, to, limit])
}

/** A read of one person's data. */
export interface PersonRead {
  /** Null: a search over all merchants found no session. */
  merchantId: string | null
  /** Id of the session; null: a search found no session. */
  subject: string | null
  /** What was read, by the names of `Customer`. */
  fields: readonly string[]
}

interface PersonReads {
  at: Date
  /** Kind and name, as in the audit log. */
  actorKind: string
  actor: string
  /** Such as `find by email`. Never what was searched for. */
  why: string
  reads: readonly PersonRead[]
}

// One row for each: an array of arrays would need equal lengths.
const INSERT = statement(
  'insert person reads',
  `insert into person_reads (at, actor_kind, actor, why, merchant_id, subject, fields)
   select $1, $2, $3, $4, r."merchantId", r.subject, r.fields
   from jsonb_to_recordset($5::jsonb) as r ("merchantId" uuid, subject text, fields text[])`,
)

/** Records reads of personal data. Call it before the data is returned. */
export async function insertPersonReads(db: Queryable, read: PersonReads): Promise<void> {
  const { at, actorKind, actor, why, reads } = read
  await db.query(INSERT, [at, actorKind, actor, why, JSON.stringify(reads)])
}

const PRUNE = statement('prune person reads', 'select prune_person_reads() as count')

/** Prunes records older than 400 days. */
export async function prunePersonReads(db: Queryable): Promise<void> {
  let pruned: number
  do pruned = (await db.query<{ count: number }>(PRUNE, []))[0]?.count ?? 0
  while (pruned === PRUNE_BATCH)
}
