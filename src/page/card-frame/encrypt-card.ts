import type { CardDetails, CardEncryptionKey } from '#contract/checkout.ts'
import { compactJwe, ENCRYPTION } from './compact-jwe.ts'

const ALGORITHM = 'RSA-OAEP-256'

/**
 * Envelope encryption of a card to the processor's public key: a compact JWE (RFC 7516, RSA-OAEP-256 and A256GCM). Uses
 * WebCrypto only: no third-party package may run where card details are readable.
 */
export async function encryptCard(card: CardDetails, key: CardEncryptionKey): Promise<string> {
  const { subtle } = crypto
  const contentKey = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt'])
  const processorKey = await subtle.importKey(
    'jwk',
    { kty: key.kty, n: key.n, e: key.e },
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['wrapKey'],
  )
  const encryptedKey = await subtle.wrapKey('raw', contentKey, processorKey, 'RSA-OAEP')
  const header = { alg: ALGORITHM, enc: ENCRYPTION, kid: key.kid }
  return compactJwe(header, { contentKey, encryptedKey }, card)
}
