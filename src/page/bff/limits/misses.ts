import { createSlidingWindow } from '#domain/limits/window.ts'

const MISSES_MAX = 30
const WINDOW_MS = 60_000

/** Rate limit of requests for unknown sessions, by network: slows guessing; a valid reference is still served. */
export interface Misses {
  /** Counts a miss; returns the seconds to wait when over the limit, else 0. */
  count(network: string | undefined): number
}

export function createMissLimit(clock: () => Date): Misses {
  const recent = createSlidingWindow<'miss'>({
    windowMs: WINDOW_MS,
    nowMs: () => clock().getTime(),
  })
  return {
    count(network) {
      if (network === undefined) return 0
      const known = recent.of(network)
      const [first] = known
      if (first !== undefined && known.length >= MISSES_MAX) return recent.secondsLeft(first)
      recent.add(network, 'miss')
      return 0
    },
  }
}
