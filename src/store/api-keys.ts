import type { KeyKind, Scope } from '../contract/api-key.ts'
import { statement, type Queryable } from './database.ts'

export interface ApiKeyRecord {
  id: string
  lastFour: string
  kind: KeyKind
  merchantId: string | null
  scopes: Scope[]
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}

const COLUMNS = `id, last_four as "lastFour", kind, merchant_id as "merchantId", scopes, created_at as "createdAt",
  last_used_at as "lastUsedAt", expires_at as "expiresAt", revoked_at as "revokedAt"`

const INSERT = statement(
  'insert api key',
  `insert into api_keys (id, hash, last_four, kind, merchant_id, scopes, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

export interface NewApiKey extends Omit<ApiKeyRecord, 'lastUsedAt' | 'revokedAt'> {
  /** HMAC-SHA-256 of the key under a key that the database does not hold. */
  hash: Uint8Array
}

export async function insertApiKey(db: Queryable, key: NewApiKey): Promise<void> {
  await db.query(INSERT, [
    key.id,
    key.hash,
    key.lastFour,
    key.kind,
    key.merchantId,
    key.scopes,
    key.createdAt,
    key.expiresAt,
  ])
}

const BY_HASH = statement('api key by hash', `select ${COLUMNS} from api_keys where hash = $1`)

export async function readApiKeyByHash(
  db: Queryable,
  hash: Uint8Array,
): Promise<ApiKeyRecord | undefined> {
  return (await db.query<ApiKeyRecord>(BY_HASH, [hash]))[0]
}

const BY_ID = statement('api key by id', `select ${COLUMNS} from api_keys where id = $1`)

export async function readApiKey(db: Queryable, id: string): Promise<ApiKeyRecord | undefined> {
  return (await db.query<ApiKeyRecord>(BY_ID, [id]))[0]
}

const LIST = statement(
  'api keys of a merchant',
  `select ${COLUMNS} from api_keys where merchant_id is not distinct from $1 order by id`,
)

/** The keys of a merchant, or those of kind `checkout` for `null`. */
export async function listApiKeys(
  db: Queryable,
  merchantId: string | null,
): Promise<ApiKeyRecord[]> {
  return db.query<ApiKeyRecord>(LIST, [merchantId])
}

const EXPIRE = statement(
  'expire api key',
  `update api_keys set expires_at = least(expires_at, $2) where id = $1 and revoked_at is null`,
)

/** Ends a key at a time; never later than it would have ended anyway. */
export async function expireApiKey(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(EXPIRE, [id, at])
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

const TOUCH = statement('touch api key', 'update api_keys set last_used_at = $2 where id = $1')

export async function touchApiKey(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(TOUCH, [id, at])
}
