import { webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compactDecrypt, importJWK, type JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { CardEnvelope, CreatePayment, type CardEncryptionKey } from '#contract/checkout.ts'
import { LIMITS } from '#contract/limits.ts'
import { envelopeOf } from '#proof/testing/seal-card.ts'
import { cardSeal } from '#contract/openapi/example-values.ts'
import { encryptCbc, sealCardTo } from './seal-card-to.ts'

const facts = (name: string): unknown =>
  JSON.parse(
    readFileSync(
      new URL(`../../../proof/processors/adyen-facts/${name}.json`, import.meta.url),
      'utf8',
    ),
  )
const { privateJwk } = facts('sealing-key') as { privateJwk: JWK }
const vector = facts('a256cbc-hs512-vector') as Record<string, string>

const { subtle } = webcrypto as Crypto
const random = (length: number) => webcrypto.getRandomValues(new Uint8Array(length))
const sealer = { subtle, random, now: new Date('2026-11-26T19:00:00.000Z') }

const card = {
  number: '4111111111111111',
  expiryMonth: 3,
  expiryYear: 2030,
  securityCode: '737',
  name: 'ANA ÇALIŞKAN 🌻',
}
type Sealing = NonNullable<CardEncryptionKey['sealing']>
const VARIANTS = (['RSA-OAEP-256', 'RSA-OAEP'] as const).flatMap((alg) =>
  (['A256GCM', 'A256CBC-HS512'] as const).map((enc) => [alg, enc] as const),
)
const keyOf = (
  alg: Sealing['alg'],
  enc: Sealing['enc'],
  kid?: string,
  { n = '', e = '' }: JWK = privateJwk,
): CardEncryptionKey => ({
  kid: 'adyen-br',
  kty: 'RSA',
  n,
  e,
  sealing: { scheme: 'adyen-jwe', alg, enc, header: { version: '1', ...(kid && { kid }) } },
})
const headerIn = (sealed: string) => Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString()
/** Opened by another hand, with the private half of a key that Adyen published for tests. */
async function open(sealed: string, alg: Sealing['alg']): Promise<unknown> {
  const { plaintext } = await compactDecrypt(sealed, await importJWK(privateJwk, alg))
  return JSON.parse(new TextDecoder().decode(plaintext))
}

describe.each(VARIANTS)('S-161: a card sealed by %s with %s', (alg, enc) => {
  it('is opened by an independent implementation, with the fields of the processor', async () => {
    const opened = await open(await sealCardTo(card, keyOf(alg, enc), sealer), alg)
    expect(opened).toEqual({
      number: '4111111111111111',
      expiryMonth: '03',
      expiryYear: '2030',
      cvc: '737',
      holderName: 'ANA ÇALIŞKAN 🌻',
      generationtime: '2026-11-26T19:00:00.000Z',
    })
  })

  it('has the header of the official clients, in their order, and a kid only when the key names one', async () => {
    const plain = await sealCardTo(card, keyOf(alg, enc), sealer)
    expect(headerIn(plain)).toBe(`{"alg":"${alg}","enc":"${enc}","version":"1"}`)
    const named = await sealCardTo(card, keyOf(alg, enc, 'ab12'), sealer)
    expect(headerIn(named)).toBe(`{"alg":"${alg}","enc":"${enc}","version":"1","kid":"ab12"}`)
    expect(await open(named, alg)).toMatchObject({ number: card.number })
  })

  it('is never the same twice, and not opened after a change', async () => {
    const key = keyOf(alg, enc)
    const [one, other] = [await sealCardTo(card, key, sealer), await sealCardTo(card, key, sealer)]
    const [, ...parts] = one.split('.')
    for (const part of other.split('.').slice(1)) expect(parts).not.toContain(part)
    const changed = one.replace(/.(?=\.[\w-]+$)/, (last) => (last === 'A' ? 'Q' : 'A'))
    await expect(open(changed, alg)).rejects.toThrow('decryption operation failed')
  })

  it('fits into the request of a payment, in its envelope, with a long name and a key of 4096 bits', async () => {
    const { publicKey } = await subtle.generateKey(
      {
        name: 'RSA-OAEP',
        hash: 'SHA-256',
        modulusLength: 4096,
        publicExponent: Uint8Array.of(1, 0, 1),
      },
      true,
      ['encrypt', 'decrypt'],
    )
    const key = keyOf(alg, enc, 'f'.repeat(64), await subtle.exportKey('jwk', publicKey))
    const name = 'Ç'.repeat(LIMITS.nameLengthMax)
    const sealed = await sealCardTo({ ...card, name }, key, sealer)
    const pay = (encrypted: string) =>
      CreatePayment.safeParse({
        method: 'card',
        card: { encrypted, brand: 'visa', lastFour: '1111' },
      }).success
    expect(pay(sealed)).toBe(true)
    expect(CardEnvelope.shape.encrypted.safeParse(sealed).success).toBe(true)
    expect(pay(envelopeOf(sealed, cardSeal, { idempotencyKey: 'k'.repeat(255) }))).toBe(true)
  })
})

it('S-161: seals nothing for a key that says nothing of it', async () => {
  const { sealing: _, ...key } = keyOf('RSA-OAEP', 'A256GCM')
  await expect(sealCardTo(card, key, sealer)).rejects.toThrow('says nothing of its sealing')
})

it('S-161: A256CBC-HS512 makes the bytes of a published vector', async () => {
  const bytes = (name: string) => Uint8Array.from(Buffer.from(vector[name] ?? '', 'hex'))
  const made = await encryptCbc(subtle, {
    contentKey: bytes('key'),
    iv: bytes('initializationVector'),
    additional: bytes('additionalAuth'),
    content: bytes('payload'),
  })
  expect(made.map((part) => Buffer.from(part).toString('hex'))).toEqual([
    vector['expectedEncryptedPayload'],
    vector['expectedAuthenticationTag'],
  ])
})
