import { describe, expect, it } from 'vitest'
import { exponentOf, isCurrency } from './currency.ts'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const EVERY_CODE = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)))
const OURS = EVERY_CODE.filter(isCurrency)

// The installed ICU decides which of these codes Intl knows.
const WITHDRAWN = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'])
const UNITS_OF_ACCOUNT = new Set(['XDR', 'XSU'])
const FUNDS = new Set('BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD'.split(' '))

describe('isCurrency', () => {
  it('accepts every currency that Intl knows, except withdrawn ones', () => {
    const missing = Intl.supportedValuesOf('currency').filter((code) => !isCurrency(code))
    expect(missing.filter((code) => !WITHDRAWN.has(code) && !UNITS_OF_ACCOUNT.has(code))).toEqual(
      [],
    )
    expect(OURS.length).toBe(165)
  })

  it('accepts no others, except funds', () => {
    const known = new Set(Intl.supportedValuesOf('currency'))
    expect(OURS.filter((code) => !known.has(code) && !FUNDS.has(code))).toEqual([])
  })

  it.each(['BGN', 'HRK', 'XAU', 'XTS', 'XXX', 'brl', 'BR', 'BRLX', '', 'BRL ', 'toString'])(
    'refuses %j',
    (code) => {
      expect(isCurrency(code)).toBe(false)
      expect(() => exponentOf(code)).toThrow(RangeError)
    },
  )
})

describe('exponentOf', () => {
  it.each([
    ['BRL', 2],
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['ISK', 0],
    ['PYG', 0],
    ['UGX', 0],
    ['XOF', 0],
    ['KWD', 3],
    ['BHD', 3],
    ['IQD', 3],
    ['TND', 3],
    ['CLF', 4],
    ['UYW', 4],
    ['COP', 2],
    ['HUF', 2],
    ['IDR', 2],
    ['LBP', 2],
    ['MGA', 2],
    ['MRU', 2],
  ])('%s has %i decimals', (code, exponent) => {
    expect(exponentOf(code)).toBe(exponent)
  })

  it('differs from Intl only where Intl is known to follow habit instead of ISO 4217', () => {
    const habit = new Set(
      'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SLE SOS SYP TWD UYW YER'.split(' '),
    )
    const digitsOfIntl = (code: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
        .maximumFractionDigits
    expect(
      OURS.filter((code) => digitsOfIntl(code) !== exponentOf(code) && !habit.has(code)),
    ).toEqual([])
    expect(digitsOfIntl('COP')).not.toBe(exponentOf('COP'))
  })
})
