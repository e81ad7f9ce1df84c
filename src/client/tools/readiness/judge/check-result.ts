import { checkOf, type CheckId } from '../checks/checks.ts'
import type { CheckGroup } from '../checks/check.ts'

/**
 * `unproven`: passed, but the receiver accepted nothing genuine, or gave nothing out, so that it proves nothing. `not_played`:
 * the time was over. `not_seen`: the effect is unknown without `--state`, or what the receiver knew before hides it.
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
  /** The remedy; null when it passed. */
  mend: string | null
}

export interface Judgement {
  verdict: Verdict
  came: string
  /** Earned share of the weight, from 0 to 1. */
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
