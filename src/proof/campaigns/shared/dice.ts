/** All randomness of a schedule: the same seed gives the same values in every run. */
export interface Dice {
  /** An integer from 0 to `limit`, exclusive. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  /** Like `pick`, with weights. */
  weigh<T>(choices: readonly (readonly [weight: number, choice: T])[]): T
}

/** Mulberry32: small, fast, and good enough to choose by. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    pick(choices) {
      const choice = choices[below(choices.length)]
      if (choice === undefined) throw new RangeError('there is nothing to choose from')
      return choice
    },
    weigh(choices) {
      let left = next() * choices.reduce((total, [weight]) => total + weight, 0)
      for (const [weight, choice] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      const last = choices.at(-1)
      if (last === undefined) throw new RangeError('there is nothing to choose from')
      return last[1]
    },
  }
}
