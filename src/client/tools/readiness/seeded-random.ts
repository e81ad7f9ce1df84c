/** Deterministic pseudo-random choices: the same seed gives the same sequence. */
export interface SeededRandom {
  /** An integer in [0, limit). */
  below(limit: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  shuffled<T>(items: readonly T[]): T[]
  bytes(length: number): Uint8Array
}

export const SEED_MAX = 0xffff_ffff

/** The generator mulberry32: good enough for test plans, not for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit)
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    shuffled<T>(items: readonly T[]) {
      const left = [...items]
      const drawn: T[] = []
      while (left.length > 0) drawn.push(...left.splice(below(left.length), 1))
      return drawn
    },
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  }
}
