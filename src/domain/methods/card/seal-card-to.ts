import type { CardDetails, CardEncryptionKey } from '#contract/checkout.ts'
import { encodeBase64Url } from '../../base64.ts'
import type { RandomBytes } from '../../id.ts'

type Bytes = Uint8Array<ArrayBuffer>

interface Sealer {
  subtle: SubtleCrypto
  random: RandomBytes
  /** The server's time. */
  now: Date
}

interface Sealing {
  contentKey: Bytes
  iv: Bytes
  /** What the tag covers besides the ciphertext: the header. */
  additional: Bytes
  content: Bytes
}

interface Cipher {
  keyBytes: number
  ivBytes: number
  /** Resolves to ciphertext and tag. */
  encrypt: (subtle: SubtleCrypto, sealing: Sealing) => Promise<[Bytes, Bytes]>
}

/** Of OAEP, which needs no hash without collisions: SHA-1 is sound there (RFC 8017, 7.1), and what `RSA-OAEP` means (RFC 7518, 4.3). */
const HASHES = { 'RSA-OAEP-256': 'SHA-256', 'RSA-OAEP': 'SHA-1' } as const

const CIPHERS: Readonly<Record<'A256GCM' | 'A256CBC-HS512', Cipher>> = {
  A256GCM: { keyBytes: 32, ivBytes: 12, encrypt: encryptGcm },
  'A256CBC-HS512': { keyBytes: 64, ivBytes: 16, encrypt: encryptCbc },
}
const GCM_TAG_BYTES = 16
const CBC_TAG_BYTES = 32

/**
 * Seals a card in its processor's own way, a compact JWE (RFC 7516). Fields and header are those of the processor's own open
 * clients: Adyen/adyen-android, `cse/.../JSONWebEncryptor.kt`, and Adyen/adyen-ios, `AdyenEncryption/JOSE`.
 */
export async function sealCardTo(
  card: CardDetails,
  { kty, n, e, sealing }: CardEncryptionKey,
  { subtle, random, now }: Sealer,
): Promise<string> {
  if (sealing === undefined) throw new Error('the key says nothing of its sealing')
  const { alg, enc, header } = sealing
  const { keyBytes, ivBytes, encrypt } = CIPHERS[enc]
  const algorithm = { name: 'RSA-OAEP', hash: HASHES[alg] }
  const processorKey = await subtle.importKey('jwk', { kty, n, e }, algorithm, false, ['encrypt'])
  const contentKey = Uint8Array.from(random(keyBytes))
  const iv = Uint8Array.from(random(ivBytes))
  const encryptedKey = await subtle.encrypt(algorithm, processorKey, contentKey)
  // The order of the official clients. JSON leaves out a `kid` that is undefined.
  const { version, kid } = header
  const head = encodeBase64Url(utf8(JSON.stringify({ alg, enc, version, kid })))
  const content = utf8(JSON.stringify(contentOf(card, now)))
  const parts = await encrypt(subtle, { contentKey, iv, additional: utf8(head), content })
  return [head, ...[new Uint8Array(encryptedKey), iv, ...parts].map(encodeBase64Url)].join('.')
}

function contentOf(
  { number, expiryMonth, expiryYear, securityCode, name }: CardDetails,
  now: Date,
) {
  return {
    number,
    expiryMonth: String(expiryMonth).padStart(2, '0'),
    expiryYear: String(expiryYear),
    cvc: securityCode,
    holderName: name,
    generationtime: now.toISOString(),
  }
}

async function encryptGcm(
  subtle: SubtleCrypto,
  { contentKey, iv, additional: additionalData, content }: Sealing,
): Promise<[Bytes, Bytes]> {
  const key = await subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt'])
  const sealed = new Uint8Array(
    await subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, content),
  )
  return [sealed.subarray(0, -GCM_TAG_BYTES), sealed.subarray(-GCM_TAG_BYTES)]
}

/** RFC 7518, 5.2.5: the first half of the key authenticates, the second encrypts. */
export async function encryptCbc(
  subtle: SubtleCrypto,
  { contentKey, iv, additional, content }: Sealing,
): Promise<[Bytes, Bytes]> {
  const half = contentKey.length / 2
  const hmac = { name: 'HMAC', hash: 'SHA-512' }
  const macKey = await subtle.importKey('raw', contentKey.subarray(0, half), hmac, false, ['sign'])
  const key = await subtle.importKey('raw', contentKey.subarray(half), 'AES-CBC', false, [
    'encrypt',
  ])
  const sealed = new Uint8Array(await subtle.encrypt({ name: 'AES-CBC', iv }, key, content))
  const bits = new Uint8Array(8)
  new DataView(bits.buffer).setUint32(4, additional.length * 8)
  const signed = Uint8Array.from([...additional, ...iv, ...sealed, ...bits])
  const mac = new Uint8Array(await subtle.sign('HMAC', macKey, signed))
  return [sealed, mac.subarray(0, CBC_TAG_BYTES)]
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}
