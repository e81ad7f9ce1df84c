import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { allocate, formatMoney, toDecimal } from './money.ts'

const amount = fc.integer({ min: 0, max: LIMITS.amountMinorMax })

describe('formatMoney', () => {
  it.each([
    ['es', 'BRL', '259,90\u00a0R$'],
    ['it', 'BRL', '259,90\u00a0R$'],
    ['sv', 'BRL', '259,90\u00a0R$'],
    ['es', 'EUR', '259,90\u00a0€'],
    // "$" alone could be any dollar or peso.
    ['es', 'MXN', '259,90\u00a0MXN'],
    ['es', 'USD', '259,90\u00a0US$'],
    ['en', 'BRL', 'R$259.90'],
  ])('in %s, %s is written by a symbol that people know: %s', (locale, currency, text) => {
    expect(formatMoney({ amount: 25_990, currency }, locale)).toBe(text)
  })

  it.each([
    [25990, 'BRL', 'pt-BR', 'R$ 259,90'],
    [5, 'BRL', 'pt-BR', 'R$ 0,05'],
    [0, 'USD', 'en', '$0.00'],
    [1990, 'JPY', 'en', '¥1,990'],
    [1990, 'KWD', 'en', 'KWD 1.990'],
    [123450, 'COP', 'es-CO', '$ 1.234,50'],
    [123450, 'HUF', 'en', 'HUF 1,234.50'],
    [990, 'CLP', 'es-CL', '$990'],
    [12345, 'UYW', 'en', 'UYW 1.2345'],
    [999_999_999_999, 'BRL', 'pt-BR', 'R$ 9.999.999.999,99'],
    [999_999_999_999, 'KWD', 'en', 'KWD 999,999,999.999'],
    [999_999_999_999, 'JPY', 'en', '¥999,999,999,999'],
    [25990, 'BRL', 'ar', '\u200F259.90 \u2068R$\u2069'],
    [25990, 'BRL', 'he', '\u200F259.90 \u200F\u2068R$\u2069'],
  ])('%i %s in %s is %s', (amount, currency, locale, text) => {
    expect(formatMoney({ amount, currency }, locale).replaceAll(/\s/gu, ' ')).toBe(text)
  })

  it('keeps every digit of every amount', () => {
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom('BRL', 'JPY', 'KWD', 'CLF', 'COP'),
        (amount, currency) => {
          const digits = formatMoney({ amount, currency }, 'en-US').replaceAll(/\D/g, '')
          expect(Number(digits)).toBe(amount)
        },
      ),
    )
  })

  it('refuses an unknown currency', () => {
    expect(() => formatMoney({ amount: 1, currency: 'XXX' }, 'en')).toThrow(RangeError)
  })
})

describe('toDecimal', () => {
  it.each([
    [0, 0, '0'],
    [7, 0, '7'],
    [0, 2, '0.00'],
    [7, 2, '0.07'],
    [70, 2, '0.70'],
    [700, 2, '7.00'],
    [7, 3, '0.007'],
  ])('%i with %i decimals is %s', (amount, exponent, decimal) => {
    expect(toDecimal(amount, exponent)).toBe(decimal)
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d', (amount) => {
    expect(() => toDecimal(amount, 2)).toThrow(RangeError)
  })
})

describe('allocate', () => {
  it('preserves the sum, and its parts differ by one at most, the larger first', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 48 }), (amount, parts) => {
        const split = allocate(amount, parts)
        expect(split).toHaveLength(parts)
        expect(split.reduce((sum, part) => sum + part, 0)).toBe(amount)
        expect(Math.max(...split) - Math.min(...split)).toBeLessThanOrEqual(1)
        expect(split).toEqual(split.toSorted((one, other) => other - one))
      }),
    )
  })

  it('gives the spare units to the first parts', () => {
    expect(allocate(100, 3)).toEqual([34, 33, 33])
    expect(allocate(2, 4)).toEqual([1, 1, 0, 0])
  })

  it.each([0, -1, 1.5])('refuses %d parts', (parts) => {
    expect(() => allocate(100, parts)).toThrow(RangeError)
  })
})
