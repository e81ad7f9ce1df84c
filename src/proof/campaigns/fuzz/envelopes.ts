import type { ServiceContext } from '#server/service/context.ts'
import { readSessionByReference } from '#server/database/sessions/sessions.ts'
import { referenceHash } from '#server/service/keys/reference.ts'
import { envelopeOf } from '../../testing/seal-card.ts'
import type { FuzzRequest } from './make-request.ts'

const PAYMENT = /^\/v1\/checkout\/([0-9A-Za-z]{33})\/payments$/
const KEY = 'Idempotency-Key'
const KEY_DEFAULT = 'fuzz'

/** Seals the known card of a payment for its session, as the card frame does; other requests stay as they are. */
export function createEnvelopes(
  { database, keys, wallClock }: ServiceContext,
  cards: readonly string[],
): (sent: FuzzRequest) => Promise<FuzzRequest> {
  return async (sent) => {
    const [, reference] = PAYMENT.exec(sent.path) ?? []
    const encrypted = bodyOf(sent)?.card?.encrypted
    if (reference === undefined || encrypted === undefined || !cards.includes(encrypted))
      return sent
    const session = await readSessionByReference(database, referenceHash(reference))
    if (session === undefined) return sent
    const seal = {
      envelopeKey: keys.cardEnvelopes.publicKey,
      sessionId: session.id,
      merchantId: session.merchantId,
      currency: session.currency,
      plans: [{ installments: 1, amount: session.amountMinor }],
    }
    const idempotencyKey = sent.headers[KEY] ?? KEY_DEFAULT
    const sealedFor = { idempotencyKey, now: wallClock() }
    const envelope = envelopeOf(encrypted, seal, sealedFor)
    return {
      ...sent,
      headers: { ...sent.headers, [KEY]: idempotencyKey },
      // Replaced in the text: a mutated body may be nested too deep for `JSON.stringify`.
      body: String(sent.body).replaceAll(JSON.stringify(encrypted), JSON.stringify(envelope)),
    }
  }
}

function bodyOf({ body }: FuzzRequest): { card?: { encrypted?: string } | null } | undefined {
  if (typeof body !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}
