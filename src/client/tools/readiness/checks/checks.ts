import type { Check, CheckGroup } from './check.ts'
import { FORGED_CHECKS } from './forged-checks.ts'
import { GENUINE_CHECKS } from './genuine-checks.ts'
import { OTHER_CHECKS } from './other-checks.ts'

const CHECKS = { ...GENUINE_CHECKS, ...FORGED_CHECKS, ...OTHER_CHECKS } satisfies Record<
  string,
  Check
>
/** The checks' names in the report's order, also accepted by `--only`. */
export type CheckId = keyof typeof CHECKS
export const CHECK_IDS = Object.keys(CHECKS) as CheckId[]

export function checkOf(id: CheckId): Check {
  return CHECKS[id]
}

export function checksOf(group: CheckGroup): CheckId[] {
  return CHECK_IDS.filter((id) => checkOf(id).group === group)
}
