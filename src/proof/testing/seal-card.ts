import { randomBytes } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'
import type { CardDetails, CardEncryptionKey, CardEnvelope, CardSeal } from '#contract/checkout.ts'
import { sealCardTo } from '#domain/methods/card/seal-card-to.ts'
import { sealEnvelope } from '#sandbox/simulate/seal-envelope.ts'

const CARD = { expiryMonth: 12, expiryYear: 2034, securityCode: '123', name: 'Maria Silva' }

/** A card that is encrypted to the processor, not yet in an envelope. */
export async function sealCard(
  key: CardEncryptionKey,
  number: string,
  changes: Partial<CardDetails> = {},
  now = new Date(),
): Promise<string> {
  const card = { ...CARD, ...changes, number }
  const { kid, sealing, ...jwk } = key
  if (sealing !== undefined)
    return sealCardTo(card, key, { subtle: crypto.subtle, random: randomBytes, now })
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'))
}

export interface SealedFor {
  idempotencyKey: string
  installments?: number | undefined
  now?: Date
  /** Values that the envelope claims instead. */
  changes?: Partial<CardEnvelope>
}

/** The envelope of an encrypted card, as the card frame of a session sends it. */
export function envelopeOf(
  encrypted: string,
  { envelopeKey, sessionId, merchantId, currency, plans }: Omit<CardSeal, 'encryptionKey'>,
  { idempotencyKey, installments = 1, now = new Date(), changes }: SealedFor,
  random: (length: number) => Uint8Array = randomBytes,
): string {
  // A plan that the session does not offer is refused before its envelope is looked at.
  const amount = plans.find((plan) => plan.installments === installments)?.amount ?? 0
  const bound = { sessionId, merchantId, currency, amount, installments, idempotencyKey }
  const envelope = { encrypted, ...bound, sealedAt: now.toISOString(), ...changes }
  return sealEnvelope(envelope, envelopeKey, random)
}
