import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base62Pattern, encodeBase62 } from './base62.ts'

const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 })

describe('encodeBase62', () => {
  it.each([
    [[], 0, ''],
    [[], 3, '000'],
    [[0], 1, '0'],
    [[9], 1, '9'],
    [[10], 1, 'A'],
    [[35], 1, 'Z'],
    [[36], 1, 'a'],
    [[61], 1, 'z'],
    [[62], 2, '10'],
    [[0, 62], 4, '0010'],
    [[255, 255], 3, 'H31'],
  ])('writes %j in %i digits as %s', (bytes, length, text) => {
    expect(encodeBase62(Uint8Array.from(bytes), length)).toBe(text)
  })

  it('refuses a number that does not fit', () => {
    expect(() => encodeBase62(Uint8Array.of(62), 1)).toThrow(RangeError)
    expect(() => encodeBase62(Uint8Array.of(1), 0)).toThrow(RangeError)
    expect(encodeBase62(new Uint8Array(32).fill(255), 43)).toHaveLength(43)
    expect(() => encodeBase62(new Uint8Array(32).fill(255), 42)).toThrow(RangeError)
  })

  it('has the asked length and only Base62 digits', () => {
    fc.assert(
      fc.property(bytes16, fc.integer({ min: 22, max: 40 }), (bytes, length) => {
        const text = encodeBase62(bytes, length)
        expect(text).toHaveLength(length)
        expect(text).toMatch(base62Pattern)
      }),
    )
  })

  it('sorts texts as their numbers sort', () => {
    fc.assert(
      fc.property(bytes16, bytes16, (one, other) => {
        const numbers = Math.sign(Buffer.compare(one, other))
        const [left, right] = [encodeBase62(one, 22), encodeBase62(other, 22)]
        expect(left < right ? -1 : left > right ? 1 : 0).toBe(numbers)
      }),
    )
  })
})
