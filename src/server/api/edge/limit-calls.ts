import { createSemaphore } from '#domain/limits/semaphore.ts'
import { networkOf } from '#http/network-of.ts'
import { createGuessLimit, type RateLimit } from '../../limits/rate-limit.ts'
import { refuse } from '../../service/outcome.ts'
import { answerWith, type EdgeCall, type Next, type Step } from './call.ts'

const DETAIL = 'Too many wrong API keys from this network.'

/** Rate-limits wrong API keys by network, and by address within a private one. Valid ones from there are still served. */
export function limitGuesses(guessesPerMinute: number): Step {
  const limit = createGuessLimit(guessesPerMinute)
  return async (call, next) => {
    const answer = await next(call)
    const { result } = answer
    if (result.outcome !== 'refused' || result.code !== 'invalid_api_key') return answer
    const address = call.client?.address
    const retryAfterSeconds =
      address === undefined ? undefined : limit.count(networkOf(address) ?? address)
    if (retryAfterSeconds === undefined) return answer
    return answerWith(
      refuse('rate_limited', DETAIL, { retryAfter: retryAfterSeconds }),
      answer.headers,
    )
  }
}

/** Rate-limits each merchant's calls and reports the remaining quota in headers. */
export function limitMerchantRate(limit: RateLimit): Step {
  const limited = async (merchantId: string, call: EdgeCall, next: Next) => {
    const { allowed, headers, retryAfterSeconds } = limit.count(merchantId)
    const detail = 'Too many requests of this merchant. Slow down.'
    if (!allowed)
      return answerWith(refuse('rate_limited', detail, { retryAfter: retryAfterSeconds }), headers)
    const answer = await next(call)
    return { ...answer, headers: { ...headers, ...answer.headers } }
  }
  return (call, next) =>
    call.caller?.kind === 'merchant' ? limited(call.caller.merchant.id, call, next) : next(call)
}

const TOO_MANY = refuse('rate_limited', 'Too many calls of this merchant are under way.', {
  retryAfter: 1,
})

/** Bounds each merchant's concurrent calls. */
export function limitMerchantConcurrency(callsMax: number): Step {
  const underWay = createSemaphore({ permitsPerKeyMax: callsMax })
  const limited = async (merchantId: string, call: EdgeCall, next: Next) => {
    const release = underWay.acquire(merchantId)
    if (release === undefined) return answerWith(TOO_MANY)
    try {
      return await next(call)
    } finally {
      release()
    }
  }
  return (call, next) =>
    call.caller?.kind === 'merchant' ? limited(call.caller.merchant.id, call, next) : next(call)
}
