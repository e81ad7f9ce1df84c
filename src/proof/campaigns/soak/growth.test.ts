import { describe, expect, it } from 'vitest'
import { createDice } from '../shared/dice.ts'
import { growing, growthOf, type Sample } from './growth.ts'

const STEADY = { heapMiB: 40, rssMiB: 150, handles: 30, files: 60, connections: 20 }

/** A sample every ten seconds for an hour. */
function hour(at: (hours: number) => Partial<typeof STEADY>): Sample[] {
  return Array.from({ length: 360 }, (_, index) => ({
    atSeconds: index * 10,
    ...STEADY,
    ...at(index / 360),
  }))
}

describe('R-31: growth', () => {
  it('is the slope in the second half', () => {
    const samples = hour((hours) => ({ heapMiB: 40 + 3 * hours, connections: 20 + 12 * hours }))
    expect(growthOf(samples, 'heapMiB').perHour).toBeCloseTo(3)
    expect(growing(samples)).toEqual([
      'heap after collection: 3.0 MiB more an hour, above 1',
      'connections of PostgreSQL: 12.0 more an hour, above 5',
    ])
  })

  it('is neither a cache that fills at first, nor noise', () => {
    const dice = createDice(31)
    const noise = () => dice.below(1000) / 500 - 1
    const samples = hour((hours) => ({
      heapMiB: 40 + Math.min(hours, 0.4) * 50 + noise(),
      rssMiB: 150 + 20 * noise(),
      handles: 30 + 10 * noise(),
    }))
    expect(growing(samples)).toEqual([])
  })

  it('is detected through noise', () => {
    const dice = createDice(32)
    const noise = () => dice.below(1000) / 500 - 1
    const samples = hour((hours) => ({ heapMiB: 40 + 4 * hours + noise() }))
    expect(growing(samples)).toHaveLength(1)
  })

  it('is nothing without samples', () => {
    expect(growing([])).toEqual([])
  })
})
