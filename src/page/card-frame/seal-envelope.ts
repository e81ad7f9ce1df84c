import type { CardEnvelope, CardEnvelopeKey } from '#contract/checkout.ts'
import { compactJwe, ENCRYPTION, utf8 } from './compact-jwe.ts'

const ALGORITHM = 'ECDH-ES'
const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const KEY_BITS = 256

/** Encrypts an envelope to the checkout's public key: a compact JWE of ECDH-ES (RFC 7518, 4.6) with A256GCM. */
export async function sealEnvelope(
  envelope: CardEnvelope,
  { kid, kty, crv, x, y }: CardEnvelopeKey,
): Promise<string> {
  const { subtle } = crypto
  const checkoutKey = await subtle.importKey('jwk', { kty, crv, x, y }, CURVE, false, [])
  const ephemeral = await subtle.generateKey(CURVE, true, ['deriveBits'])
  const agreement = { name: 'ECDH', public: checkoutKey }
  const secret = await subtle.deriveBits(agreement, ephemeral.privateKey, KEY_BITS)
  const contentKey = await subtle.importKey(
    'raw',
    await subtle.digest('SHA-256', derivationInput(new Uint8Array(secret))),
    'AES-GCM',
    false,
    ['encrypt'],
  )
  const point = await subtle.exportKey('jwk', ephemeral.publicKey)
  const epk = { kty, crv, x: point.x, y: point.y }
  const header = { alg: ALGORITHM, enc: ENCRYPTION, kid, epk }
  return compactJwe(header, { contentKey, encryptedKey: new ArrayBuffer(0) }, envelope)
}

/** Concat KDF (RFC 7518, 4.6.2) of one round: counter, secret, algorithm, no parties, key length in bits. */
function derivationInput(secret: Uint8Array): Uint8Array<ArrayBuffer> {
  const algorithm = utf8(ENCRYPTION)
  return Uint8Array.from([
    ...uint32(1),
    ...secret,
    ...uint32(algorithm.length),
    ...algorithm,
    ...uint32(0),
    ...uint32(0),
    ...uint32(KEY_BITS),
  ])
}

/** A number below 65 536 as four bytes, big-endian. */
function uint32(value: number): number[] {
  return [0, 0, value >> 8, value & 255]
}
