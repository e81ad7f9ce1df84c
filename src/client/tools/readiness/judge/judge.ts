import { checkOf, type CheckId } from '../checks/checks.ts'
import type { PlayedSession } from '../plays/play.ts'
import { resultOf, type CheckResult, type Judgement } from './check-result.ts'
import { isTaken, judgeAnswers } from './judge-answers.ts'
import { judgeForgedEffect, judgeFulfilment } from './judge-effect.ts'
import { judgeManners } from './judge-manners.ts'
import type { Observed } from './observation.ts'

export interface Judged {
  /** From 0 to 100; 100 only when every counted check passed. */
  score: number
  /** Whether every required check passed. */
  passed: boolean
  /** Whether anything genuine was accepted: without that, refusals prove nothing. */
  reached: boolean
  checks: CheckResult[]
}

/** Scores a receiver. */
export function judge(
  observed: Observed,
  sessions: readonly [PlayedSession, ...PlayedSession[]],
  checks: readonly CheckId[],
): Judged {
  const reached = observed.answers.some(
    (answer) => checkOf(answer.check).expects === 'taken' && isTaken(answer),
  )
  const results = checks.map((check) => {
    const judgement = judgeOne(check, observed, sessions)
    return resultOf(check, reached ? judgement : doubted(judgement))
  })
  return {
    score: scoreOf(results),
    passed: results.every(({ must, verdict }) => !must || isGood(verdict)),
    reached,
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
  return judgeAnswers(
    check,
    answers.filter((answer) => answer.check === check),
  )
}

function doubted(judgement: Judgement): Judgement {
  if (judgement.verdict !== 'passed') return { ...judgement, share: 0 }
  return {
    verdict: 'unproven',
    came: judgement.came,
    mend: 'First let it take what is genuine: a receiver that takes nothing refuses everything.',
  }
}

function isGood(verdict: CheckResult['verdict']): boolean {
  return verdict === 'passed' || verdict === 'not_seen'
}

/** `not_seen` does not count. Rounded down, so that 100 means everything passed. */
export function scoreOf(
  results: readonly Pick<CheckResult, 'verdict' | 'weight' | 'points'>[],
): number {
  const counted = results.filter(({ verdict }) => verdict !== 'not_seen')
  const possible = counted.reduce((sum, { weight }) => sum + weight, 0)
  const earned = counted.reduce((sum, { points }) => sum + points, 0)
  return possible === 0 ? 0 : Math.floor((100 * earned) / possible)
}
