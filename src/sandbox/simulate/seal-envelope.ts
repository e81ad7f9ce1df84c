import { createCipheriv } from 'node:crypto'
import type { CardEnvelope, CardEnvelopeKey } from '#contract/checkout.ts'
import type { RandomBytes } from '#domain/id.ts'
import {
  contentKey,
  ENVELOPE_ENCRYPTION,
  ENVELOPE_SEED_BYTES,
  envelopeKeyPair,
  publicKeyOf,
  type EnvelopeHeader,
} from '#server/service/keys/envelope.ts'

const IV_BYTES = 12

/** Seals an envelope as the card frame does in a browser. */
export function sealEnvelope(
  envelope: CardEnvelope,
  key: CardEnvelopeKey,
  random: RandomBytes,
): string {
  const { publicKey, privateKey } = envelopeKeyPair(random(ENVELOPE_SEED_BYTES))
  const { kty, crv, x, y } = publicKey
  const header: EnvelopeHeader = {
    alg: 'ECDH-ES',
    enc: ENVELOPE_ENCRYPTION,
    kid: key.kid,
    epk: { kty, crv, x, y },
  }
  const head = Buffer.from(JSON.stringify(header)).toString('base64url')
  const iv = random(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', contentKey(privateKey, publicKeyOf(key)), iv)
  cipher.setAAD(Buffer.from(head))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(envelope)), cipher.final()])
  const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) =>
    Buffer.from(part).toString('base64url'),
  )
  return [head, '', ...parts].join('.')
}
