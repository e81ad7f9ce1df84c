import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** A person's idempotency key. */
export interface ActionKey {
  userId: string
  keyHash: Uint8Array
}

const CLAIM = named(
  'claim dashboard action',
  `insert into dashboard_acts (user_id, key_hash, act_digest, signed_by, created_at, leased_until)
   values (:userId, :keyHash, :actionDigest, :signedBy, :now, :leasedUntil)
   on conflict (user_id, key_hash) do update set act_digest = excluded.act_digest, signed_by = excluded.signed_by,
     created_at = excluded.created_at, leased_until = excluded.leased_until, made_id = null
     where dashboard_acts.created_at < :forgetBefore
       or (dashboard_acts.made_id is null and dashboard_acts.leased_until < :wallNow
           and dashboard_acts.act_digest = excluded.act_digest)
   returning 1 as claimed`,
)

/**
 * Claims a person's idempotency key for a dashboard action; false when it is taken. Waits while another transaction claims it.
 * A key older than `forgetBefore` is free again. The key of an action that crashed can be claimed by the same one once its lease
 * has expired.
 */
export async function claimDashboardAction(
  tx: Queryable,
  action: ActionKey & {
    actionDigest: Uint8Array
    signedBy: string | null
    now: Date
    /** Real time, by which leases expire. */
    wallNow: Date
    leasedUntil: Date
    forgetBefore: Date
  },
): Promise<boolean> {
  return (await tx.query(CLAIM, CLAIM.values(action))).length === 1
}

export interface ActionRecord {
  digest: Buffer
  /** The id of what it has made; null while it runs. */
  madeId: string | null
  /** The passkey that signed it. */
  signedBy: string | null
}

const READ = named(
  'dashboard action',
  `select act_digest as digest, made_id as "madeId", signed_by as "signedBy" from dashboard_acts
   where user_id = :userId and key_hash = :keyHash and created_at >= :forgetBefore`,
)

export async function readDashboardAction(
  db: Queryable,
  key: ActionKey & { forgetBefore: Date },
): Promise<ActionRecord | undefined> {
  return (await db.query<ActionRecord>(READ, READ.values(key)))[0]
}

const MADE = named(
  'made by dashboard action',
  `update dashboard_acts set made_id = :madeId, leased_until = null where user_id = :userId and key_hash = :keyHash`,
)

/** Records the id of what a dashboard action has made. */
export async function saveMadeByAction(
  tx: Queryable,
  { userId, keyHash }: ActionKey,
  madeId: string,
): Promise<void> {
  await tx.query(MADE, MADE.values({ userId, keyHash, madeId }))
}

const RELEASE = statement(
  'release dashboard action',
  'delete from dashboard_acts where user_id = $1 and key_hash = $2 and made_id is null',
)

/** Releases the key of a dashboard action that changed nothing. */
export async function releaseDashboardAction(
  tx: Queryable,
  { userId, keyHash }: ActionKey,
): Promise<void> {
  await tx.query(RELEASE, [userId, keyHash])
}

const PRUNE = statement(
  'prune dashboard actions',
  'delete from dashboard_acts where created_at < $1',
)

export async function pruneDashboardActions(db: Queryable, before: Date): Promise<void> {
  await db.query(PRUNE, [before])
}
