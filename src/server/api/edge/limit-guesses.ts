import type { ProblemCode } from '../../../contract/problem.ts'
import { createGuessLimit } from '../../limits/rate-limit.ts'
import { refuse } from '../handler.ts'
import { answerWith, type EdgeCall, type Step } from './call.ts'

interface Guess {
  detail: string
  /** Guesses of one key count together; undefined for those that nobody counts. */
  keyOf(call: EdgeCall): string | undefined
}

const GUESSES: Partial<Record<ProblemCode, Guess>> = {
  invalid_api_key: {
    detail: 'Too many wrong API keys from this address.',
    keyOf: ({ client }) => client?.address,
  },
  invalid_sign_in_link: {
    detail: 'Too many links that are none.',
    // They come from the page's backend, so that all of them count together.
    keyOf: () => '',
  },
}

/** Rate-limits wrong API keys and wrong sign-in links; right ones are served from the same address. */
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
