import { compactDecrypt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { CardDetails, CreatePayment } from '#contract/checkout.ts'
import { encryptCard } from './encrypt-card.ts'

const card: CardDetails = {
  number: '4242424242424242',
  expiryMonth: 12,
  expiryYear: 2034,
  securityCode: '123',
  name: 'ANA ÇALIŞKAN 🌻',
}

async function processor() {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true })
  const { n = '', e = '' } = await exportJWK(publicKey)
  return { key: { kid: 'test-1', kty: 'RSA', n, e } as const, privateKey }
}

describe('encryptCard', () => {
  it('is decrypted by an independent implementation with the private key', async () => {
    const { key, privateKey } = await processor()
    const { plaintext } = await compactDecrypt(await encryptCard(card, key), privateKey)
    expect(CardDetails.parse(JSON.parse(new TextDecoder().decode(plaintext)))).toEqual(card)
  })

  it('names algorithm and key in its header, and nothing else', async () => {
    const { key } = await processor()
    expect(decodeProtectedHeader(await encryptCard(card, key))).toEqual({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: 'test-1',
    })
  })

  it('is accepted by the API and never the same twice', async () => {
    const { key } = await processor()
    const [one, other] = [await encryptCard(card, key), await encryptCard(card, key)]
    const body = CreatePayment.parse({
      method: 'card',
      card: { encrypted: one, brand: 'visa', lastFour: '4242' },
    })
    expect(body.method).toBe('card')
    expect(one).not.toBe(other)
    expect(one).not.toContain('4242424242424242')
  })

  it('is not decrypted by another key, nor after a change', async () => {
    const [{ key }, { privateKey: foreignKey }] = [await processor(), await processor()]
    const encrypted = await encryptCard(card, key)
    await expect(compactDecrypt(encrypted, foreignKey)).rejects.toThrow(
      'decryption operation failed',
    )
    const { key: ownKey, privateKey } = await processor()
    const [header, wrappedKey, iv, sealed = '', tag] = (await encryptCard(card, ownKey)).split('.')
    const first = sealed.startsWith('A') ? 'B' : 'A'
    const changed = [header, wrappedKey, iv, first + sealed.slice(1), tag].join('.')
    await expect(compactDecrypt(changed, privateKey)).rejects.toThrow('decryption operation failed')
  })
})
