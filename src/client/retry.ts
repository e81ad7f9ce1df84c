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

/** Whether the same call may be answered another time: nothing about it is wrong. */
export function maySucceedLater(failure: unknown): boolean {
  if (isConnectionError(failure))
    return failure.reason !== 'unreadable_answer' || GATEWAY_STATUSES.has(failure.status)
  if (!isCheckoutError(failure)) return false
  return REFUSALS_THAT_PASS.has(failure.code) || failure.status >= 500
}

/**
 * How long to wait before trying again after `retriesDone` retries; `null` when another try cannot help, or when the
 * server asks for a longer pause than a caller would wait. `random` is in [0, 1).
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
