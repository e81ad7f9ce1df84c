import { array, assert, double, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, medianInterval, quantile, range, spread } from './statistics.ts'

const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9]

describe('statistics', () => {
  it('of an odd and an even count', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
    expect(spread([2, 1, 4])).toEqual({ min: 1, median: 2, max: 4 })
    expect([quantile(NINE, 0.25), quantile(NINE, 0.75)]).toEqual([3, 7])
    expect(range({ min: 0.5, max: 1 })).toBe('0.50 to 1.00')
  })

  it.each([
    [5, 1, 5],
    [6, 1, 6],
    [8, 1, 8],
    [9, 2, 8],
    [12, 3, 10],
    [25, 8, 18],
  ])('the interval of the median of %i values is from the %ith to the %ith', (count, min, max) => {
    const values = Array.from({ length: count }, (_, index) => index + 1)
    expect(medianInterval(values.toReversed())).toEqual({ min, max })
  })

  it('the interval holds the median, and is within the extremes', () => {
    assert(
      property(array(double({ noNaN: true, min: 0, max: 1e6 }), { minLength: 1 }), (values) => {
        const { min, max } = medianInterval(values)
        const middle = median(values)
        expect(min).toBeLessThanOrEqual(middle)
        expect(max).toBeGreaterThanOrEqual(middle)
        expect(values).toEqual(expect.arrayContaining([min, max]))
      }),
    )
  })
})
