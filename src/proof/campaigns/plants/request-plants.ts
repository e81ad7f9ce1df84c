import { CardEnvelope } from '#contract/checkout.ts'
import { readSessionByReference } from '#server/database/sessions/sessions.ts'
import { openEnvelope } from '#server/service/keys/envelope.ts'
import { referenceHash } from '#server/service/keys/reference.ts'
import { envelopeOf } from '../../testing/seal-card.ts'
import type { Plant } from '../simulation/plant.ts'

type ChangeRequest = Plant['request']

const PAYMENT = /^\/v1\/checkout\/(\w+)\/payments$/
const KEY = 'idempotency-key'

/** Seals each envelope again for the session to which it is sent, as if the API did not compare what an envelope binds. */
export const withFreshSeal: ChangeRequest = async (request, { database, keys, wallClock }) => {
  const [, reference] = PAYMENT.exec(new URL(request.url).pathname) ?? []
  if (reference === undefined) return request
  const body = (await request.clone().json()) as { card?: { encrypted: string } }
  const session = await readSessionByReference(database, referenceHash(reference))
  if (body.card === undefined || session === undefined) return request
  const opened = openEnvelope([keys.cardEnvelopes], body.card.encrypted)
  if (!opened.ok) return request
  const { encrypted } = CardEnvelope.parse(JSON.parse(opened.plaintext))
  const { id: sessionId, merchantId, currency, amountMinor: amount } = session
  const seal = { envelopeKey: keys.cardEnvelopes.publicKey, sessionId, merchantId, currency }
  const fresh = envelopeOf(
    encrypted,
    { ...seal, plans: [{ installments: 1, amount }] },
    { idempotencyKey: request.headers.get(KEY) ?? '', now: wallClock() },
    (length) => new Uint8Array(length).fill(length),
  )
  const { method, headers } = request
  const sent = JSON.stringify({ ...body, card: { ...body.card, encrypted: fresh } })
  return new Request(request.url, { method, headers, body: sent })
}

/** Gives each refund request without an idempotency key a new key, as if the API did not require one. */
export function withFreshKey(): ChangeRequest {
  let count = 0
  return async (request) => {
    const isRefund = request.method === 'POST' && new URL(request.url).pathname.endsWith('/refunds')
    if (!isRefund || request.headers.has(KEY)) return request
    const changed = new Request(request)
    changed.headers.set(KEY, `fresh-${(count += 1)}`)
    return changed
  }
}
