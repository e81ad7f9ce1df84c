import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const WRONG_KEYS_WINDOW_SECONDS = 60

/** Counts wrong keys by address, so many a minute: guessing is slowed down, and a right key from the same address is still served. */
export interface WrongKeyLimit {
  /** Counts one; resolves to the seconds to wait once there were too many. */
  take(address: string): Promise<number | undefined>
}

export function createWrongKeyLimit(perMinute: number): WrongKeyLimit {
  const limiter = new RateLimiterMemory({
    points: perMinute,
    duration: WRONG_KEYS_WINDOW_SECONDS,
  })
  return {
    async take(address) {
      try {
        await limiter.consume(address)
        return undefined
      } catch (result) {
        if (result instanceof RateLimiterRes) return secondsLeft(result, WRONG_KEYS_WINDOW_SECONDS)
        throw result
      }
    },
  }
}

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
    const seconds = secondsLeft(result, WINDOW_SECONDS)
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

/** Never more than the window, after which a timer forgets: the count of the seconds goes by a clock that can be set back. */
function secondsLeft({ msBeforeNext }: RateLimiterRes, windowSeconds: number): number {
  return Math.min(Math.ceil(msBeforeNext / 1000), windowSeconds)
}

/** Bounds how many calls of a merchant are under way at once, in this process. */
export interface CallsUnderWay {
  /** Counts one, and gives what ends it; undefined when there are too many. */
  begin(merchantId: string): (() => void) | undefined
}

export function createCallsUnderWay(max: number): CallsUnderWay {
  const underWay = new Map<string, number>()
  return {
    begin(merchantId) {
      const others = underWay.get(merchantId) ?? 0
      if (others >= max) return undefined
      underWay.set(merchantId, others + 1)
      return () => {
        const left = (underWay.get(merchantId) ?? 1) - 1
        if (left === 0) underWay.delete(merchantId)
        else underWay.set(merchantId, left)
      }
    },
  }
}
