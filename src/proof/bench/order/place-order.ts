import { randomUUID } from 'node:crypto'
import { CardSeal, Checkout } from '#contract/checkout.ts'
import { Session } from '#contract/session.ts'
import { envelopeOf } from '../../testing/seal-card.ts'
import { newSessionBody } from '../session-body.ts'

export interface Shop {
  origin: string
  merchantId: string
  /** The merchant's API key. */
  apiKey: string
  /** The API key of the page's backend. */
  pageKey: string
}

/** A placeholder for an encrypted card, which is never decrypted. */
const CARD = 'a.b.c.d.e'

/**
 * Places one order: the merchant creates a session, the page's backend reads it, the card frame reads the key and the data to
 * which it seals, and the shopper pays by card at once.
 */
export async function placeOrder({ origin, merchantId, apiKey, pageKey }: Shop): Promise<void> {
  const created = await call(`${origin}/v1/sessions`, apiKey, newSessionBody(merchantId), {
    'idempotency-key': randomUUID(),
  })
  const { url } = Session.parse(created)
  const path = `${origin}/v1/checkout/${url.slice(url.lastIndexOf('/') + 1)}`
  await call(path, pageKey)
  const seal = CardSeal.parse(await call(`${path}/card-seal`, pageKey))
  const idempotencyKey = randomUUID()
  const card = {
    encrypted: envelopeOf(CARD, seal, { idempotencyKey }),
    brand: 'visa',
    lastFour: '4242',
  }
  const paid = Checkout.parse(
    await call(
      `${path}/payments`,
      pageKey,
      { method: 'card', card },
      { 'idempotency-key': idempotencyKey },
    ),
  )
  if (paid.status !== 'complete') throw new Error(`the session is ${paid.status}`)
}

async function call(
  url: string,
  apiKey: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
  return answer
}
