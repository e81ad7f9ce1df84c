import { describe, expect, it } from 'vitest'
import { regionCode, regionsOf } from './regions.ts'

describe('regionsOf', () => {
  it('lists those of Brazil and the United States, each code once', () => {
    for (const [country, count] of [
      ['BR', 27],
      ['US', 54],
    ] as const) {
      const codes = regionsOf(country)?.map(([code]) => code) ?? []
      expect(new Set(codes).size).toBe(count)
      expect(codes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
    }
    expect(regionsOf('PT')).toBeUndefined()
  })
})

describe('regionCode', () => {
  it.each([
    ['BR', 'SP', 'SP'],
    ['BR', ' sp ', 'SP'],
    ['BR', 'Sao paulo', 'SP'],
    ['BR', 'Espírito Santo', 'ES'],
    ['BR', 'Lisboa', 'Lisboa'],
    ['US', 'new york', 'NY'],
    ['PT', 'Lisboa', 'Lisboa'],
    ['BR', '', ''],
  ])('in %s reads %s as %s', (country, text, code) => {
    expect(regionCode(text, country)).toBe(code)
  })
})
