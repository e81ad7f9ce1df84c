import { isCheckoutError, isConnectionError } from './errors.ts'

const RETRIES_MAX = 2
const BACKOFF_MS = 500
const RETRY_AFTER_SECONDS_MAX = 20

const REFUSALS_THAT_PASS = new Set<string>([
  'rate_limited',
  'temporarily_unavailable',
  'idempotency_in_progress',
])
const GATEWAY_STATUSES = new Set<number | null>([429, 502, 503, 504])

/** Whether a failure is transient: the same call may succeed later. */
export function maySucceedLater(failure: unknown): boolean {
  if (isConnectionError(failure))
    return failure.reason !== 'unreadable_answer' || GATEWAY_STATUSES.has(failure.status)
  if (!isCheckoutError(failure)) return false
  return REFUSALS_THAT_PASS.has(failure.code) || failure.status >= 500
}

/**
 * Exponential backoff with jitter, at least `Retry-After`, in milliseconds. `null`: do not retry, because the failure is
 * permanent, the attempts are used up, or `Retry-After` exceeds 20 s. `random` is in [0, 1).
 */
export function retryDelayMs(
  failure: unknown,
  retriesDone: number,
  random: () => number,
): number | null {
  if (retriesDone >= RETRIES_MAX) return null
  const backoffMs = BACKOFF_MS * 2 ** retriesDone * (0.5 + random() / 2)
  if (isConnectionError(failure)) return maySucceedLater(failure) ? backoffMs : null
  if (!isCheckoutError(failure) || !REFUSALS_THAT_PASS.has(failure.code)) return null
  const retryAfterSeconds = failure.retryAfterSeconds ?? 0
  if (retryAfterSeconds > RETRY_AFTER_SECONDS_MAX) return null
  return Math.max(backoffMs, retryAfterSeconds * 1000)
}
