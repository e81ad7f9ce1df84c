import { statement, type Queryable } from '../engine/database.ts'
import { openWithAny, seal, tryOpen } from '../engine/secret-box.ts'

/** Each delivery carries a signature for each live secret: the current one and those being rotated out. */
const LIVE_SECRETS_MAX = 6
const BATCH = 500

export interface NewWebhookSecret {
  /** A UUID. */
  id: string
  merchantId: string
  /** `whsec_…` */
  secret: string
  /** Encryption key, 32 bytes, not in the database. */
  key: Uint8Array
  now: Date
}

const INSERT = statement(
  'insert webhook secret',
  'insert into webhook_secrets (id, merchant_id, ciphertext, created_at) values ($1, $2, $3, $4)',
)

export async function addWebhookSecret(db: Queryable, added: NewWebhookSecret): Promise<void> {
  await db.query(INSERT, [added.id, added.merchantId, sealed(added), added.now])
}

const ROTATE = statement(
  'rotate webhook secret',
  `with ending as (
     update webhook_secrets set expires_at = $5
     where merchant_id = $2 and (expires_at is null or expires_at > $5)
   )
   insert into webhook_secrets (id, merchant_id, ciphertext, created_at) values ($1, $2, $3, $4)`,
)

/** Adds a secret that signs at once; older secrets expire after the overlap. */
export async function rotateWebhookSecret(
  db: Queryable,
  { overlapSeconds, ...added }: NewWebhookSecret & { overlapSeconds: number },
): Promise<void> {
  const overlapEnds = new Date(added.now.getTime() + overlapSeconds * 1000)
  await db.query(ROTATE, [added.id, added.merchantId, sealed(added), added.now, overlapEnds])
}

const LIVE = statement(
  'live webhook secrets',
  `select id, ciphertext from webhook_secrets
   -- guard: live-secrets
   where merchant_id = $1 and (expires_at is null or expires_at > $2)
   order by created_at desc, expires_at desc nulls first limit ${LIVE_SECRETS_MAX}`,
)

/** Decrypts the secrets that sign at `now`, the current one first; throws `SealBroken` when no key fits. */
export async function liveWebhookSecrets(
  db: Queryable,
  keys: readonly Uint8Array[],
  merchantId: string,
  now: Date,
): Promise<string[]> {
  const rows = await db.query<{ id: string; ciphertext: Buffer }>(LIVE, [merchantId, now])
  return rows.map((row) => openWebhookSecret(keys, { ...row, merchantId }))
}

export interface SealedWebhookSecret {
  id: string
  merchantId: string
  ciphertext: Buffer
}

const LIVE_OF_MANY = statement(
  'live webhook secrets of merchants',
  `select live.id, m.id as "merchantId", live.ciphertext from unnest($1::uuid[]) as m (id) cross join lateral (
     select id, ciphertext from webhook_secrets
     where merchant_id = m.id and (expires_at is null or expires_at > $2)
     order by created_at desc, expires_at desc nulls first limit ${LIVE_SECRETS_MAX}
   ) live`,
)

/** The same for many merchants, still encrypted; each merchant's current secret first. */
export async function readLiveWebhookSecrets(
  db: Queryable,
  merchantIds: readonly string[],
  now: Date,
): Promise<SealedWebhookSecret[]> {
  return db.query<SealedWebhookSecret>(LIVE_OF_MANY, [merchantIds, now])
}

/** Decrypts a secret; throws `SealBroken` when no key fits. */
export function openWebhookSecret(
  keys: readonly Uint8Array[],
  { id, merchantId, ciphertext }: SealedWebhookSecret,
): string {
  return openWithAny(keys, ciphertext, owner(merchantId, id))
}

/** A secret as it is stored, read within another row. */
export interface SealedSecret {
  id: string
  /** In base64. */
  ciphertext: string
  /** RFC 3339; null: not rotated out. */
  endsAt: string | null
}

/** SQL: the secrets of a merchant that were not pruned, the current one first, as one JSON value; null for none. */
export const sealedSecretsOf = (merchantId: string) => `(
    select jsonb_agg(jsonb_build_object('id', w.id, 'ciphertext', encode(w.ciphertext, 'base64'), 'endsAt', w.expires_at)
      order by w.created_at desc, w.expires_at desc nulls first)
    from webhook_secrets w where w.merchant_id = ${merchantId}
  )`

/** As `liveWebhookSecrets`, for secrets that were read by `sealedSecretsOf`. */
export function openLiveSecrets(
  keys: readonly Uint8Array[],
  merchantId: string,
  sealed: readonly SealedSecret[],
  now: Date,
): string[] {
  // guard: live-secrets-of-returns
  const live = sealed.filter(({ endsAt }) => endsAt === null || new Date(endsAt) > now)
  return live
    .slice(0, LIVE_SECRETS_MAX)
    .map(({ id, ciphertext }) =>
      openWithAny(keys, Buffer.from(ciphertext, 'base64'), owner(merchantId, id)),
    )
}

const LIVES = statement(
  'lives of webhook secrets',
  `select created_at as "createdAt", expires_at as "endsAt" from webhook_secrets
   where merchant_id = $1 and (expires_at is null or expires_at > $2)
   order by created_at desc, expires_at desc nulls first limit ${LIVE_SECRETS_MAX}`,
)

/** When each secret that signs at `now` was made, and when it ends; the current one first. */
export async function listSecretLives(
  db: Queryable,
  merchantId: string,
  now: Date,
): Promise<{ createdAt: Date; endsAt: Date | null }[]> {
  return db.query(LIVES, [merchantId, now])
}

const PRUNE = statement(
  'prune webhook secrets',
  'delete from webhook_secrets where expires_at <= $1',
)

export async function pruneWebhookSecrets(db: Queryable, now: Date): Promise<void> {
  await db.query(PRUNE, [now])
}

const AFTER = statement(
  'webhook secrets after',
  `select id, merchant_id as "merchantId", ciphertext from webhook_secrets
   where ($1::uuid is null or id > $1) and (expires_at is null or expires_at > $2) order by id limit $3`,
)

const RESEAL = statement(
  'reseal webhook secret',
  'update webhook_secrets set ciphertext = $2 where id = $1 and ciphertext = $3 returning id',
)

export interface ResealedBatch {
  resealed: number
  /** Cursor of the next batch; null after the last one. */
  after: string | null
}

/** Key rotation: re-encrypts a batch of live secrets, by id, with the first of the keys. */
export async function resealWebhookSecrets(
  tx: Queryable,
  keys: readonly [Uint8Array, ...Uint8Array[]],
  { after, limit, now }: { after: string | null; limit: number; now: Date },
): Promise<ResealedBatch> {
  const [key] = keys
  const rows = await tx.query<SealedWebhookSecret>(AFTER, [after, now, limit])
  let resealed = 0
  for (const { id, merchantId, ciphertext } of rows) {
    const boundTo = owner(merchantId, id)
    if (tryOpen(key, ciphertext, boundTo) !== undefined) continue
    const fresh = seal(key, openWithAny(keys, ciphertext, boundTo), boundTo)
    // Optimistic concurrency: another process may have re-encrypted it.
    resealed += (await tx.query(RESEAL, [id, fresh, ciphertext])).length
  }
  return { resealed, after: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

/** Number of live secrets that are not encrypted with this key. */
export async function countWebhookSecretsOfOtherKeys(
  db: Queryable,
  key: Uint8Array,
  now: Date,
): Promise<number> {
  let count = 0
  let after: string | null = null
  for (;;) {
    const rows: SealedWebhookSecret[] = await db.query<SealedWebhookSecret>(AFTER, [
      after,
      now,
      BATCH,
    ])
    count += rows.filter(
      ({ id, merchantId, ciphertext }) =>
        tryOpen(key, ciphertext, owner(merchantId, id)) === undefined,
    ).length
    after = rows.at(-1)?.id ?? null
    if (rows.length < BATCH) return count
  }
}

function sealed({ key, secret, merchantId, id }: NewWebhookSecret): Buffer {
  return seal(key, secret, owner(merchantId, id))
}

function owner(merchantId: string, id: string): string {
  return `${merchantId} ${id}`
}
