import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shellLiteral, typeScriptLiteral } from './code-literal.ts'

describe('typeScriptLiteral', () => {
  it('evaluates to the same value', () => {
    fc.assert(
      // In a literal `{ __proto__: … }` is syntax, not a property.
      fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('__proto__'))
        const again: unknown = runInNewContext(`JSON.stringify(${typeScriptLiteral(value, 2)})`)
        expect(again).toBe(text)
      }),
    )
  })

  it('quotes only names that need it', () => {
    expect(typeScriptLiteral({ cart: '77', 'gift-wrap': 'no' })).toBe(
      "{\n  cart: '77',\n  'gift-wrap': 'no',\n}",
    )
  })
})

describe('shellLiteral', () => {
  it.each([`It's "$HOME" \`id\` $(id) \\ \\' !! %s`, "'", '', "'; exit 1; '", 'a\nb'])(
    '%j is one shell word, without expansion',
    (text) => {
      expect(
        execFileSync('sh', ['-c', `printf %s ${shellLiteral(text)}`], { encoding: 'utf8' }),
      ).toBe(text)
    },
  )
})
