import type { ProblemCode } from '../../../contract/problem.ts'
import { createGuessLimit } from '../../limits/rate-limit.ts'
import { refuse } from '../handler.ts'
import { answerWith, type EdgeCall, type Step } from './call.ts'

interface Guess {
  detail: string
  /** The rate limit's key; undefined for calls that are not counted. */
  keyOf(call: EdgeCall): string | undefined
}

const GUESSES: Partial<Record<ProblemCode, Guess>> = {
  invalid_api_key: {
    detail: 'Too many wrong API keys from this address.',
    keyOf: ({ client }) => client?.address,
  },
  invalid_sign_in_link: {
    detail: 'Too many links that are none.',
    // All come from the page's backend, so they share one counter.
    keyOf: () => '',
  },
}

/** Rate-limits wrong API keys and wrong sign-in links. Valid ones from the same address are still served. */
export function limitGuesses(guessesPerMinute: number): Step {
  const windows = new Map(
    Object.entries(GUESSES).map(([code, guess]) => [
      code,
      { ...guess, limit: createGuessLimit(guessesPerMinute) },
    ]),
  )
  return async (call, next) => {
    const answer = await next(call)
    if (answer.result.outcome !== 'refused') return answer
    const guess = windows.get(answer.result.code)
    const key = guess?.keyOf(call)
    if (guess === undefined || key === undefined) return answer
    const retryAfterSeconds = guess.limit.count(key)
    if (retryAfterSeconds === undefined) return answer
    return answerWith(refuse('rate_limited', guess.detail, { retryAfterSeconds }), answer.headers)
  }
}
