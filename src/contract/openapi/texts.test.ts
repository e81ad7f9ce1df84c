import { Ajv2020 } from '@redocly/ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi.ts'
import { plainText, WebUrl, Metadata } from '../values.ts'

const { components } = openApiDocument({
  environment: 'sandbox',
  apiUrl: 'https://api.store.test',
  version: '1.2.3',
  isWhole: true,
})
const ajv = new Ajv2020({ strict: false, validateFormats: false })

/** The document's verdict on a field's value, by an independent validator. */
function documented(component: string, field: string): (value: unknown) => boolean {
  const schema = components.schemas[component]?.properties?.[field]
  if (schema === undefined || typeof schema === 'boolean') throw new Error(`no ${field}`)
  const validate = ajv.compile(schema)
  return (value) => validate(value)
}

const INVISIBLE_ELSEWHERE = /[\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u

const characters = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('a', ' ', 'é', '日', '🛒', '𝕏', '\t', '\n', '\ufeff') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\u200b', '\u2060', '\u3164', '\u2800', '\xad', '\ufff9'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom('\0', '\r', '\u001f', '\u007f', '\u0080', '\u2028') },
)
const around = (limit: number) =>
  fc
    .tuple(
      fc.array(characters, { maxLength: 4 }),
      characters,
      fc.integer({ min: 0, max: limit + 2 }),
    )
    .map(([some, one, count]) => some.join('') + one.repeat(Math.max(0, count - some.length)))

describe('S-27: validation of texts matches the document', () => {
  it.each([
    ['LineItem', 'name', 200],
    ['LineItem', 'description', 500],
    ['AddressInput', 'postalCode', 20],
  ])('%s.%s', (component, field, lengthMax) => {
    const isDocumented = documented(component, field)
    const schema = plainText(lengthMax)
    fc.assert(
      fc.property(around(lengthMax), (text) => {
        // The document states only in words that texts are trimmed before they are counted, and invisible characters of other planes.
        fc.pre(text === text.trim() || Array.from(text).length <= lengthMax)
        fc.pre(!INVISIBLE_ELSEWHERE.test(text))
        expect(schema.safeParse(text).success).toBe(isDocumented(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('metadata', () => {
    const isDocumented = documented('CreateSession', 'metadata')
    fc.assert(
      fc.property(around(40), around(500), (key, value) => {
        fc.pre(key === key.trim() && !INVISIBLE_ELSEWHERE.test(key))
        const metadata = Object.fromEntries([[key, value]])
        expect(Metadata.safeParse(metadata).success).toBe(isDocumented(metadata))
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['🛒', 1024],
    ['é', 2026],
  ])('addresses, of many %s', (character, count) => {
    const isDocumented = documented('CreateSession', 'successUrl')
    for (const more of [0, 1, 1002, 1003, 3000]) {
      const url = `https://store.example/${character.repeat(count + more)}`
      expect(WebUrl.safeParse(url).success).toBe(isDocumented(url))
    }
  })
})
