import * as fc from 'fast-check'
import { compactDecrypt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { CardEnvelope, CreatePayment } from '#contract/checkout.ts'
import { sealEnvelope } from './seal-envelope.ts'

const ENVELOPE: CardEnvelope = {
  encrypted: 'eyJh.k-_e.aXY.c2Vh.dGFn',
  sessionId: 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye',
  merchantId: '0b1d7e2c-8c3f-4a86-9a7e-3f1f4f5d6b7a',
  currency: 'BRL',
  amount: 25_990,
  installments: 1,
  idempotencyKey: 'key-1',
  sealedAt: '2026-11-20T15:00:00.000Z',
}

async function checkout() {
  const pair = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const { x = '', y = '' } = await exportJWK(pair.publicKey)
  const key = { kid: 'ours-1', kty: 'EC', crv: 'P-256', x, y } as const
  return { key, privateKey: pair.privateKey }
}

describe('S-111: sealEnvelope', () => {
  it('is opened by an independent implementation, whatever it binds', async () => {
    const { key, privateKey } = await checkout()
    const bound = fc.record({
      idempotencyKey: fc.string({ unit: 'binary', maxLength: 255 }),
      amount: fc.nat(),
      installments: fc.nat(24),
    })
    await fc.assert(
      fc.asyncProperty(bound, async (changes) => {
        const envelope = { ...ENVELOPE, ...changes }
        const { plaintext } = await compactDecrypt(await sealEnvelope(envelope, key), privateKey)
        expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual(envelope)
      }),
      { numRuns: 25 },
    )
  })

  it('names algorithm, key and its ephemeral key in its header, and nothing else', async () => {
    const { key } = await checkout()
    expect(decodeProtectedHeader(await sealEnvelope(ENVELOPE, key))).toEqual({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: 'ours-1',
      epk: { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    })
  })

  it('is accepted by the API, and never the same twice', async () => {
    const { key } = await checkout()
    const [one, other] = [await sealEnvelope(ENVELOPE, key), await sealEnvelope(ENVELOPE, key)]
    const card = { encrypted: one, brand: 'visa', lastFour: '4242' }
    expect(CreatePayment.safeParse({ method: 'card', card }).success).toBe(true)
    expect(one).not.toBe(other)
    expect(one).not.toContain(ENVELOPE.encrypted)
  })

  it('rejects a key that is no point of the curve', async () => {
    const { key } = await checkout()
    await expect(sealEnvelope(ENVELOPE, { ...key, y: key.x })).rejects.toThrow(DOMException)
  })
})
