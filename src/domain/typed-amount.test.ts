import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney } from './money.ts'
import { readAmountIn } from './typed-amount.ts'

const BRL = { exponent: 2, decimalSign: ',' }

describe('an amount that was typed in a known currency', () => {
  it.each([
    ['259,90', 25_990],
    ['259.90', 25_990],
    ['259,9', 25_990],
    ['259', 25_900],
    ['R$ 1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1.234', 123_400],
    ['1 234,56', 123_456],
    ['0,01', 1],
    ['007', 700],
  ])('%s', (text, minor) => {
    expect(readAmountIn(text, BRL)).toBe(minor)
  })

  it('is by the decimal sign of the language where one sign stands before three digits', () => {
    const KWD = { exponent: 3, decimalSign: '.' }
    expect(readAmountIn('1.234', KWD)).toBe(1234)
    expect(readAmountIn('1,234', KWD)).toBe(1_234_000)
    expect(readAmountIn('1,234', { exponent: 2, decimalSign: '.' })).toBe(123_400)
  })

  it.each(['', ',', '-1', '1,2,3', '259,901', '1.23.456', '12,34,56', '1e3', 'abc', '99999999999'])(
    '%s is none',
    (text) => {
      expect(readAmountIn(text, BRL)).toBeUndefined()
    },
  )

  it('is what the page wrote, in its languages', () => {
    const amount = fc.integer({ min: 1, max: 999_999_999_999 })
    const language = fc.constantFrom(['en', '.'] as const, ['pt-BR', ','] as const)
    const money = fc.constantFrom(['BRL', 2] as const, ['JPY', 0] as const, ['KWD', 3] as const)
    fc.assert(
      fc.property(amount, language, money, (minor, [locale, decimalSign], [currency, exponent]) => {
        fc.pre(minor < 10 ** (10 + exponent))
        const text = formatMoney({ amount: minor, currency }, locale)
        expect(readAmountIn(text, { exponent, decimalSign })).toBe(minor)
      }),
    )
  })
})
