import type { RateLimit } from '../../limits/rate-limit.ts'
import { refuse } from '../../service/outcome.ts'
import { answerWith, type EdgeCall, type Next, type Step } from './call.ts'

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
