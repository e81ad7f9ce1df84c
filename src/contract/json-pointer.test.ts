import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointerOf } from './json-pointer.ts'

/** Reads a value by a pointer, written from RFC 6901 alone. */
function read(value: unknown, pointer: string): unknown {
  const tokens = decodeURIComponent(pointer.slice(1)).split('/').slice(1)
  let found = value
  for (const token of tokens) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    found = Object.entries(Object(found) as object).find(([name]) => name === key)?.[1]
  }
  return found
}

describe('pointerOf', () => {
  it.each([
    [[], '#'],
    [['metadata', 'a.b'], '#/metadata/a.b'],
    [['lineItems', 0, 'quantity'], '#/lineItems/0/quantity'],
    [['a/b~c', '%"^|\\ #'], '#/a~1b~0c/%25%22%5E%7C%5C%20%23'],
    [['é日'], '#/%C3%A9%E6%97%A5'],
    [['metadata', 'x'.repeat(700)], '#/metadata'],
  ])('of %j is %s', (path, pointer) => {
    expect(pointerOf(path)).toBe(pointer)
  })

  it('leads back to the value', () => {
    const key = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed())
    fc.assert(
      fc.property(fc.array(key, { maxLength: 4 }), (path) => {
        const value = path.reduceRight<unknown>(
          (inner, name) => Object.fromEntries([[name, inner]]),
          'found',
        )
        expect(read(value, pointerOf(path))).toBe('found')
      }),
    )
  })

  it('is a valid fragment (RFC 3986), whatever the keys', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (path) => {
        expect(pointerOf(path)).toMatch(/^#(?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*$/)
      }),
    )
  })
})
