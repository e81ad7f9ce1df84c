import { describe, expect, it } from 'vitest'
import { listServedSources, readSecurityDoc, readSource } from './sources.ts'

const CRYPTOGRAPHY =
  /node:crypto|\bcrypto\.(?:subtle|getRandomValues|randomUUID)|= crypto\b|from 'jose'|Math\.random|crc32/
const FALLEN = /\b(?:md5|sha-?1|des-?(?:ede3?)?-(?:cbc|ecb)|rc4|ecb|RSAES-PKCS1|RSA1_5)\b/i

const inventory = readSecurityDoc('cryptography.md')
const listed = [...inventory.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = '']) => path)
const sources = listServedSources()
  .filter((path) => /\.(?:tsx?|js|sql)$/.test(path))
  .map((path) => ({ path, text: readSource(path) }))
const found = sources.filter(({ text }) => CRYPTOGRAPHY.test(text)).map(({ path }) => path)

describe('ASVS 11.1.3: the inventory of keys and algorithms', () => {
  it('has every file that encrypts, signs, hashes or draws randomness', () => {
    expect(found.length).toBeGreaterThan(40)
    expect(found.filter((path) => !listed.includes(path))).toEqual([])
  })

  it('has no file that is gone, or uses none any more', () => {
    const its = listed.filter((path) => path !== 'proof/inventories/cryptography.test.ts')
    expect(its.filter((path) => !found.includes(path))).toEqual([])
  })

  it('has no broken algorithm', () => {
    expect(sources.filter(({ text }) => FALLEN.test(text)).map(({ path }) => path)).toEqual([])
  })
})
