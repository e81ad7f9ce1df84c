import { createSlidingWindow } from '../../../domain/limits/window.ts'

const MISSES_MAX = 30
const WINDOW_MS = 60_000

/** Counts by address the looks at sessions that do not exist: guessing is slowed down, and a right address is still served. */
export interface Misses {
  /** Counts one; the seconds to wait once there were too many, else 0. */
  take(network: string | undefined): number
}

export function createMisses(clock: () => Date): Misses {
  const recent = createSlidingWindow<'miss'>({
    windowMs: WINDOW_MS,
    nowMs: () => clock().getTime(),
  })
  return {
    take(network) {
      if (network === undefined) return 0
      const known = recent.of(network)
      const [first] = known
      if (first !== undefined && known.length >= MISSES_MAX) return recent.secondsLeft(first)
      recent.add(network, 'miss')
      return 0
    },
  }
}
