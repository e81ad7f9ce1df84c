import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageSizeOf } from './image-size.ts'

const asset = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../sandbox/demo-store/assets/${name}`, import.meta.url)))
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

describe('imageSizeOf', () => {
  it('reads the header of each type', () => {
    const gif = bytes('474946383961 2c01 6400')
    const jpeg = bytes('ffd8 ffe0 0004 0000 ffc2 0011 08 0064 012c 03 000000')
    const lossless = bytes('52494646 00000000 57454250 5650384c 00000000 2f 2bc11800 00')
    const extended = bytes('52494646 00000000 57454250 56503858 0a000000 00000000 2b0100 630000')
    const avif = bytes(
      '00000014 66747970 61766966 00000000 61766966 00000014 69737065 00000000 0000012c 00000064',
    )
    for (const picture of [gif, jpeg, lossless, extended, avif])
      expect(imageSizeOf(picture)).toEqual({ width: 300, height: 100 })
  })

  it('reads the pictures of the demo store', () => {
    const { width = 0, height = 1 } = imageSizeOf(asset('logo.png')) ?? {}
    expect(width / height).toBe(1)
    expect(imageSizeOf(asset('enamel-mug.webp'))?.width).toBeGreaterThan(0)
  })

  it('never throws, whatever follows the first bytes', () => {
    const starts = [
      '89504e470d0a1a0a',
      'ffd8ff',
      '474946383961',
      '52494646000000005745425056503820',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 64 }), (start, rest) => {
        const size = imageSizeOf(Uint8Array.from([...bytes(start), ...rest]))
        expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true)
      }),
    )
  })
})
