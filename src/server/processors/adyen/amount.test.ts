import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currenciesOf, exponentOf } from '#domain/currency.ts'
import { isProcessorRefused } from '../processor.ts'
import { readAmount, writeAmount } from './amount.ts'

const CURRENCIES = [0, 2, 3, 4].flatMap(currenciesOf)
/** Those whose amounts have cents here and none at Adyen. */
const WITHOUT_CENTS = ['CVE', 'IDR']

const amounts = fc.integer({ min: 0, max: 999_999_999_999 })

describe('an amount of Adyen', () => {
  it.each([
    ['BRL', 25_990, 25_990],
    ['JPY', 500, 500],
    ['KWD', 1234, 1234],
    ['CLP', 5000, 500_000],
    ['ISK', 1, 100],
    ['IDR', 1_500_000, 15_000],
    ['CVE', 100, 1],
    ['CVE', 0, 0],
  ])('%s %i is written as %i, and read again', (currency, minor, value) => {
    expect(writeAmount(minor, currency)).toEqual({ currency, value })
    expect(readAmount({ currency, value })).toBe(minor)
  })

  it('is what it was when it was written and read, in every currency', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCIES), amounts, (currency, any) => {
        const minor = WITHOUT_CENTS.includes(currency) ? any - (any % 100) : any
        const written = writeAmount(minor, currency)
        expect(Number.isSafeInteger(written.value)).toBe(true)
        expect(readAmount(written)).toBe(minor)
      }),
    )
  })

  it('has the exponent of ISO 4217 but for four currencies', () => {
    const others = CURRENCIES.filter(
      (currency) => writeAmount(10_000, currency).value !== 10_000,
    ).toSorted()
    expect(others).toEqual(['CLP', 'CVE', 'IDR', 'ISK'])
    expect(others.map(exponentOf)).toEqual([0, 2, 2, 0])
  })

  it.each(WITHOUT_CENTS)('of %s with cents cannot be written', (currency) => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 99 }), (any, cents) => {
        const minor = any - (any % 100) + cents
        let thrown: unknown
        try {
          writeAmount(minor, currency)
        } catch (error) {
          thrown = error
        }
        expect(isProcessorRefused(thrown)).toBe(true)
        expect(thrown).toMatchObject({ message: `${currency} has no cents at Adyen` })
      }),
    )
  })

  it.each([
    ['CLP', 150],
    ['ISK', 1],
    ['BRL', 1.5],
    ['BRL', -1],
    ['BRL', Number.NaN],
    ['BRL', 2 ** 53],
    ['XXX', 100],
    ['brl', 100],
    ['', 100],
  ])('%s %d is not read, and never rounded', (currency, value) => {
    expect(readAmount({ currency, value })).toBeUndefined()
  })
})
