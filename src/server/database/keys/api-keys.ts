import type { KeyKind, Scope } from '#contract/api-key.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

export interface ApiKeyRecord {
  id: string
  lastFour: string
  kind: KeyKind
  merchantId: string | null
  scopes: Scope[]
  createdAt: Date
  lastUsedAt: Date | null
  /** From where a key of the page was last used; null for a call within the process, and for merchants' keys. */
  lastUsedAddress: string | null
  expiresAt: Date | null
  revokedAt: Date | null
}

const COLUMNS = `id, last_four as "lastFour", kind, merchant_id as "merchantId", scopes, created_at as "createdAt",
  last_used_at as "lastUsedAt", last_used_address as "lastUsedAddress", expires_at as "expiresAt", revoked_at as "revokedAt"`

const INSERT = named(
  'insert api key',
  `insert into api_keys (id, hash, last_four, kind, merchant_id, scopes, created_at, expires_at, hash_key_id)
   values (:id, :hash, :lastFour, :kind, :merchantId, :scopes, :createdAt, :expiresAt, :hashKeyId)`,
)

export interface NewApiKey extends Omit<
  ApiKeyRecord,
  'lastUsedAt' | 'lastUsedAddress' | 'revokedAt'
> {
  /** HMAC-SHA-256 of the key, keyed with a secret that is not in the database. */
  hash: Uint8Array
  /** Id of the MASTER_KEY from which that secret is derived. */
  hashKeyId: string
}

export async function insertApiKey(db: Queryable, key: NewApiKey): Promise<void> {
  await db.query(
    INSERT,
    INSERT.values({
      id: key.id,
      hash: key.hash,
      lastFour: key.lastFour,
      kind: key.kind,
      merchantId: key.merchantId,
      scopes: key.scopes,
      createdAt: key.createdAt,
      expiresAt: key.expiresAt,
      hashKeyId: key.hashKeyId,
    }),
  )
}

export interface HashedApiKey extends ApiKeyRecord {
  /** Id of the MASTER_KEY that its hash was made with; null for keys older than this column. */
  hashKeyId: string | null
}

const BY_HASH = statement(
  'api key by hash',
  `select ${COLUMNS}, hash_key_id as "hashKeyId" from api_keys where hash = any($1)`,
)

/** Finds a key by its hash; during a rotation of MASTER_KEY, `hashes` has one hash for each master key. */
export async function readApiKeyByHash(
  db: Queryable,
  hashes: readonly Uint8Array[],
): Promise<HashedApiKey | undefined> {
  return (await db.query<HashedApiKey>(BY_HASH, [hashes]))[0]
}

const BY_ID = statement('api key by id', `select ${COLUMNS} from api_keys where id = $1`)

export async function readApiKey(db: Queryable, id: string): Promise<ApiKeyRecord | undefined> {
  return (await db.query<ApiKeyRecord>(BY_ID, [id]))[0]
}

const LIST = statement(
  'api keys of a merchant',
  `select ${COLUMNS} from api_keys where merchant_id is not distinct from $1 order by id`,
)

/** Keys of a merchant; for `null`, those of kind `checkout`. */
export async function listApiKeys(
  db: Queryable,
  merchantId: string | null,
): Promise<ApiKeyRecord[]> {
  return db.query<ApiKeyRecord>(LIST, [merchantId])
}

const LATEST = named(
  'latest api keys of a merchant',
  `select ${COLUMNS}, revoked_at is null and (expires_at is null or expires_at > :now) as "isLive"
   from api_keys where merchant_id = :merchantId
   order by revoked_at is null and (expires_at is null or expires_at > :now) desc, id desc limit :limit`,
)

/** A merchant's keys: first the valid ones, then the expired and revoked ones; each group newest first. */
export async function listLatestApiKeys(
  db: Queryable,
  asked: { merchantId: string; now: Date; limit: number },
): Promise<(ApiKeyRecord & { isLive: boolean })[]> {
  return db.query<ApiKeyRecord & { isLive: boolean }>(LATEST, LATEST.values(asked))
}

const EXPIRE = statement(
  'expire api key',
  `update api_keys set expires_at = least(expires_at, $2) where id = $1 and revoked_at is null`,
)

/** Sets when a key expires; never later than its present expiry. */
export async function expireApiKey(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(EXPIRE, [id, at])
}

const REPLACE = named(
  'replace api key',
  'update api_keys set replaced_by = :newId where id = :id or (merchant_id is null and replaced_by = :id)',
)

/** Lets a key of the page, and those that it replaces, end a day after the new one is first used. */
export async function replaceApiKey(
  db: Queryable,
  keys: { id: string; newId: string },
): Promise<void> {
  await db.query(REPLACE, REPLACE.values(keys))
}

const REVOKE = statement(
  'revoke api key',
  `update api_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning ${COLUMNS}`,
)

export async function revokeApiKey(
  db: Queryable,
  id: string,
  at: Date,
): Promise<ApiKeyRecord | undefined> {
  return (await db.query<ApiKeyRecord>(REVOKE, [id, at]))[0]
}

// The first use sets the end of the keys that this one replaces; later uses do not move it.
const TOUCH = named(
  'touch api key',
  `with replaced as (
     update api_keys set expires_at = least(expires_at, :replacedEndAt)
     where merchant_id is null and replaced_by = :id and revoked_at is null
   )
   update api_keys set last_used_at = :at, hash = :hash, hash_key_id = :hashKeyId,
     last_used_address = case when merchant_id is null then :address::text end
   where id = :id`,
)

/** Records the use of a key, rehashes it under the current MASTER_KEY, and lets the keys that it replaces end. */
export async function touchApiKey(
  db: Queryable,
  used: {
    id: string
    at: Date
    address: string | null
    replacedEndAt: Date
    hash: Uint8Array
    hashKeyId: string
  },
): Promise<void> {
  await db.query(TOUCH, TOUCH.values(used))
}

const OF_OTHER_MASTER_KEYS = statement(
  'api keys of other master keys',
  `select ${COLUMNS} from api_keys
   where hash_key_id is distinct from $1 and revoked_at is null and (expires_at is null or expires_at > $2) order by id`,
)

/** Valid keys whose hash was made with another MASTER_KEY: they have not been used since the rotation. */
export async function listApiKeysOfOtherMasterKeys(
  db: Queryable,
  hashKeyId: string,
  now: Date,
): Promise<ApiKeyRecord[]> {
  return db.query<ApiKeyRecord>(OF_OTHER_MASTER_KEYS, [hashKeyId, now])
}
