import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEED_MAX, seededChance } from './seeded-chance.ts'

const seed = fc.integer({ min: 0, max: SEED_MAX })

describe('seededChance', () => {
  it('chooses the same for the same seed', () => {
    fc.assert(
      fc.property(seed, fc.array(fc.integer()), (seed, items) => {
        const [one, other] = [seededChance(seed), seededChance(seed)]
        expect(one.shuffled(items)).toEqual(other.shuffled(items))
        expect(one.bytes(8)).toEqual(other.bytes(8))
      }),
    )
  })

  it('shuffles without losing or adding', () => {
    fc.assert(
      fc.property(seed, fc.array(fc.integer()), (seed, items) => {
        const byValue = (one: number, other: number) => one - other
        expect(seededChance(seed).shuffled(items).toSorted(byValue)).toEqual(
          items.toSorted(byValue),
        )
      }),
    )
  })

  it('chooses otherwise for another seed', () => {
    const orders = Array.from({ length: 20 }, (_, seed) =>
      seededChance(seed).shuffled([1, 2, 3, 4, 5]).join(),
    )
    expect(new Set(orders).size).toBeGreaterThan(10)
  })
})
