import { statement, type Queryable } from './engine/database.ts'
import {
  merchantCondition,
  merchantValues,
  type MerchantFilter,
} from './merchants/merchant-filter.ts'
import { named } from './engine/named-statement.ts'
import { PRUNE_BATCH, pruneInBatches } from './engine/prune-in-batches.ts'

export interface IdempotencyRecord {
  bodyHash: Buffer
  /** The id of what the request has made; null while it runs. */
  madeId: string | null
  /** Null for a request that an earlier release served. */
  valueHash: Buffer | null
  createdAt: Date
  responseStatus: number | null
  responseLocation: string | null
  responseBody: string | null
}

export interface ScopedIdempotencyKey {
  merchantId: string
  route: string
  key: string
}

const CLAIM = named(
  'claim idempotency key',
  `insert into idempotency_keys (merchant_id, route, key, body_hash, value_hash, created_at, leased_until)
   values (:merchantId, :route, :key, :bodyHash, :valueHash, :now, :leasedUntil)
   on conflict (merchant_id, route, key) do update set body_hash = excluded.body_hash,
     value_hash = excluded.value_hash, created_at = excluded.created_at, leased_until = excluded.leased_until, response_status = null,
     response_location = null, response_body = null, made_id = null
     where idempotency_keys.created_at < :forgetBefore
       or (idempotency_keys.made_id is null and idempotency_keys.leased_until < :wallNow
           and (idempotency_keys.body_hash = excluded.body_hash
             or idempotency_keys.value_hash = excluded.value_hash))
   returning 1 as claimed`,
)

/**
 * Claims an idempotency key for a request; false when it is taken. A key older than `forgetBefore` is free again. A key
 * whose request crashed without a response can be claimed with the same body once its lease has expired.
 */
export async function claimIdempotencyKey(
  db: Queryable,
  name: ScopedIdempotencyKey,
  request: {
    bodyHash: Uint8Array
    valueHash: Uint8Array
    now: Date
    /** Real time, by which leases expire. */
    wallNow: Date
    leasedUntil: Date
    forgetBefore: Date
  },
): Promise<boolean> {
  const rows = await db.query(CLAIM, CLAIM.values({ ...name, ...request }))
  return rows.length === 1
}

const READ = statement(
  'idempotency key',
  `select body_hash as "bodyHash", value_hash as "valueHash", created_at as "createdAt", made_id as "madeId",
     response_status as "responseStatus", response_location as "responseLocation", response_body as "responseBody"
   from idempotency_keys where merchant_id = $1 and route = $2 and key = $3`,
)

export async function readIdempotencyKey(
  db: Queryable,
  name: ScopedIdempotencyKey,
): Promise<IdempotencyRecord | undefined> {
  return (await db.query<IdempotencyRecord>(READ, [name.merchantId, name.route, name.key]))[0]
}

const LAST = statement(
  'last idempotency key',
  `select max(created_at) as at from idempotency_keys
   where merchant_id = $1 and route = $2 and not starts_with(key, $3)`,
)

/** When a merchant last used an idempotency key on the route; null when no such key is stored. */
export async function lastKeyedRequestAt(
  db: Queryable,
  {
    merchantId,
    route,
    exceptPrefix,
  }: Pick<ScopedIdempotencyKey, 'merchantId' | 'route'> & { exceptPrefix: string },
): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(LAST, [merchantId, route, exceptPrefix])
  return row?.at ?? null
}

const ANSWER = named(
  'answer idempotency key',
  `update idempotency_keys set made_id = :madeId, response_status = :status, response_location = :location,
     response_body = :body, leased_until = null
   where merchant_id = :merchantId and route = :route and key = :key`,
)

/** Records what a request has made, and the answer to it, if there is one, to be replayed byte for byte. */
export async function saveMade(
  db: Queryable,
  name: ScopedIdempotencyKey,
  madeId: string,
  answer: { status: number; location: string | null; body: string } | null,
): Promise<void> {
  const { status, location, body } = answer ?? { status: null, location: null, body: null }
  await db.query(ANSWER, ANSWER.values({ ...name, madeId, status, location, body }))
}

const RELEASE = statement(
  'release idempotency key',
  'delete from idempotency_keys where merchant_id = $1 and route = $2 and key = $3 and made_id is null',
)

/** Releases the key of a request that changed nothing. */
export async function releaseIdempotencyKey(
  db: Queryable,
  name: ScopedIdempotencyKey,
): Promise<void> {
  await db.query(RELEASE, [name.merchantId, name.route, name.key])
}

/** Moves a merchant's sandbox clock; the keys of these requests age in real time. */
const CLOCK_ROUTE = 'POST /v1/sandbox/clock'

// Moving a sandbox clock must not prune the idempotency key of that very request.
const PRUNE = statement(
  'prune idempotency keys',
  `delete from idempotency_keys where created_at < $1 and ctid = any (array(
     select ctid from idempotency_keys where created_at < $1 and ${merchantCondition('merchant_id', 2)}
       and ($2::uuid[] is null or route <> '${CLOCK_ROUTE}')
     limit ${PRUNE_BATCH}
   )) returning 1`,
)

export async function pruneIdempotencyKeys(
  db: Queryable,
  before: Date,
  merchants: MerchantFilter = {},
): Promise<void> {
  await pruneInBatches(db, PRUNE, [before, ...merchantValues(merchants)])
}
