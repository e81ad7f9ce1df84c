import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { calculateJwkThumbprint, compactDecrypt, CompactEncrypt, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { sealEnvelope } from '#sandbox/simulate/seal-envelope.ts'
import { ENVELOPE_SEED_BYTES, envelopeKeyPair, openEnvelope } from './envelope.ts'
import { deriveMasterKeys } from './master-keys.ts'

const seed = fc.uint8Array({ minLength: ENVELOPE_SEED_BYTES, maxLength: ENVELOPE_SEED_BYTES })
const PAIR = envelopeKeyPair(randomBytes(ENVELOPE_SEED_BYTES))
const ENVELOPE = {
  encrypted: 'a.b.c.d.e',
  sessionId: 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye',
  merchantId: '0b1d7e2c-8c3f-4a86-9a7e-3f1f4f5d6b7a',
  currency: 'BRL',
  amount: 25_990,
  installments: 1,
  idempotencyKey: 'key-1',
  sealedAt: '2026-11-20T15:00:00.000Z',
}

async function sealByJose(plaintext: string, { publicKey } = PAIR, changes = {}) {
  const { kid, ...jwk } = publicKey
  return new CompactEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid, ...changes })
    .encrypt(await importJWK(jwk, 'ECDH-ES'))
}

describe('S-111: an envelope', () => {
  it('of another implementation opens with its key, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(seed, fc.string({ unit: 'grapheme' }), async (bytes, plaintext) => {
        const pair = envelopeKeyPair(bytes)
        const jwe = await sealByJose(plaintext, pair)
        expect(openEnvelope([PAIR, pair], jwe)).toEqual({ ok: true, plaintext })
      }),
      { numRuns: 30 },
    )
  })

  it('of ours opens with another implementation', async () => {
    const jwe = sealEnvelope(ENVELOPE, PAIR.publicKey, randomBytes)
    const { plaintext } = await compactDecrypt(jwe, PAIR.privateKey)
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual(ENVELOPE)
    expect(openEnvelope([PAIR], jwe)).toEqual({ ok: true, plaintext: JSON.stringify(ENVELOPE) })
  })

  it('does not open once any character of it is another', () => {
    const jwe = sealEnvelope(ENVELOPE, PAIR.publicKey, randomBytes)
    const canonical = (text: string) =>
      text
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('base64url'))
        .join('.')
    fc.assert(
      fc.property(
        fc.nat(jwe.length - 1),
        fc.constantFrom('A', 'x', '0', '_', '-', '.'),
        (at, character) => {
          const changed = jwe.slice(0, at) + character + jwe.slice(at + 1)
          fc.pre(changed !== jwe && canonical(changed) !== jwe)
          expect(openEnvelope([PAIR], changed).ok).toBe(false)
        },
      ),
    )
  })

  it('to another key is told from one that is malformed', async () => {
    const other = envelopeKeyPair(randomBytes(ENVELOPE_SEED_BYTES))
    const jwe = await sealByJose('{}', other)
    expect(openEnvelope([PAIR], jwe)).toEqual({ ok: false, fault: 'unknown_key' })
    const misnamed = await sealByJose('{}', other, { kid: PAIR.publicKey.kid })
    expect(openEnvelope([PAIR], misnamed)).toEqual({ ok: false, fault: 'malformed' })
  })

  it.each([
    ['a wrapped key', { alg: 'ECDH-ES+A256KW' }],
    ['another content encryption', { enc: 'A128GCM' }],
    ['a compressed plaintext', { zip: 'DEF' }],
    ['another curve', { epk: { kty: 'EC', crv: 'P-384', x: 'AA', y: 'AA' } }],
    ['a point that is not on the curve', { epk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }],
  ])('with %s is refused', (_name, changes) => {
    const [head = '', ...rest] = sealEnvelope(ENVELOPE, PAIR.publicKey, randomBytes).split('.')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as object
    const changed = Buffer.from(JSON.stringify({ ...header, ...changes })).toString('base64url')
    expect(openEnvelope([PAIR], [changed, ...rest].join('.')).ok).toBe(false)
  })

  it.each(['', 'a.b.c.d.e', '....', 'eyJ9..a.b.c', 'bnVsbA..AAAA.AAAA.AAAA'])(
    'is not %j',
    (jwe) => {
      expect(openEnvelope([PAIR], jwe)).toEqual({ ok: false, fault: 'malformed' })
    },
  )
})

describe('S-111: the key of envelopes', () => {
  it('derives from the master key, and its name is its thumbprint', async () => {
    const bytes = randomBytes(32)
    const { publicKey } = deriveMasterKeys(bytes).cardEnvelopes
    expect(deriveMasterKeys(bytes).cardEnvelopes.publicKey).toEqual(publicKey)
    expect(deriveMasterKeys(randomBytes(32)).cardEnvelopes.publicKey.x).not.toBe(publicKey.x)
    expect(await calculateJwkThumbprint(publicKey)).toBe(publicKey.kid)
  })
})
