import { checkOf, type CheckId } from '../checks/checks.ts'
import type { CheckGroup } from '../checks/check.ts'

/**
 * `unproven`: nothing wrong was seen, but a receiver that takes nothing genuine refuses everything. `not_played`: there
 * was no time left. `not_seen`: nobody told of the effect; it does not count.
 */
export type Verdict = 'passed' | 'failed' | 'unproven' | 'not_played' | 'not_seen'

export interface CheckResult {
  check: CheckId
  group: CheckGroup
  title: string
  must: boolean
  verdict: Verdict
  weight: number
  /** From 0 to `weight`. */
  points: number
  sent: string
  expected: string
  came: string
  why: string
  /** What to do about it; null where nothing is to be done. */
  mend: string | null
}

export interface Judgement {
  verdict: Verdict
  came: string
  /** The part of the weight that is earned. */
  share?: number
  mend?: string
}

const SHARES: Record<Verdict, number> = {
  passed: 1,
  failed: 0,
  unproven: 0,
  not_played: 0,
  not_seen: 0,
}

export function resultOf(
  check: CheckId,
  { verdict, came, share = SHARES[verdict], mend }: Judgement,
): CheckResult {
  const { group, title, must, weight, sent, expected, why, mend: usual } = checkOf(check)
  const rest = { weight, points: weight * share, sent, expected, came, why }
  return {
    check,
    group,
    title,
    must,
    verdict,
    ...rest,
    mend: verdict === 'passed' ? null : (mend ?? usual),
  }
}
