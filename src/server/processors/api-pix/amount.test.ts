import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Amount, writeAmount } from './amount.ts'

describe('an amount of API Pix', () => {
  it.each([
    ['0.10', 10],
    ['0.00', 0],
    ['37.00', 3700],
    ['9999999999.99', 999_999_999_999],
  ])('%s is read as %i centavos', (text, minor) => {
    expect(Amount.parse(text)).toBe(minor)
  })

  it.each(['1234.5', '1', '1,00', '-1.00', '12345678901.00', ' 1.00', '1.000', '1e3', '', 1, null])(
    '%j is refused',
    (value) => {
      expect(Amount.safeParse(value).success).toBe(false)
    },
  )

  it('is written as it is read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), (minor) => {
        expect(Amount.parse(writeAmount(minor))).toBe(minor)
      }),
    )
  })

  it.each([0, 1_000_000_000_000])('of %i centavos cannot be written', (minor) => {
    expect(writeAmount(minor)).toBeUndefined()
  })
})
