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

const NEW_COLUMNS =
  'id, reference_hash, merchant_id, currency, amount_minor, order_reference, details, expires_at, created_at'

const INSERT = named(
  'insert session',
  `insert into sessions (${NEW_COLUMNS})
   values (:id, :referenceHash, :merchantId, :currency, :amountMinor, :orderReference, :details, :expiresAt, :createdAt)`,
)

function newValues(session: NewSession) {
  return { ...session, details: JSON.stringify(session.details) }
}

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.query(INSERT, INSERT.values(newValues(session)))
}

const INSERT_ONCE = named(
  'insert session once',
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
   insert into sessions (${NEW_COLUMNS})
   select :id, :referenceHash, :merchantId, :currency, :amountMinor, :orderReference, :details::jsonb,
     :expiresAt, :createdAt where exists (select 1 from claimed_key)
   returning id`,
)

/** Inserts a session and the response for its idempotency key in one statement; false when the key was used before. */
export async function insertSessionOnce(
  db: Queryable,
  session: NewSession,
  request: {
    route: string
    key: string
    bodyHash: Uint8Array
    valueHash: Uint8Array
    status: number
    location: string | null
    body: string
    forgetBefore: Date
  },
): Promise<boolean> {
  const values = INSERT_ONCE.values({ ...newValues(session), ...request })
  const rows = await db.query(INSERT_ONCE, values)
  return rows.length === 1
}
