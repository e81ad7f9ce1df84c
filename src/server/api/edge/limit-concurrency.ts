import { createSemaphore } from '../../../domain/limits/semaphore.ts'
import { refuse } from '../handler.ts'
import { answerWith, type Step } from './call.ts'

const TOO_MANY = refuse('rate_limited', 'Too many calls of this merchant are under way.', {
  retryAfterSeconds: 1,
})

/** Bounds each merchant's concurrent calls. */
export function limitMerchantConcurrency(callsMax: number): Step {
  const underWay = createSemaphore({ permitsPerKeyMax: callsMax })
  return async (call, next) => {
    if (call.caller?.kind !== 'merchant') return next(call)
    const release = underWay.acquire(call.caller.merchant.id)
    if (release === undefined) return answerWith(TOO_MANY)
    try {
      return await next(call)
    } finally {
      release()
    }
  }
}
