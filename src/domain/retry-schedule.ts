/** The retry schedule: seconds before each delivery attempt since the last one. Twelve attempts in about 72 hours. */
export const RETRY_DELAYS_SECONDS = [
  0, 5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 72_000,
] as const

export const RETRY_AFTER_SECONDS_MAX = 86_400
const JITTER_RATIO = 0.2

export interface PastAttempts {
  /** Delivery attempts made so far. */
  attemptsMade: number
  now: Date
  /** A random number in [0, 1). Jitter of ±20 % keeps deliveries that failed together from being retried together. */
  jitter: number
  /** The receiver's `Retry-After`. */
  retryAfterSeconds?: number | undefined
}

/**
 * Backoff with jitter: the time of the next delivery attempt, or undefined when the schedule is exhausted. A longer
 * `Retry-After` is honoured up to 24 hours; a shorter one is ignored.
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
