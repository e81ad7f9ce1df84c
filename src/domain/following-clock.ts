/** A clock synchronized to another one (as in NTP) and driven by a monotonic counter. */
export interface FollowingClock {
  now(): Date
  /** Takes a reading of the other clock, made at some moment between `fromMs` and `toMs` of the counter. */
  learn(time: Date, between: { fromMs: number; toMs: number }): void
}

/**
 * Clock synchronization: corrects its offset by the least amount that a reading demands, so that a slow answer moves
 * nothing. `now` throws before the first reading.
 */
export function createFollowingClock(countMs: () => number): FollowingClock {
  let aheadMs: number | undefined
  return {
    now() {
      if (aheadMs === undefined) throw new Error('the clock has no reading yet')
      return new Date(countMs() + aheadMs)
    },
    learn(time, { fromMs, toMs }) {
      const leastMs = time.getTime() - toMs
      const mostMs = time.getTime() - fromMs
      aheadMs = Math.min(Math.max(aheadMs ?? (leastMs + mostMs) / 2, leastMs), mostMs)
    },
  }
}
