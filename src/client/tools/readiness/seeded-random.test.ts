import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEED_MAX, seededRandom } from './seeded-random.ts'

const seed = fc.integer({ min: 0, max: SEED_MAX })

describe('seededRandom', () => {
  it('repeats its choices for the same seed', () => {
    fc.assert(
      fc.property(seed, fc.array(fc.integer()), (seed, items) => {
        const [one, other] = [seededRandom(seed), seededRandom(seed)]
        expect(one.shuffled(items)).toEqual(other.shuffled(items))
        expect(one.bytes(8)).toEqual(other.bytes(8))
      }),
    )
  })

  it('shuffles without loss or addition', () => {
    fc.assert(
      fc.property(seed, fc.array(fc.integer()), (seed, items) => {
        const byValue = (one: number, other: number) => one - other
        expect(seededRandom(seed).shuffled(items).toSorted(byValue)).toEqual(
          items.toSorted(byValue),
        )
      }),
    )
  })

  it('differs for another seed', () => {
    const orders = Array.from({ length: 20 }, (_, seed) =>
      seededRandom(seed).shuffled([1, 2, 3, 4, 5]).join(),
    )
    expect(new Set(orders).size).toBeGreaterThan(10)
  })
})
