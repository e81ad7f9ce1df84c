import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { open, seal, SealBroken } from './secret-box.ts'

const key = new Uint8Array(32).fill(7)
const secret = `whsec_${'A'.repeat(44)}`

describe('S-88: a sealed secret', () => {
  it('decrypts with its key and its owner', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (plaintext, owner) => {
        fc.pre(plaintext.isWellFormed())
        expect(open(key, seal(key, plaintext, owner), owner)).toBe(plaintext)
      }),
    )
  })

  it('has a new ciphertext each time, without the plaintext', () => {
    const [first, second] = [seal(key, secret, 'a'), seal(key, secret, 'a')]
    expect(first.equals(second)).toBe(false)
    expect(first.toString('latin1')).not.toContain('whsec_')
  })

  it('does not decrypt for another owner or with another key', () => {
    const box = seal(key, secret, 'merchant-a secret-1')
    expect(() => open(key, box, 'merchant-b secret-1')).toThrow(SealBroken)
    expect(() => open(new Uint8Array(32).fill(8), box, 'merchant-a secret-1')).toThrow(SealBroken)
  })

  it('does not decrypt when a byte has changed or is missing', () => {
    const box = seal(key, secret, 'a')
    for (let index = 0; index < box.length; index++) {
      const changed = Buffer.from(box)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => open(key, changed, 'a')).toThrow(SealBroken)
      expect(() => open(key, box.subarray(0, index), 'a')).toThrow(SealBroken)
    }
  })
})
