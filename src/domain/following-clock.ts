/** A clock that shows the time of another one, and is driven by a count that nobody can set. */
export interface FollowingClock {
  now(): Date
  /** The other clock showed a time at some moment between two of the count. */
  learn(time: Date, between: { fromMs: number; toMs: number }): void
}

/**
 * Corrects itself by no more than what it learns demands, so that a slow answer moves nothing. Until it has learnt for
 * the first time, it is an error to ask it.
 */
export function createFollowingClock(countMs: () => number): FollowingClock {
  let aheadMs: number | undefined
  return {
    now() {
      if (aheadMs === undefined) throw new Error('the clock follows nothing yet')
      return new Date(countMs() + aheadMs)
    },
    learn(time, { fromMs, toMs }) {
      const leastMs = time.getTime() - toMs
      const mostMs = time.getTime() - fromMs
      aheadMs = Math.min(Math.max(aheadMs ?? (leastMs + mostMs) / 2, leastMs), mostMs)
    },
  }
}
