import { createGuessLimit } from '../../limits/rate-limit.ts'
import { refuse } from '../../service/outcome.ts'
import { answerWith, type Step } from './call.ts'

const DETAIL = 'Too many wrong API keys from this address.'

/** Rate-limits wrong API keys by network address. Valid ones from the same address are still served. */
export function limitGuesses(guessesPerMinute: number): Step {
  const limit = createGuessLimit(guessesPerMinute)
  return async (call, next) => {
    const answer = await next(call)
    const { result } = answer
    if (result.outcome !== 'refused' || result.code !== 'invalid_api_key') return answer
    const address = call.client?.address
    const retryAfterSeconds = address === undefined ? undefined : limit.count(address)
    if (retryAfterSeconds === undefined) return answer
    return answerWith(
      refuse('rate_limited', DETAIL, { retryAfter: retryAfterSeconds }),
      answer.headers,
    )
  }
}
