import type { Answer } from './answers.ts'

/** Does a counted call, unless there were too many. */
export async function within(
  retryAfterSeconds: number | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return retryAfterSeconds === undefined ? work() : { refused: 'rate_limited', retryAfterSeconds }
}
