import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

const text = (value: unknown) => canonicalJson(JSON.parse(JSON.stringify(value)))

/** The same value with the fields of every object in reverse. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toReversed()
  return Object.fromEntries(fields.map(([name, inner]) => [name, reversed(inner)]))
}

describe('canonicalJson', () => {
  it('is the same for two spellings of a value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        const spelled = JSON.stringify(reversed(value), null, indent)
        expect(canonicalJson(JSON.parse(spelled))).toBe(text(value))
      }),
    )
  })

  it('differs for two values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const parsed = [one, other].map((value): unknown => JSON.parse(JSON.stringify(value)))
        let areEqual = true
        try {
          expect(parsed[0]).toStrictEqual(parsed[1])
        } catch {
          areEqual = false
        }
        expect(text(one) === text(other)).toBe(areEqual)
      }),
    )
  })

  it.each([
    ['{"b":1.0,"a":"\\u0061"}', '{"a":"a","b":1}'],
    ['{"b":1e3,"B":-0}', '{"B":0,"b":1000}'],
    ['{"__proto__":{"z":null,"y":[true]}}', '{"__proto__":{"y":[true],"z":null}}'],
    ['[2,1]', '[2,1]'],
  ])('writes %s as %s', (sent, canonical) => {
    expect(canonicalJson(JSON.parse(sent))).toBe(canonical)
  })
})
