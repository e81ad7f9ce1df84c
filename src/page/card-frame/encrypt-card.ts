import type { CardDetails, CardEncryptionKey } from '../../contract/checkout.ts'
import { encodeBase64Url } from '../../domain/base64.ts'

const ALGORITHM = 'RSA-OAEP-256'
const ENCRYPTION = 'A256GCM'
const IV_BYTES = 12
const TAG_BYTES = 16

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
  const wrappedKey = await subtle.wrapKey('raw', contentKey, processorKey, 'RSA-OAEP')

  const header = base64Url(JSON.stringify({ alg: ALGORITHM, enc: ENCRYPTION, kid: key.kid }))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = new Uint8Array(
    await subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8(header), tagLength: TAG_BYTES * 8 },
      contentKey,
      utf8(JSON.stringify(card)),
    ),
  )
  const parts = [
    new Uint8Array(wrappedKey),
    iv,
    sealed.subarray(0, -TAG_BYTES),
    sealed.subarray(-TAG_BYTES),
  ]
  return [header, ...parts.map(encodeBase64Url)].join('.')
}

function base64Url(text: string): string {
  return encodeBase64Url(utf8(text))
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
