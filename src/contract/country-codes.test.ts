import { describe, expect, it } from 'vitest'
import { COUNTRY_CODES, meantCountry } from './country-codes.ts'
import { CountryCode } from './values.ts'

describe('F-11: a country', () => {
  it('is one of the assigned codes, or Kosovo', () => {
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))
    const all = letters.flatMap((first) => letters.map((second) => first + second))
    const taken = all.filter((code) => CountryCode.safeParse(code).success)
    expect(taken).toEqual([...COUNTRY_CODES])
    expect(taken).toHaveLength(250)
  })

  it.each([
    ['UK', 'GB'],
    ['EL', 'GR'],
    ['SU', 'RU'],
    ['br', 'BR'],
    [' pt ', 'PT'],
    ['076', 'BR'],
    ['BRA', undefined],
    ['ZZ', undefined],
    ['XX', undefined],
    ['', undefined],
    ['Brasil', undefined],
  ])('written %j means %s, and is refused with the proposal', (text, meant) => {
    expect(meantCountry(text)).toBe(meant)
    const { error } = CountryCode.safeParse(text)
    expect(error?.issues.map(({ message }) => message)).toEqual([
      `must be an assigned ISO 3166-1 code of two letters, ${meant === undefined ? 'such as BR' : `here probably ${meant}`}`,
    ])
  })
})
