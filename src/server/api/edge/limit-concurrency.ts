import { createSemaphore } from '#domain/limits/semaphore.ts'
import { refuse } from '../../service/outcome.ts'
import { answerWith, type EdgeCall, type Next, type Step } from './call.ts'

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
