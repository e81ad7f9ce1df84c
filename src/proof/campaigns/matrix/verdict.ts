import { isImpossible } from './cases.ts'
import type { Case, CaseResult } from './run-case.ts'

/** `prevented`: the point was not reached, and the scripted processor was unkind. */
export type CaseVerdict = 'held' | 'broken' | 'missed' | 'prevented' | 'impossible'

/** Later ones replace earlier ones when a case ran with several seeds. */
const ORDER: readonly CaseVerdict[] = ['impossible', 'prevented', 'held', 'missed', 'broken']

type Judged = Pick<CaseResult, 'reached'> & {
  violations: readonly unknown[]
  unkindnesses: readonly string[]
}

export function verdictOf(
  given: Case,
  { reached, violations, unkindnesses }: Judged,
  isAtAdyen = false,
): CaseVerdict {
  if (violations.length > 0) return 'broken'
  if (reached) return 'held'
  if (isImpossible(given, isAtAdyen)) return 'impossible'
  return unkindnesses.length > 0 ? 'prevented' : 'missed'
}

export function worse(before: CaseVerdict | undefined, now: CaseVerdict): CaseVerdict {
  return before !== undefined && ORDER.indexOf(before) > ORDER.indexOf(now) ? before : now
}

/** Points that no seed reached in any of their cases, unless all of these are impossible. */
export function unreachedPoints(
  cases: readonly Case[],
  reached: ReadonlySet<Case>,
  isAtAdyen = false,
): string[] {
  const possible = cases.filter((given) => !isImpossible(given, isAtAdyen))
  const names = new Set(possible.map(({ point }) => point.name))
  for (const { point } of reached) names.delete(point.name)
  return [...names]
}
