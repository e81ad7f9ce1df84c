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

const INSERT = named(
  'insert session',
  `with claimed_key as (
     insert into idempotency_keys (merchant_id, route, key, body_hash, value_hash, created_at, response_status,
       response_location, response_body, made_id)
     select :merchantId, :route, :key, :bodyHash, :valueHash, :createdAt, :status, :location, :body, :id
     where :key::text is not null
     on conflict (merchant_id, route, key) do update set body_hash = excluded.body_hash,
       value_hash = excluded.value_hash, created_at = excluded.created_at, response_status = excluded.response_status,
       response_location = excluded.response_location, response_body = excluded.response_body,
       made_id = excluded.made_id
       where idempotency_keys.created_at < :forgetBefore
     returning 1
   )
   insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, order_reference, details, expires_at,
     created_at)
   select :id, :referenceHash, :merchantId, :currency, :amountMinor, :orderReference, :details::jsonb,
     :expiresAt, :createdAt where :key::text is null or exists (select 1 from claimed_key)
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
  const values = INSERT.values({
    ...session,
    details: JSON.stringify(session.details),
    route: under?.route ?? null,
    key: under?.key ?? null,
    bodyHash: under?.bodyHash ?? null,
    valueHash: under?.valueHash ?? null,
    forgetBefore: under?.forgetBefore ?? null,
    status: under?.answer?.status ?? null,
    location: under?.answer?.location ?? null,
    body: under?.answer?.body ?? null,
  })
  return (await db.query(INSERT, values)).length === 1
}
