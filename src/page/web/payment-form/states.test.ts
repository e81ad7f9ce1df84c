import { describe, expect, it } from 'vitest'
import { stateCode, statesOf } from './states.ts'

describe('statesOf', () => {
  it('knows those of Brazil and of the United States, each code once', () => {
    for (const [country, count] of [
      ['BR', 27],
      ['US', 54],
    ] as const) {
      const codes = statesOf(country)?.map(([code]) => code) ?? []
      expect(new Set(codes).size).toBe(count)
      expect(codes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
    }
    expect(statesOf('PT')).toBeUndefined()
  })
})

describe('stateCode', () => {
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
    expect(stateCode(text, country)).toBe(code)
  })
})
