import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import type { SessionDetails } from './sessions.ts'

export interface NewSession {
  id: string
  referenceHash: Uint8Array
  merchantId: string
  currency: string
  amountMinor: number
  orderReference: string | null
  details: SessionDetails
  expiresAt: Date
  createdAt: Date
}

/** The idempotency key of the request that creates a session, and the answer that is kept for it. */
export interface CreatedUnder {
  route: string
  key: string
  bodyHash: Uint8Array
  valueHash: Uint8Array
  answer: { status: number; location: string | null; body: string } | null
  forgetBefore: Date
}

const COLUMNS =
  'id, reference_hash, merchant_id, currency, amount_minor, order_reference, details, expires_at, created_at'

const INSERT = named(
  'insert session',
  `insert into sessions (${COLUMNS})
   values (:id, :referenceHash, :merchantId, :currency, :amountMinor, :orderReference, :details, :expiresAt, :createdAt)`,
)

const INSERT_UNDER_KEY = named(
  'insert session under key',
  `with claimed_key as (
     insert into idempotency_keys (merchant_id, route, key, body_hash, value_hash, created_at, response_status,
       response_location, response_body, made_id)
     values (:merchantId, :route, :key, :bodyHash, :valueHash, :createdAt, :status, :location, :body, :id)
     on conflict (merchant_id, route, key) do update set body_hash = excluded.body_hash,
       value_hash = excluded.value_hash, created_at = excluded.created_at, response_status = excluded.response_status,
       response_location = excluded.response_location, response_body = excluded.response_body,
       made_id = excluded.made_id
       where idempotency_keys.created_at < :forgetBefore
     returning 1
   )
   insert into sessions (${COLUMNS})
   select :id, :referenceHash, :merchantId, :currency, :amountMinor, :orderReference, :details::jsonb,
     :expiresAt, :createdAt where exists (select 1 from claimed_key)
   returning id`,
)

/**
 * Inserts a session, and its idempotency key with the answer to keep, in one statement. False, and nothing is written, when
 * the key was used before.
 */
export async function insertSession(
  db: Queryable,
  session: NewSession,
  under: CreatedUnder | undefined,
): Promise<boolean> {
  const columns = { ...session, details: JSON.stringify(session.details) }
  if (under === undefined) {
    await db.query(INSERT, INSERT.values(columns))
    return true
  }
  const values = INSERT_UNDER_KEY.values({
    ...columns,
    route: under.route,
    key: under.key,
    bodyHash: under.bodyHash,
    valueHash: under.valueHash,
    forgetBefore: under.forgetBefore,
    status: under.answer?.status ?? null,
    location: under.answer?.location ?? null,
    body: under.answer?.body ?? null,
  })
  return (await db.query(INSERT_UNDER_KEY, values)).length === 1
}
