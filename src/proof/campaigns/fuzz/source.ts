import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { createDice, type Dice } from '../shared/dice.ts'

/** All randomness of a sequence. */
export interface Source {
  dice: Dice
  /** A value from fast-check; `make` is called once per key. */
  value<Value>(key: object, make: () => Arbitrary<Value>): Value
}

const made = new WeakMap<object, Arbitrary<unknown>>()

/** The same seed gives the same values in every run. */
export function createSource(seed: number): Source {
  const [generate] = fc.sample(fc.gen(), { seed, numRuns: 1 })
  if (generate === undefined) throw new Error('fast-check made nothing')
  return {
    dice: createDice(seed),
    value<Value>(key: object, make: () => Arbitrary<Value>) {
      const arbitrary = (made.get(key) as Arbitrary<Value> | undefined) ?? make()
      made.set(key, arbitrary)
      return generate(() => arbitrary)
    },
  }
}
