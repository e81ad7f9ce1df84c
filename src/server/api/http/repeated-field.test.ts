import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasRepeatedField } from './repeated-field.ts'

const repeats = (text: string) => hasRepeatedField(text, JSON.parse(text))

/** JSON with whitespace and escapes in every allowed place. */
const odd = fc
  .tuple(fc.json({ maxDepth: 5 }), fc.constantFrom('', ' ', '\n', '\t \r\n'))
  .map(([text, space]) => {
    const strings: string[] = []
    const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) => `§${strings.push(string) - 1}§`)
    const spaced = bare.replaceAll(/[{}[\]:,]/g, (mark) => space + mark + space)
    return spaced.replaceAll(/§(\d+)§/g, (_, index) => strings[Number(index)] ?? '')
  })

describe('S-21: hasRepeatedField', () => {
  it('is false for every serialized value', () => {
    fc.assert(
      fc.property(odd, (text) => {
        expect(repeats(text)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it('is true wherever an object of the text repeats a field, escaped or not', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), fc.nat(), fc.boolean(), (value, seed, isEscaped) => {
        const text = JSON.stringify(value)
        const names = [...text.matchAll(/([{,])("(?:[^"\\]|\\.)*"):/g)].filter(
          ({ index }) => !isInString(text, index),
        )
        const name = names[seed % names.length]
        fc.pre(name !== undefined)
        const [whole = '', mark = '', quoted = ''] = name ?? []
        const spelled = isEscaped ? escaped(quoted) : quoted
        const at = (name?.index ?? 0) + mark.length
        const twice = `${text.slice(0, at)}${spelled}:{"a:b":"\\\\","c":[":"]},${text.slice(at)}`
        expect(whole).not.toBe('')
        expect(repeats(twice)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['{"a":1,"a":1}', true],
    ['{"a":1,"A":1}', false],
    ['{"a":1,"\\u0061":2}', true],
    ['{"__proto__":1}', false],
    ['{"__proto__":1,"__proto__":2}', true],
    ['{"a":{"b":1},"b":1}', false],
    ['[{"a":1},{"a":1}]', false],
    ['{"a:":":","\\"b":"\\\\"}', false],
    ['{"a":{"b":1,"b":2}}', true],
    ['{"":1,"":2}', true],
    ['null', false],
  ])('of %s is %s', (text, isSo) => {
    expect(repeats(text)).toBe(isSo)
  })

  it('reaches the maximum depth of a body', () => {
    const deep = (inner: string) => '{"a":'.repeat(10_000) + inner + '}'.repeat(10_000)
    expect(repeats(deep('1'))).toBe(false)
    expect(repeats(deep('{"b":1,"b":1}'))).toBe(true)
  })
})

function escaped(quoted: string): string {
  const name = JSON.parse(quoted) as string
  const units = Array.from({ length: name.length }, (_, index) => name.charCodeAt(index))
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`
}

function isInString(text: string, end: number): boolean {
  return (text.slice(0, end).replaceAll(/\\./g, '').match(/"/g) ?? []).length % 2 === 1
}
