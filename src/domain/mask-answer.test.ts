import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskAnswer } from './mask-answer.ts'

const PERSON = {
  email: 'ana.lima@mail.example',
  name: 'Ana Lúcia de Souza',
  phone: '+5511987654321',
  taxId: '12345678909',
  billingAddress: {
    line1: 'Rua das Flores, 12',
    city: 'São Paulo',
    state: 'SP',
    postalCode: '01310-100',
    country: 'BR',
  },
}
const VALUES = [
  PERSON.email,
  PERSON.name,
  'Souza, Ana',
  PERSON.phone,
  '(11) 98765-4321',
  PERSON.taxId,
  '123.456.789-09',
  PERSON.billingAddress.line1,
  PERSON.billingAddress.city,
  PERSON.billingAddress.postalCode,
]
const WRITTEN: Record<string, (text: string) => string> = {
  plain: (text) => text,
  upper: (text) => text.toUpperCase(),
  'without accents': (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  JSON: (text) => JSON.stringify({ text }),
  'JSON in ASCII': (text) =>
    text.replaceAll(/[^a-z]/gi, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  URL: (text) => encodeURIComponent(text),
  HTML: (text) => text.replaceAll(/[^a-z]/gi, (sign) => `&#${sign.codePointAt(0)};`),
  Base64: (text) => Buffer.from(text).toString('base64'),
  'Base64 of JSON': (text) => Buffer.from(JSON.stringify({ text })).toString('base64url'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
}

describe('S-137: an answer that repeats what was sent of a person', () => {
  it.each(Object.entries(WRITTEN))('is hidden: %s', (_, write) => {
    for (const value of VALUES)
      expect([value, maskAnswer(`{"got": ${write(value)} }`, PERSON)]).toEqual([value, '•••'])
  })

  it('is shown when it repeats nothing', () => {
    for (const answer of [
      '',
      'relation "orders" is gone',
      '<h1>502 Bad Gateway</h1><hr>nginx/1.27.0',
      '{"error":"mail.example is down","at":"2026-11-20T15:00:00.000Z","took":1234}',
    ])
      expect(maskAnswer(answer, PERSON)).toBe(answer)
    expect(maskAnswer('Ana Lúcia', {})).toBe('Ana Lúcia')
  })

  it('is judged whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1024 }), (answer) => {
        expect(['•••', answer]).toContain(maskAnswer(answer, PERSON))
        expect(maskAnswer(`${answer} ${PERSON.name} ${answer}`, PERSON)).toBe('•••')
      }),
    )
  })
})
