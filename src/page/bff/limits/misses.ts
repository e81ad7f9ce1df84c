import { createRecent } from './recent.ts'

const MISSES_MAX = 30
const WINDOW_MS = 60_000

/** Counts by address the looks at sessions that do not exist: guessing is slowed down, and a right address is still served. */
export interface Misses {
  /** Counts one; the seconds to wait once there were too many, else 0. */
  take(network: string | undefined): number
}

export function createMisses(clock: () => Date): Misses {
  const recent = createRecent<'miss'>({ windowMs: WINDOW_MS, clock })
  return {
    take(network) {
      if (network === undefined) return 0
      const known = recent.of(network)
      const [first] = known
      if (first !== undefined && known.length >= MISSES_MAX)
        return Math.max(1, Math.ceil((first.atMs + WINDOW_MS - clock().getTime()) / 1000))
      recent.add(network, 'miss')
      return 0
    },
  }
}
