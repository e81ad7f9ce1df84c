import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PAYMENT_METHODS } from '#contract/payment.ts'

/**
 * Code outside of the places below must not compare a payment method's name, look it up, or use it as a key. It asks the
 * method's rules (`domain/methods/method.ts`) or a table in a folder `methods`. A new method then needs only new files there,
 * and new rows in tables that the compiler names.
 */
const PLACES: readonly { place: RegExp; why: string }[] = [
  { place: /(?:^|\/)methods(?:\/|\.tsx?$)/, why: 'each wing keeps there what is of one method' },
  {
    place: /^server\/processors\/api-pix\//,
    why: "a bank's account takes one method, and its document calls what was received pix",
  },
  { place: /^server\/processors\/adyen\//, why: 'the account takes cards alone' },
  {
    place: /^server\/processors\/account-trial\//,
    why: 'a trial has its own steps for each method, and leaves out what it has none for',
  },
]

/** Places where a method's name may be a key, but may not be compared. */
const PLACES_OF_KEYS: readonly { place: RegExp; why: string }[] = [
  { place: /^contract\//, why: 'fields of schemas, and examples of bodies, are named on the wire' },
  { place: /^sandbox\/fakes\//, why: "a bank's document calls what was received pix: no method" },
]

const LITERAL = `['"\`](?:${PAYMENT_METHODS.join('|')})['"\`]`
/** `card` is left out: it is also the field with a card's data. */
const KEY = `(?:${PAYMENT_METHODS.filter((method) => method !== 'card').join('|')})`

const COMPARED = [
  `[=!]==?\\s*${LITERAL}`,
  `${LITERAL}\\s*[=!]==?`,
  `\\bcase\\s+${LITERAL}`,
  `\\?\\?\\s*${LITERAL}`,
  `\\.(?:includes|indexOf|has|get|startsWith|endsWith|match)\\(\\s*${LITERAL}`,
  // In SQL.
  `\\b(?:method|type)\\s*(?:=|<>|!=|in\\s*\\()\\s*${LITERAL}`,
].map((pattern) => new RegExp(pattern, 'g'))

const KEYED = [
  `(?<![\\w.'"-])['"]?${KEY}['"]?\\??:`,
  `\\{\\s*(?:\\w+\\s*,\\s*)*${KEY}\\s*[,}]`,
  `[\\w)\\]]\\[['"]${KEY}['"]\\]`,
].map((pattern) => new RegExp(pattern, 'g'))

const isIn = (places: typeof PLACES, path: string) => places.some(({ place }) => place.test(path))

/** Uses of method names in a source. */
function usesOfNames(path: string, source: string): string[] {
  if (isIn(PLACES, path)) return []
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const patterns = isIn(PLACES_OF_KEYS, path) ? COMPARED : [...COMPARED, ...KEYED]
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([use]) => use.trim()))
}

const SRC = join(import.meta.dirname, '..')
const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  // The proof wing may name a method to state what holds for it.
  .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|fixture)\.tsx?$|^proof\//.test(path))

describe('names of payment methods', () => {
  it('decide nothing outside of their places', () => {
    const found = paths.flatMap((path) =>
      usesOfNames(path, readFileSync(join(SRC, path), 'utf8')).map((use) => `${path}: ${use}`),
    )
    expect(found).toEqual([])
  })

  it.each([...PLACES, ...PLACES_OF_KEYS])('$place holds some: $why', ({ place }) => {
    const names = new RegExp(LITERAL)
    const own = paths.filter((path) => place.test(path))
    expect(own.some((path) => names.test(readFileSync(join(SRC, path), 'utf8')))).toBe(true)
  })
})

describe('refused', () => {
  it.each([
    "if (method === 'card') pay()",
    "if ('pix' !== method) pay()",
    'if (method == "boleto") pay()',
    "switch (method) {\n  case 'pix':\n}",
    "const [method = null ?? 'card'] = methods",
    "methods.includes('card')",
    "const OFFERED = new Set(methods).has(\n  'boleto'\n)",
    "const DUE = `select 1 from payments p where p.method = 'boleto'`",
    'const SECONDS = { card: 1, pix: 15 }',
    "const SECONDS = { 'boleto': 15 }",
    'const TABLE = { card, pix }',
    "terms['boleto']",
    'interface Terms {\n  pix?: number\n}',
  ])('%s', (source) => {
    expect(usesOfNames('server/plant.ts', source)).not.toEqual([])
    expect(usesOfNames('server/methods/plant.ts', source)).toEqual([])
  })

  it('comparisons, of wire values, too', () => {
    expect(usesOfNames('contract/plant.ts', "method === 'card'")).toHaveLength(1)
    expect(usesOfNames('contract/plant.ts', 'z.object({ pix: z.string() })')).toEqual([])
  })
})

describe('allowed', () => {
  it.each([
    "const order = { paymentMethods: ['pix', 'card'] }",
    'const { card } = payment',
    "const brand = 'card' in body ? body.card.brand : null",
    "// method === 'card'",
    "/** Not `method === 'pix'`. */",
    "t('decline.pix_expired.title')",
    "'late-pix': 1",
  ])('%s', (source) => {
    expect(usesOfNames('server/plant.ts', source)).toEqual([])
  })
})
