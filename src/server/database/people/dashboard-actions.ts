import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

const INSERT = named(
  'insert dashboard action',
  `insert into dashboard_acts (user_id, key_hash, act_digest, signed_by, created_at)
   values (:userId, :keyHash, :actionDigest, :signedBy, :now)
   on conflict (user_id, key_hash) do nothing returning 1`,
)

const DIGEST = statement(
  'digest of dashboard action',
  'select act_digest as digest, signed_by as "signedBy" from dashboard_acts where user_id = $1 and key_hash = $2',
)

/**
 * Records a dashboard action under its key, once; waits while another transaction records one under the same key. Returns `same`
 * when this dashboard action was recorded before, and `another` when the key belongs to a different dashboard action.
 */
export async function insertDashboardAction(
  tx: Queryable,
  dashboardAction: {
    userId: string
    keyHash: Uint8Array
    actionDigest: Uint8Array
    signedBy: string | null
    now: Date
  },
): Promise<'new' | 'same' | 'another'> {
  if ((await tx.query(INSERT, INSERT.values(dashboardAction))).length > 0) return 'new'
  const [known] = await tx.query<{ digest: Buffer }>(DIGEST, [
    dashboardAction.userId,
    dashboardAction.keyHash,
  ])
  return known?.digest.equals(dashboardAction.actionDigest) === true ? 'same' : 'another'
}

/** The passkey that signed this dashboard action when it was recorded under this key; undefined when it was not recorded. */
export async function readDashboardAction(
  db: Queryable,
  {
    userId,
    keyHash,
    actionDigest,
  }: { userId: string; keyHash: Uint8Array; actionDigest: Uint8Array },
): Promise<{ signedBy: string | null } | undefined> {
  const [known] = await db.query<{ digest: Buffer; signedBy: string | null }>(DIGEST, [
    userId,
    keyHash,
  ])
  return known?.digest.equals(actionDigest) === true ? { signedBy: known.signedBy } : undefined
}

const PRUNE = statement(
  'prune dashboard actions',
  'delete from dashboard_acts where created_at < $1',
)

export async function pruneDashboardActions(db: Queryable, before: Date): Promise<void> {
  await db.query(PRUNE, [before])
}
