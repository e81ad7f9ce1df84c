import { createHash, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestAdapter, type Reply } from '#proof/testing/adyen/open-test-adapter.ts'
import { CARD_CERTIFICATE, SETTINGS } from '#proof/testing/adyen/test-account.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { isProcessorSilent } from '../processor.ts'

const { raw, publicKey } = new X509Certificate(CARD_CERTIFICATE.cert)
const { n, e } = publicKey.export({ format: 'jwk' })
const digest = (name: string, form: 'hex' | 'base64url') =>
  createHash(name).update(raw).digest(form)

const keyOf = (replies: Reply[], settings: object) => {
  const { processor, asked } = openTestAdapter(replies, { settings: { ...SETTINGS, ...settings } })
  return { asked, key: processor.cardEncryptionKey() }
}

describe('the key of a certificate', () => {
  it('is that of its leaf, and asks nobody', async () => {
    const issuer = selfSignedCertificate('issuer').cert
    const { asked, key } = keyOf([], { certificate: CARD_CERTIFICATE.cert + issuer })
    expect(await key).toEqual({
      kid: expect.any(String),
      kty: 'RSA',
      n,
      e: 'AQAB',
      sealing: {
        scheme: 'adyen-jwe',
        alg: 'RSA-OAEP-256',
        enc: 'A256GCM',
        header: { version: '1' },
      },
    })
    expect(e).toBe('AQAB')
    expect(asked).toEqual([])
  })

  it.each([
    ['sha1-hex', digest('sha1', 'hex')],
    ['sha1-base64url', digest('sha1', 'base64url')],
    ['sha256-hex', digest('sha256', 'hex')],
    ['sha256-base64url', digest('sha256', 'base64url')],
  ])('is named as the settings say: %s', async (kid, expected) => {
    const { key } = keyOf([], { sealing: { kid, alg: 'RSA-OAEP', enc: 'A256CBC-HS512' } })
    expect(await key).toMatchObject({
      sealing: {
        alg: 'RSA-OAEP',
        enc: 'A256CBC-HS512',
        header: { version: '1', kid: expected },
      },
    })
  })
})

describe('the key of a client key', () => {
  const hex = Buffer.from(n ?? '', 'base64url')
    .toString('hex')
    .toUpperCase()
  const settings = { certificate: undefined, clientKey: 'test_AB', sealing: { from: 'clientKey' } }

  it('is asked for without a credential', async () => {
    const { asked, key } = keyOf([[200, { publicKey: `10001|${hex}` }]], settings)
    expect(await key).toMatchObject({ kty: 'RSA', n, e, sealing: { header: { version: '1' } } })
    const url = 'https://checkoutshopper-test.adyen.com/checkoutshopper/v1/clientKeys/test_AB'
    expect(asked).toMatchObject([
      { call: { method: 'GET', url, headers: { accept: 'application/json' } } },
    ])
    expect(JSON.stringify(asked)).not.toMatch(/canary/)
  })

  it.each([
    ['in small letters', hex.toLowerCase()],
    ['of more than 2048 bits', `${hex}AB01`],
  ])('is taken %s, which Adyen’s library for Android refuses', async (_, modulus) => {
    const { key } = keyOf([[200, { publicKey: `10001|${modulus}` }]], settings)
    expect(await key).toMatchObject({ n: Buffer.from(modulus, 'hex').toString('base64url') })
  })

  it.each([
    ['0123', hex],
    ['123', hex],
    ['10001', `${hex.slice(0, -1)}_`],
    ['10001', ''],
  ])('of another form is none: %s', async (exponent, modulus) => {
    const { key } = keyOf([[200, { publicKey: `${exponent}|${modulus}` }]], settings)
    await expect(key).rejects.toSatisfy(isProcessorSilent)
  })

  it.each<[string, Reply]>([
    ['is not answered', new Error('timeout')],
    ['is not found', [404, '']],
    ['is no JSON', [200, '<html>']],
    ['is short', [200, { publicKey: `10001|${hex.slice(2)}` }]],
    ['is no key', [200, { publicKey: hex }]],
    ['comes with an error', [500, { publicKey: `10001|${hex}` }]],
  ])('that %s is none', async (_, reply) => {
    const { key } = keyOf([reply], settings)
    await expect(key).rejects.toSatisfy(isProcessorSilent)
    await expect(key).rejects.not.toThrow(/test_AB/)
  })
})
