import { createECDH, createHash, createPrivateKey, type KeyObject } from 'node:crypto'
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
