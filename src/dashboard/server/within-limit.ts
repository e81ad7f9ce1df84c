import type { Answer } from './answers.ts'

/** Runs a call that was counted, unless it is over the limit: then `retryAfterSeconds` is given. */
export async function within(
  retryAfterSeconds: number | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return retryAfterSeconds === undefined ? work() : { refused: 'rate_limited', retryAfterSeconds }
}
