import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDecimal, readWhole, writeDecimal } from './numbers.ts'

describe('a decimal', () => {
  it('is parsed in every currency', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 4 }), (value, exponent) => {
        expect(readDecimal(writeDecimal(value, exponent), exponent)).toBe(value)
      }),
    )
  })

  it.each([
    ['45.90', 2, 4590],
    ['45,9', 2, 4590],
    ['45', 2, 4500],
    ['45.', 2, 4500],
    [' 1.234,50 ', 2, 123_450],
    ['1,234.50', 2, 123_450],
    ['1 234.50', 2, 123_450],
    ['1.500', 3, 1500],
    ['-1', 2, -100],
    ['0', 0, 0],
  ])('%s of %s places is %s', (text, exponent, value) => {
    expect(readDecimal(text, exponent)).toBe(value)
  })

  it.each(['', 'x', '4.999', '4..9', '.5', '1e9', '4590 reais', '9'.repeat(20)])(
    '%s is not a number with two decimals',
    (text) => {
      expect(readDecimal(text, 2)).toBeUndefined()
    },
  )

  it('has no point without decimals', () => {
    expect([readWhole('12800'), readWhole('12.8'), writeDecimal(12_800, 0)]).toEqual([
      12_800,
      undefined,
      '12800',
    ])
  })
})
