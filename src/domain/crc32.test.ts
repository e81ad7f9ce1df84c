import zlib from 'node:zlib'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { crc32 } from './crc32.ts'

it.each([
  ['', 0x00000000],
  ['a', 0xe8b7be43],
  ['123456789', 0xcbf43926],
  ['The quick brown fox jumps over the lazy dog', 0x414fa339],
])('of %j is the published value', (text, value) => {
  expect(crc32(new TextEncoder().encode(text))).toBe(value)
})

it("agrees with zlib's", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(crc32(bytes)).toBe(zlib.crc32(bytes))
    }),
  )
})
