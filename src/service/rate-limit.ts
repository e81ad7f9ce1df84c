import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

export interface RateLimit {
  /** Counts one request of a merchant. */
  take(merchantId: string): Promise<RateLimitState>
}

export interface RateLimitState {
  allowed: boolean
  retryAfterSeconds: number
  /** The fields of the IETF draft "RateLimit header fields for HTTP". */
  headers: { RateLimit: string; 'RateLimit-Policy': string }
}

const WINDOW_SECONDS = 1

/** At most so many requests of a merchant per second, counted in this process. */
export function createRateLimit(requestsPerSecond: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: requestsPerSecond, duration: WINDOW_SECONDS })
  const policy = `"merchant";q=${requestsPerSecond};w=${WINDOW_SECONDS}`

  function state(result: RateLimiterRes, allowed: boolean): RateLimitState {
    const seconds = Math.ceil(result.msBeforeNext / 1000)
    return {
      allowed,
      retryAfterSeconds: Math.max(1, seconds),
      headers: {
        RateLimit: `"merchant";r=${result.remainingPoints};t=${seconds}`,
        'RateLimit-Policy': policy,
      },
    }
  }

  return {
    async take(merchantId) {
      try {
        return state(await limiter.consume(merchantId), true)
      } catch (result) {
        if (result instanceof RateLimiterRes) return state(result, false)
        throw result
      }
    },
  }
}
