/** Seconds before each try, counted from the one before: twelve tries in about 72 hours. */
export const RETRY_DELAYS_SECONDS = [
  0, 5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000,
] as const

export const RETRY_AFTER_SECONDS_MAX = 86_400
const JITTER_RATIO = 0.2

export interface PastAttempts {
  /** How many tries were made so far. */
  attemptsMade: number
  now: Date
  /** A random number in [0, 1): spreads the tries by ±20 % so that those who failed together do not return together. */
  jitter: number
  /** What the receiver asked for. */
  retryAfterSeconds?: number | undefined
}

/**
 * When to try next, or undefined when the schedule is exhausted. A receiver that asks for more time gets it, up to
 * 24 hours; nobody is tried earlier than the schedule says.
 */
export function nextAttemptAt({
  attemptsMade,
  now,
  jitter,
  retryAfterSeconds = 0,
}: PastAttempts): Date | undefined {
  const delaySeconds = RETRY_DELAYS_SECONDS[attemptsMade]
  if (delaySeconds === undefined) return undefined
  const scheduledSeconds = delaySeconds * (1 - JITTER_RATIO + 2 * JITTER_RATIO * jitter)
  const askedSeconds = Math.min(retryAfterSeconds, RETRY_AFTER_SECONDS_MAX)
  return new Date(now.getTime() + Math.max(scheduledSeconds, askedSeconds) * 1000)
}
