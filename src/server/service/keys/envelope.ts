import {
  createDecipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  type KeyObject,
} from 'node:crypto'
import type { CardEnvelopeKey } from '#contract/checkout.ts'

/** A P-256 key pair that is derived, not stored. */
export interface EnvelopeKeyPair {
  /** `kid` is the thumbprint (RFC 7638). */
  publicKey: CardEnvelopeKey
  privateKey: KeyObject
}

const CURVE = 'prime256v1'
const COORDINATE_BYTES = 32
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** 128 bits longer than the curve's order, so that the bias of the remainder is negligible. */
export const ENVELOPE_SEED_BYTES = 48

/** The key pair of a uniform seed, by extra random bits (FIPS 186-5, A.2.1). The same seed gives the same pair. */
export function envelopeKeyPair(seed: Uint8Array): EnvelopeKeyPair {
  const scalar = (BigInt(`0x${Buffer.from(seed).toString('hex')}`) % (ORDER - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(2 * COORDINATE_BYTES, '0'), 'hex')
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(d)
  // An uncompressed point: one byte, x, y.
  const point = ecdh.getPublicKey().subarray(1)
  const [x, y] = [point.subarray(0, COORDINATE_BYTES), point.subarray(COORDINATE_BYTES)].map(
    (bytes) => bytes.toString('base64url'),
  )
  if (x === undefined || y === undefined) throw new Error('a point has two coordinates')
  const jwk = { crv: 'P-256', kty: 'EC', x, y } as const
  const privateJwk = { ...jwk, d: d.toString('base64url') }
  return {
    publicKey: { kid: thumbprint(jwk), ...jwk },
    privateKey: createPrivateKey({ format: 'jwk', key: privateJwk }),
  }
}

/** RFC 7638: the hash of the required members, in lexical order. */
function thumbprint({ crv, kty, x, y }: Omit<CardEnvelopeKey, 'kid'>): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

export const ENVELOPE_ENCRYPTION = 'A256GCM'
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BITS = 256

/** The header of an envelope: other members are refused. */
export interface EnvelopeHeader {
  alg: 'ECDH-ES'
  enc: typeof ENVELOPE_ENCRYPTION
  kid: string
  epk: Pick<CardEnvelopeKey, 'kty' | 'crv' | 'x' | 'y'>
}

/** `malformed`: no envelope of this kind, or a changed one. `unknown_key`: sealed to a key that is not given. */
export type OpenedEnvelope =
  | { ok: true; plaintext: string }
  | { ok: false; fault: 'malformed' | 'unknown_key' }

const MALFORMED: OpenedEnvelope = { ok: false, fault: 'malformed' }

/**
 * Decrypts a compact JWE (RFC 7516, 7518) of ECDH-ES on P-256 with A256GCM. Synchronous: it runs within a transaction,
 * and takes a fraction of a millisecond.
 */
export function openEnvelope(pairs: readonly EnvelopeKeyPair[], jwe: string): OpenedEnvelope {
  const [head = '', wrappedKey, ...parts] = jwe.split('.')
  const [iv, ciphertext, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
  const header = readHeader(head)
  if (header === undefined || wrappedKey !== '' || parts.length !== 3) return MALFORMED
  if (iv?.length !== IV_BYTES || tag?.length !== TAG_BYTES || !ciphertext) return MALFORMED
  const pair = pairs.find(({ publicKey }) => publicKey.kid === header.kid)
  if (pair === undefined) return { ok: false, fault: 'unknown_key' }
  try {
    const key = contentKey(pair.privateKey, publicKeyOf(header.epk))
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(head))
    decipher.setAuthTag(tag)
    const plaintext = Buffer.concat([decipher.update(ciphertext), decipher.final()])
    return { ok: true, plaintext: plaintext.toString('utf8') }
  } catch {
    // A point that is not on the curve, or a failed authentication.
    return MALFORMED
  }
}

/** The content key of both ends: Concat KDF (RFC 7518, 4.6.2), of which one round of SHA-256 is enough. */
export function contentKey(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  const algorithm = Buffer.from(ENVELOPE_ENCRYPTION)
  return createHash('sha256')
    .update(uint32(1))
    .update(diffieHellman({ privateKey, publicKey }))
    .update(Buffer.concat([uint32(algorithm.length), algorithm, uint32(0), uint32(0)]))
    .update(uint32(KEY_BITS))
    .digest()
}

/** Throws when the point is not on the curve. */
export function publicKeyOf({ x, y }: Pick<CardEnvelopeKey, 'x' | 'y'>): KeyObject {
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
}

function readHeader(head: string): EnvelopeHeader | undefined {
  const header = fieldsOf(parse(Buffer.from(head, 'base64url').toString('utf8')))
  const { alg, enc, kid, epk, ...others } = header
  const { kty, crv, x, y, ...otherOfKey } = fieldsOf(epk)
  const isKnown =
    alg === 'ECDH-ES' && enc === ENVELOPE_ENCRYPTION && kty === 'EC' && crv === 'P-256'
  const isBare = Object.keys(others).length === 0 && Object.keys(otherOfKey).length === 0
  if (!isKnown || !isBare || typeof kid !== 'string') return undefined
  if (typeof x !== 'string' || typeof y !== 'string') return undefined
  return { alg, enc, kid, epk: { kty, crv, x, y } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
