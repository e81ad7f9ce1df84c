import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

const INSERT = named(
  'insert dashboard act',
  `insert into dashboard_acts (user_id, key_hash, act_digest, signed_by, created_at)
   values (:userId, :keyHash, :actDigest, :signedBy, :now)
   on conflict (user_id, key_hash) do nothing returning 1`,
)

const DIGEST = statement(
  'digest of dashboard act',
  'select act_digest as digest, signed_by as "signedBy" from dashboard_acts where user_id = $1 and key_hash = $2',
)

/**
 * Records an act under its key, once; waits while another transaction records one under the same key. Returns `same` when
 * this act was recorded before, and `another` when the key belongs to a different act.
 */
export async function insertDashboardAct(
  tx: Queryable,
  act: {
    userId: string
    keyHash: Uint8Array
    actDigest: Uint8Array
    signedBy: string | null
    now: Date
  },
): Promise<'new' | 'same' | 'another'> {
  if ((await tx.query(INSERT, INSERT.values(act))).length > 0) return 'new'
  const [known] = await tx.query<{ digest: Buffer }>(DIGEST, [act.userId, act.keyHash])
  return known?.digest.equals(act.actDigest) === true ? 'same' : 'another'
}

/** The passkey that signed this act when it was recorded under this key; undefined when it was not recorded. */
export async function readDashboardAct(
  db: Queryable,
  { userId, keyHash, actDigest }: { userId: string; keyHash: Uint8Array; actDigest: Uint8Array },
): Promise<{ signedBy: string | null } | undefined> {
  const [known] = await db.query<{ digest: Buffer; signedBy: string | null }>(DIGEST, [
    userId,
    keyHash,
  ])
  return known?.digest.equals(actDigest) === true ? { signedBy: known.signedBy } : undefined
}

const PRUNE = statement('prune dashboard acts', 'delete from dashboard_acts where created_at < $1')

export async function pruneDashboardActs(db: Queryable, before: Date): Promise<void> {
  await db.query(PRUNE, [before])
}
