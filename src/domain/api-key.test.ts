import { readFileSync } from 'node:fs'
import { crc32 as zlibCrc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENVIRONMENTS } from '#contract/environment.ts'
import { apiKeyPattern, findApiKeys, lastFour, makeApiKey, parseApiKey } from './api-key.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const environment = fc.constantFrom(...ENVIRONMENTS)
const secret = fc.uint8Array({ minLength: 32, maxLength: 32 })
const apiKey = fc
  .tuple(environment, secret)
  .map(([environment, bytes]) => makeApiKey(environment, () => bytes))

describe('makeApiKey', () => {
  it('is a fixed form, so that published keys keep working', () => {
    const key = makeApiKey('sandbox', (length) => new Uint8Array(length).fill(7))
    expect(key).toBe('hp_test_1fJjkkpe9PiTw9KSulA8Ghct30vZz4HpdQ5c5b9cPF11bkZor')
  })

  it('names its environment', () => {
    fc.assert(
      fc.property(environment, secret, (environment, bytes) => {
        const key = makeApiKey(environment, (length) => {
          expect(length).toBe(32)
          return bytes
        })
        expect(key).toMatch(apiKeyPattern)
        expect(key.startsWith(environment === 'production' ? 'hp_live_' : 'hp_test_')).toBe(true)
        expect(parseApiKey(key)).toEqual({ ok: true, environment })
      }),
    )
  })
})

describe('parseApiKey', () => {
  it('S-02: refuses every change of one character', () => {
    const character = fc.oneof(
      fc.stringMatching(/^[0-9A-Za-z_]$/),
      fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
    )
    fc.assert(
      fc.property(apiKey, fc.nat(56), character, (key, at, character) => {
        fc.pre(key.charAt(at) !== character)
        expect(parseApiKey(key.slice(0, at) + character + key.slice(at + 1)).ok).toBe(false)
      }),
      { numRuns: 5000 },
    )
  })

  it('S-02: refuses a character more, a character less, and two that changed places', () => {
    fc.assert(
      fc.property(apiKey, fc.nat(56), fc.stringMatching(/^[0-9A-Za-z]$/), (key, at, extra) => {
        const [before, after] = [key.slice(0, at), key.slice(at)]
        expect(parseApiKey(before + extra + after).ok).toBe(false)
        expect(parseApiKey(before + after.slice(1)).ok).toBe(false)
        const swapped = before + after.charAt(1) + after.charAt(0) + after.slice(2)
        expect(parseApiKey(swapped).ok).toBe(swapped === key)
      }),
    )
  })

  it('refuses one environment written over the other', () => {
    fc.assert(
      fc.property(apiKey, (key) => {
        const other = key.startsWith('hp_live_') ? 'hp_test_' : 'hp_live_'
        expect(parseApiKey(other + key.slice(8)).ok).toBe(false)
      }),
    )
  })

  it.each(['', 'hp_', 'hp_live_', ` ${'0'.repeat(57)}`, 'hp_prod_'.padEnd(57, '0')])(
    'refuses %j',
    (text) => {
      expect(parseApiKey(text)).toEqual({ ok: false })
    },
  )

  it('refuses white space around a key', () => {
    const key = makeApiKey('production', (length) => new Uint8Array(length))
    for (const text of [`${key}\n`, `${key} `, ` ${key}`, key.toLowerCase(), `${key}\0`]) {
      expect(parseApiKey(text).ok).toBe(false)
    }
  })
})

describe('S-14: findApiKeys', () => {
  /** The published pattern, which secret scanners apply without checking the checksum. */
  const published = readPublishedRule()

  it('finds every key in a text, as does the rule that is published', () => {
    const around = fc.constantFrom('KEY=', '"', "': '", ' ', 'x', '_', '')
    fc.assert(
      fc.property(apiKey, around, around, (key, before, after) => {
        const text = `${before}${key}${after}\n${before}${key}`
        const environment = key.startsWith('hp_live_') ? 'production' : 'sandbox'
        expect(findApiKeys(text)).toEqual([
          { apiKey: key, environment },
          { apiKey: key, environment },
        ])
        expect(text.match(published)).toEqual([key, key])
      }),
      { numRuns: 10_000 },
    )
  })

  it('takes nothing of the same form for one, and no text of Base62', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^hp_(live|test)_[0-9A-Za-z]{49}$/), (text) => {
        expect(findApiKeys(text)).toEqual([])
        expect(text.replaceAll('_', '').match(published)).toBe(null)
      }),
      { numRuns: 10_000 },
    )
  })

  it('has a checksum that others can compute, as it is published', () => {
    fc.assert(
      fc.property(apiKey, (key) => {
        let number = zlibCrc32(key.slice(0, 51))
        let digits = ''
        for (let digit = 0; digit < 6; digit++) {
          digits = BASE62.charAt(number % 62) + digits
          number = Math.floor(number / 62)
        }
        expect(key.slice(51)).toBe(digits)
      }),
    )
  })
})

/** The pattern of the rule for gitleaks in SECURITY.md. */
function readPublishedRule(): RegExp {
  const text = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8')
  return new RegExp(/^regex = '''(.+)'''$/m.exec(text)?.[1] ?? '', 'g')
}

it('lastFour takes the end of the checksum', () => {
  expect(lastFour('hp_test_0000wxyz')).toBe('wxyz')
})
