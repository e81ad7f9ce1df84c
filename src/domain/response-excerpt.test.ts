import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { responseExcerpt } from './response-excerpt.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('S-84: responseExcerpt', () => {
  it('keeps ordinary text unchanged', () => {
    expect(responseExcerpt(bytes('{"ok":true}\n\tsim, São Paulo 🛒'))).toBe(
      '{"ok":true}\n\tsim, São Paulo 🛒',
    )
  })

  it('keeps the first KiB', () => {
    expect(responseExcerpt(bytes('a'.repeat(5000)))).toBe('a'.repeat(1024))
  })

  it('leaves out a character that is cut in two', () => {
    expect(responseExcerpt(bytes(`${'a'.repeat(1023)}é`))).toBe('a'.repeat(1023))
  })

  it('replaces control and formatting characters', () => {
    expect(responseExcerpt(bytes('a\u0000b\u001b[31mc\r\nd\u202Ee\u0085f'))).toBe(
      'a b [31mc \nd e f',
    )
  })

  it('redacts our own secrets', () => {
    const page = `secret=whsec_${'A'.repeat(32)} key=hp_live_${'b'.repeat(49)}!`
    expect(responseExcerpt(bytes(page))).toBe('secret=whsec_… key=hp_live_…!')
  })

  it('S-137: redacts the link of a session, with which anybody may pay', () => {
    const reference = 'Ab3'.repeat(11)
    for (const [echo, kept] of [
      [`{"url":"https://pay.example/c/${reference}"}`, '{"url":"https://pay.example/c/…"}'],
      [`"https:\\/\\/pay.example\\/c\\/${reference}"`, '"https:\\/\\/pay.example\\/c\\/…"'],
      ['/c/short /c/', '/c/short /c/'],
    ] as const)
      expect(responseExcerpt(bytes(echo))).toBe(kept)
  })

  it('is at most 1 KiB of well-formed text without control characters, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (garbage) => {
        const text = responseExcerpt(garbage)
        expect(bytes(text).length).toBeLessThanOrEqual(1024)
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/[^\P{Cc}\n\t]/u)
      }),
    )
  })
})
