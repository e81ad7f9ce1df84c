import { expect, it } from 'vitest'
import { createDice } from '../shared/dice.ts'
import { greatestT, welchT } from './welch.ts'

const SAMPLES = 20_000
/** A machine's times: a base, noise, and now and then a long pause. */
function times(seed: number, slower: number): Float64Array {
  const dice = createDice(seed)
  return Float64Array.from({ length: SAMPLES }, () => {
    const noise = dice.below(1000) / 100
    return 100 + noise + slower + (dice.chance(0.02) ? dice.below(100_000) : 0)
  })
}

it('is the distance of the means in standard errors', () => {
  const t = welchT(Float64Array.from([1, 2, 3]), Float64Array.from([2, 4, 6]))
  expect(t).toBeCloseTo(-2 / Math.sqrt(1 / 3 + 4 / 3), 10)
})

it('S-04: detects a difference of a hundredth beneath pauses, and none between equal classes', () => {
  expect(Math.abs(greatestT(times(1, 0), times(2, 1)))).toBeGreaterThan(10)
  expect(Math.abs(welchT(times(1, 0), times(2, 1)))).toBeLessThan(4.5)
  for (let seed = 10; seed < 30; seed += 2)
    expect(Math.abs(greatestT(times(seed, 0), times(seed + 1, 0)))).toBeLessThan(4.5)
})
