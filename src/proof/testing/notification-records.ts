import { randomBytes, randomUUID } from 'node:crypto'
import { newId } from '#domain/id.ts'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import { eventBody, sealReference } from '#server/service/events/deliveries/event-body.ts'
import { statement, type Database, type Queryable } from '#server/database/engine/database.ts'
import { insertEvent, type NewEvent } from '#server/database/events/events.ts'
import { insertMerchant } from '#server/database/merchants/merchants.ts'
import { addWebhookSecret } from '#server/database/merchants/webhook-secrets.ts'

export interface NotifiedMerchant {
  id: string
  secret: string
  callbackUrl: string
}

/** A merchant with a webhook endpoint and its secret. */
export async function insertNotifiedMerchant(
  database: Database,
  { callbackUrl, key, now }: { callbackUrl: string; key: Uint8Array; now: Date },
): Promise<NotifiedMerchant> {
  const id = randomUUID()
  await insertMerchant(database, {
    id,
    name: 'Loja',
    currency: 'BRL',
    country: 'BR',
    callbackUrl,
    returnOrigins: [],
    successUrl: null,
    cancelUrl: null,
    createdAt: now,
  })
  const secret = makeWebhookSecret(randomBytes)
  await addWebhookSecret(database, { id: randomUUID(), merchantId: id, secret, key, now })
  return { id, secret, callbackUrl }
}

const INSERT_SESSION = statement(
  'test: insert session',
  `insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, details, expires_at, created_at)
   values ($1, $2, $3, 'BRL', 1990, '{}', $4, $4)`,
)

export async function insertBareSession(
  database: Database,
  merchantId: string,
  now: Date,
): Promise<string> {
  const id = newId('cs', now, randomBytes)
  await database.query(INSERT_SESSION, [id, randomBytes(32), merchantId, now])
  return id
}

export interface TestEvent extends Partial<NewEvent> {
  merchantId: string
  callbackUrl: string | null
  createdAt: Date
  /** The reference at the end of the session's URL in the body. */
  reference?: string
}

/** An event with a pending delivery; a ping by default. */
export async function insertTestEvent(database: Queryable, event: TestEvent): Promise<NewEvent> {
  const { reference = 'R'.repeat(33), ...asked } = event
  const id = newId('evt', event.createdAt, randomBytes)
  const body = eventBody({
    id,
    type: event.type ?? 'ping',
    timestamp: event.createdAt.toISOString(),
    environment: 'sandbox',
    sequence: event.sequence ?? 0,
    data: { session: { url: `http://localhost:4242/c/${reference}`, description: 'São' } as never },
  })
  const inserted: NewEvent = {
    id,
    sessionId: null,
    type: 'ping',
    sequence: 0,
    body: sealReference(body, reference),
    deliveryId: newId('dlv', event.createdAt, randomBytes),
    ...asked,
  }
  await insertEvent(database, inserted)
  return inserted
}
