import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameInMail } from './name-in-mail.ts'

describe('S-140: a name in a mail', () => {
  it.each([
    ['Norte Livros', 'Norte Livros'],
    ['Dr. Ana S. Lima', 'Dr. Ana S. Lima'],
    ['Loja S.A.', 'Loja S A.'],
    ['Loja\r\nBcc: eve@evil.example', 'Loja Bcc eve evil example'],
    ['https://evil.example/pay', 'https evil example pay'],
    ['evil。example', 'evil example'],
    ['a'.repeat(60), 'a'.repeat(60)],
    ['a'.repeat(61), `${'a'.repeat(59)}…`],
    ['🛒'.repeat(200), `${'🛒'.repeat(59)}…`],
  ])('%j is %j', (text, name) => {
    expect(nameInMail(text)).toBe(name)
  })

  it('has at most 60 signs and no address, whatever it is', () => {
    const parts = fc.constantFrom(
      'a',
      'evil',
      '.',
      '@',
      '://',
      ':',
      '/',
      '\\',
      '。',
      '．',
      ' ',
      '\n',
      '\u202e',
      '🛒',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 100 }), (text) => {
        const name = nameInMail(text.join(''))
        expect(Array.from(name).length).toBeLessThanOrEqual(60)
        expect(name).not.toMatch(/[@:/\\\n\u202e]|[.。．]\S/)
      }),
    )
  })
})
