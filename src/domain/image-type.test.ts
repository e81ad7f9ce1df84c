import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageTypeOf } from './image-type.ts'

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

const SIGNATURES = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF\x10\0\0\0WEBP'],
  ['image/avif', '\0\0\0\x1cftypavif\0\0\0\0mif1miafMA1B'],
  ['image/avif', '\0\0\0\x18ftypmif1\0\0\0\0heicavif'],
] as const

describe('imageTypeOf', () => {
  it.each(SIGNATURES)('is %s by its first bytes', (type, signature) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (rest) => {
        expect(imageTypeOf(join(latin1(signature), rest))).toBe(type)
      }),
    )
  })

  it.each(SIGNATURES)('is not %s when cut within its first bytes', (_type, signature) => {
    for (let length = 0; length < Math.min(signature.length, 16); length++)
      expect(imageTypeOf(latin1(signature.slice(0, length)))).toBeUndefined()
  })

  it('is undefined for documents', () => {
    const beginning = fc.constantFrom(
      '<',
      '<!doctype html>',
      '<svg ',
      '<?xml',
      ' <',
      '\ufeff<',
      '{',
    )
    fc.assert(
      fc.property(beginning, fc.string(), (start, rest) => {
        expect(imageTypeOf(new TextEncoder().encode(start + rest))).toBeUndefined()
      }),
    )
  })

  it.each([
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['a video', '\0\0\0\x18ftypisom\0\0\0\0isomavc1'],
    ['a brand behind the first box', '\0\0\0\x14ftypmif1\0\0\0\0heicavif'],
    ['a sound', 'RIFF\x10\0\0\0WAVE'],
    ['a PDF', '%PDF-1.7'],
    ['a bitmap', 'BM\x10\0\0\0'],
  ])('not %s', (_name, text) => {
    expect(imageTypeOf(latin1(text))).toBeUndefined()
  })

  it('reads within a larger buffer', () => {
    const large = join(latin1('xxxx'), latin1('\0\0\0\x18ftypmif1\0\0\0\0heicavif'))
    expect(imageTypeOf(large.subarray(4))).toBe('image/avif')
  })
})
