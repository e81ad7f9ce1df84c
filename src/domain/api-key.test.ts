import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENVIRONMENTS } from '../contract/environment.ts'
import { apiKeyPattern, lastFour, makeApiKey, parseApiKey } from './api-key.ts'

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
  it('S-14: a scanner finds every key in a text, and takes nothing else for one', () => {
    const found = (text: string) =>
      (text.match(/hp_(live|test)_[0-9A-Za-z]{49}/g) ?? []).filter((key) => parseApiKey(key).ok)
    fc.assert(
      fc.property(apiKey, fc.constantFrom('KEY=', '"', "': '", ' '), (key, before) => {
        expect(found(`${before}${key}\n`)).toEqual([key])
      }),
      { numRuns: 10_000 },
    )
    fc.assert(
      fc.property(fc.stringMatching(/^hp_(live|test)_[0-9A-Za-z]{49}$/), (text) => {
        expect(found(text)).toEqual([])
      }),
      { numRuns: 10_000 },
    )
  })

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

it('lastFour takes the end of the checksum', () => {
  expect(lastFour('hp_test_0000wxyz')).toBe('wxyz')
})
