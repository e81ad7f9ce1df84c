import type { CheckResult } from '../judge/check-result.ts'
import { adviceWhenClumsy, adviceWhenNotTaken } from '../judge/judge-answers.ts'
import { ANSWER_TIME_GOOD_MS, ANSWER_TIME_MAX_MS } from '../checks/other-checks.ts'
import type { Evidence, ItemVerdict } from './report.ts'

export interface ItemJudgement {
  verdict: ItemVerdict
  came: string
  mend: string | null
}

const RECEIVER = 'npx --no hosted-checkout chaos tries the receiver closely and says what to mend.'

/** Whether every expected notification was acknowledged. */
export function judgeDelivered(
  expected: readonly string[],
  evidence: readonly Evidence[],
): ItemJudgement {
  const missing = expected.filter((type) => !evidence.some(({ what }) => what === type))
  if (missing.length > 0)
    return failed(
      `${missing.join(' and ')} did not happen within the time of this run.`,
      "Is the merchant's clock stopped? See: npx --no hosted-checkout clock",
    )
  const wrong = evidence.find(({ status }) => status !== 'succeeded')
  if (wrong === undefined) return passed(`${evidence.map(tried).join('; ')}.`)
  if (wrong.status === 'not_sent')
    return failed(
      `${wrong.what} was sent to nobody.`,
      'The operator sets a callback, or enables it again: checkout callback set --merchant … --url …',
    )
  const last = wrong.attempts.at(-1)
  if (last === undefined)
    return failed(
      `${wrong.what} was not sent within the time of this run.`,
      "Does the sandbox's worker run, and does the merchant's clock move?",
    )
  const { statusCode: status, error } = last
  const advice = adviceWhenNotTaken({ status, error })
  return failed(`${tried(wrong)}.`, status === null ? advice : `${advice} ${RECEIVER}`.trim())
}

/** One judgement of several checks: of those that failed, else of those that were not seen. */
export function judgeChecks(results: readonly CheckResult[]): ItemJudgement {
  const isNotSeen = ({ verdict }: CheckResult) => verdict === 'not_seen'
  const open = results.filter(({ verdict }) => verdict !== 'passed')
  const wrong = open.filter((result) => !isNotSeen(result))
  if (open.length === 0) return passed(`All ${results.length} checks of it passed.`)
  const told = wrong.length > 0 ? wrong : open
  return {
    verdict: wrong.length > 0 ? 'failed' : 'not_seen',
    came: `${told.map(({ title, came }) => `${title}: ${came}`).join('; ')}.`,
    mend: [...new Set(told.flatMap(({ mend }) => (mend === null ? [] : [mend])))].join(' '),
  }
}

/** Whether each forgery was refused. */
export function judgeRefused(evidence: readonly Evidence[]): ItemJudgement {
  const isRefused = ({ attempts }: Evidence) =>
    attempts.every(({ statusCode }) => statusCode !== null && statusCode >= 400 && statusCode < 500)
  const came = `${evidence.map(tried).join('; ')}.`
  const wrong = evidence.filter((it) => !isRefused(it))
  const [first] = wrong
  if (first === undefined) return passed(came)
  const answers = wrong.flatMap(({ attempts }) => attempts)
  const isAccepted = answers.some(
    ({ statusCode }) => statusCode !== null && statusCode >= 200 && statusCode < 300,
  )
  if (isAccepted)
    return failed(
      came,
      `It accepts what is forged: verify every notification before anything else, and answer 400. ${RECEIVER}`,
    )
  const { statusCode: status = null, error = null } = first.attempts.at(-1) ?? {}
  const advice = status === null ? adviceWhenNotTaken : adviceWhenClumsy
  return failed(came, advice({ status, error }))
}

/** Whether answers came in time, at the first attempt. */
export function judgeTimes(evidence: readonly Evidence[]): ItemJudgement {
  const attempts = evidence.flatMap((it) => it.attempts)
  if (attempts.length === 0)
    return { verdict: 'not_seen', came: 'There was no answer to time.', mend: null }
  const slowestMs = Math.max(...attempts.map(({ durationMs }) => durationMs))
  const repeated = evidence.filter(({ attempts }) => attempts.length > 1)
  const slow = attempts.filter(({ durationMs }) => durationMs >= ANSWER_TIME_GOOD_MS)
  const came = `The slowest of ${attempts.length} answers took ${slowestMs} ms; ${repeated.length === 0 ? 'all came at the first try' : `${repeated.length} needed more than one try`}.`
  const isAlwaysSlow = attempts.length > 1 && slow.length > attempts.length / 2
  if (slowestMs >= ANSWER_TIME_MAX_MS || repeated.length > 0 || isAlwaysSlow)
    return failed(
      came,
      'Keep the notification, answer 2xx at once, and do the work afterwards; then look why the first try failed.',
    )
  return slowestMs < ANSWER_TIME_GOOD_MS
    ? passed(came)
    : { ...passed(came), mend: 'Answer before the work is done: under load slow becomes too late.' }
}

function tried({ what, attempts, status }: Evidence): string {
  const last = attempts.at(-1)
  const answer = last?.statusCode ?? last?.error ?? 'no answer'
  const times = attempts.length > 1 ? ` after ${attempts.length} tries` : ''
  return `${what}: ${answer}${times}${status === 'disabled' ? ', and the callback is disabled' : ''}`
}

export function passed(came: string): ItemJudgement {
  return { verdict: 'passed', came, mend: null }
}

export function failed(came: string, mend: string): ItemJudgement {
  return { verdict: 'failed', came, mend }
}
