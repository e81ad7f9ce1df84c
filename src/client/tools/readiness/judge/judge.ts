import { checkOf, type CheckId } from '../checks/checks.ts'
import type { PlayedSession } from '../plays/play.ts'
import { resultOf, type CheckResult, type Judgement } from './check-result.ts'
import { isTaken, judgeAnswers } from './judge-answers.ts'
import { hasShipped, judgeForgedEffect, judgeFulfilment, whyHidden } from './judge-effect.ts'
import { judgeManners } from './judge-manners.ts'
import type { Observed } from './observation.ts'

export interface Judged {
  /** From 0 to 100; 100 only when every counted check passed. */
  score: number
  /** Whether every required check passed. */
  passed: boolean
  /** Whether anything genuine was accepted: without that, refusals prove nothing. */
  reached: boolean
  /** Whether any paid order was given out; null: not seen. */
  shipped: boolean | null
  checks: CheckResult[]
}

/** Scores a receiver. What was not seen earns nothing, and does not pass. */
export function judge(
  observed: Observed,
  sessions: readonly [PlayedSession, ...PlayedSession[]],
  checks: readonly CheckId[],
): Judged {
  const reached = observed.answers.some(
    (answer) => checkOf(answer.check).expects === 'taken' && isTaken(answer),
  )
  const shipped = hasShipped(observed.looks, sessions)
  const results = checks.map((check) => {
    const judgement = judgeOne(check, observed, sessions)
    if (!reached) return resultOf(check, doubted(judgement, TAKES_NOTHING))
    return resultOf(check, shipped === false ? doubted(judgement, SHIPS_NOTHING) : judgement)
  })
  return {
    score: scoreOf(results),
    passed: results.every(({ must, verdict }) => !must || verdict === 'passed'),
    reached,
    shipped,
    checks: results,
  }
}

function judgeOne(
  check: CheckId,
  { answers, looks }: Observed,
  sessions: readonly [PlayedSession, ...PlayedSession[]],
): Judgement {
  if (check === 'nothing-by-forgery') return judgeForgedEffect(looks, sessions)
  if (check === 'exactly-once') return judgeFulfilment(looks, sessions)
  if (check === 'in-time' || check === 'soon' || check === 'small')
    return judgeManners(check, answers)
  const judgement = judgeAnswers(
    check,
    answers.filter((answer) => answer.check === check),
  )
  const hidden = judgement.verdict === 'passed' ? whyHidden(check, sessions, looks) : undefined
  return hidden ?? judgement
}

const TAKES_NOTHING =
  'First let it take what is genuine: a receiver that takes nothing refuses everything.'
const SHIPS_NOTHING =
  'First let it give out what is paid: a shop that does nothing does nothing wrong.'

function doubted(judgement: Judgement, mend: string): Judgement {
  if (judgement.verdict !== 'passed') return { ...judgement, share: 0 }
  return { verdict: 'unproven', came: judgement.came, mend }
}

/** Rounded down, so that 100 means everything passed. */
export function scoreOf(results: readonly Pick<CheckResult, 'weight' | 'points'>[]): number {
  const possible = results.reduce((sum, { weight }) => sum + weight, 0)
  const earned = results.reduce((sum, { points }) => sum + points, 0)
  return possible === 0 ? 0 : Math.floor((100 * earned) / possible)
}
