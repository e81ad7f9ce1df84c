import {
  ANSWER_BYTES_GOOD,
  ANSWER_TIME_GOOD_MS,
  ANSWER_TIME_MAX_MS,
} from '../checks/other-checks.ts'
import type { Judgement } from './check-result.ts'
import type { PlayAnswer } from './observation.ts'

/** Judges times and sizes of all answers. */
export function judgeManners(
  check: 'in-time' | 'soon' | 'small',
  answers: readonly PlayAnswer[],
): Judgement {
  if (check === 'small') {
    const bodyBytes = Math.max(0, ...answers.map((answer) => answer.bodyBytes))
    return {
      verdict: bodyBytes <= ANSWER_BYTES_GOOD ? 'passed' : 'failed',
      came: `at most ${bodyBytes} bytes`,
    }
  }
  const silent = answers.find(({ error }) => error === 'timeout')
  if (silent !== undefined)
    return {
      verdict: 'failed',
      came: `no answer to ${silent.what} within ${seconds(silent.durationMs)} s`,
    }
  const limitMs = check === 'soon' ? ANSWER_TIME_GOOD_MS : ANSWER_TIME_MAX_MS
  const slowest = answers.reduce<PlayAnswer | undefined>(
    (slow, answer) => (slow === undefined || answer.durationMs > slow.durationMs ? answer : slow),
    undefined,
  )
  if (slowest === undefined) return { verdict: 'passed', came: 'no answer' }
  const { durationMs, what } = slowest
  const slow = answers.filter((answer) => answer.durationMs >= ANSWER_TIME_GOOD_MS)
  if (check === 'in-time' && slow.length > answers.length / 2)
    return {
      verdict: 'failed',
      came: `${slow.length} of ${answers.length} answers took longer than ${seconds(ANSWER_TIME_GOOD_MS)} s`,
    }
  return {
    verdict: durationMs < limitMs ? 'passed' : 'failed',
    came: `${durationMs} ms at the slowest, to ${what}`,
  }
}

function seconds(durationMs: number): string {
  return String(durationMs / 1000)
}
