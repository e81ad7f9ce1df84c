const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Retry schedule: ten attempts in about a day. */
const RETRY_DELAYS_MS = [
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]

export const MAIL_ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1

/** Time of the next attempt; undefined when all attempts are used up. */
export function nextMailAttempt(attemptsMade: number, now: Date): Date | undefined {
  const delayMs = RETRY_DELAYS_MS[attemptsMade - 1]
  return delayMs === undefined ? undefined : new Date(now.getTime() + delayMs)
}

/** Outcome of an attempt: `retry` is temporary, `failed` permanent. `reason` contains no address. */
export type SentMail = { result: 'sent' } | { result: 'retry' | 'failed'; reason: string }
