import { createFixedWindow } from '#domain/limits/window.ts'

const WINDOW_SECONDS = 1
const GUESSES_WINDOW_SECONDS = 60

const monotonicMs = () => performance.now()

export interface RateLimit {
  count(merchantId: string): RateLimitState
}

export interface RateLimitState {
  allowed: boolean
  retryAfterSeconds: number
  /** The fields of the IETF draft "RateLimit header fields for HTTP". */
  headers: { RateLimit: string; 'RateLimit-Policy': string }
}

/** A fixed-window rate limit per merchant and second, counted in this process. */
export function createRateLimit(requestsPerSecond: number, nowMs = monotonicMs): RateLimit {
  const window = createFixedWindow({ windowMs: WINDOW_SECONDS * 1000, nowMs })
  const policy = `"merchant";q=${requestsPerSecond};w=${WINDOW_SECONDS}`
  return {
    count(merchantId) {
      const { count, endsInMs } = window.count(merchantId)
      const seconds = Math.ceil(endsInMs / 1000)
      const remaining = Math.max(0, requestsPerSecond - count)
      return {
        allowed: count <= requestsPerSecond,
        retryAfterSeconds: seconds,
        headers: {
          RateLimit: `"merchant";r=${remaining};t=${seconds}`,
          'RateLimit-Policy': policy,
        },
      }
    },
  }
}

/**
 * A fixed-window rate limit of wrong keys per address and minute. It slows guessing; a right key from
 * the same address is still served.
 */
export interface GuessLimit {
  /** Counts one guess. Returns the seconds to wait when over the limit, else undefined. */
  count(address: string): number | undefined
}

export function createGuessLimit(perMinute: number, nowMs = monotonicMs): GuessLimit {
  const window = createFixedWindow({ windowMs: GUESSES_WINDOW_SECONDS * 1000, nowMs })
  return {
    count(address) {
      const { count, endsInMs } = window.count(address)
      return count <= perMinute ? undefined : Math.ceil(endsInMs / 1000)
    },
  }
}

/** Default rate limit of wrong API keys per network address. */
export const WRONG_KEYS_PER_MINUTE = 20
