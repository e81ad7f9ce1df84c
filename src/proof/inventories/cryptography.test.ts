import { describe, expect, it } from 'vitest'
import { compareNames, namesIn, readSources } from './exported-names.ts'
import { readSecurityDoc } from './sources.ts'

const CRYPTOGRAPHY =
  /node:crypto|\bcrypto\.(?:subtle|getRandomValues|randomUUID)|= crypto\b|from 'jose'|Math\.random|crc32/
const FALLEN = /\b(?:md5|sha-?1|des-?(?:ede3?)?-(?:cbc|ecb)|rc4|ecb|RSAES-PKCS1|RSA1_5)\b/i

/** Where a name of these is no broken algorithm. */
const SOUND = [
  // RSA-OAEP, which needs no hash without collisions.
  'domain/methods/card/seal-card-to.ts',
  // The name of a key.
  'server/processors/adyen/card-key.ts',
  'server/processors/adyen/settings.ts',
]

const sources = readSources()
const found = sources.filter(({ text }) => CRYPTOGRAPHY.test(text))

describe('ASVS 11.1.3: the inventory of keys and algorithms', () => {
  it('has every place that encrypts, signs, hashes or draws randomness, and none that does no more', () => {
    expect(found.length).toBeGreaterThan(40)
    expect(compareNames(namesIn(readSecurityDoc('cryptography.md')), found)).toEqual({
      unlisted: [],
      gone: [],
    })
  })

  it('has no broken algorithm', () => {
    const naming = sources.filter(({ text }) => FALLEN.test(text)).map(({ path }) => path)
    expect(naming.toSorted()).toEqual(SOUND)
  })
})
