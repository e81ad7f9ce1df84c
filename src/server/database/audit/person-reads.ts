import { statement, type Queryable } from '../engine/database.ts'
import { PRUNE_BATCH } from '../engine/prune-in-batches.ts'

/** One person whose data somebody read. */
export interface PersonRead {
  /** Null: a search over all merchants found no session. */
  merchantId: string | null
  /** Id of the session; null: a search found no session. */
  subject: string | null
  /** What was read, by the names of `Customer`. */
  fields: readonly string[]
}

export interface PersonReads {
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
