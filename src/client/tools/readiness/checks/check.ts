/** Groups of checks, also accepted by `--only`. */
export const CHECK_GROUPS = ['genuine', 'tolerant', 'forged', 'stale', 'manners', 'effect'] as const
export type CheckGroup = (typeof CHECK_GROUPS)[number]

export interface Check {
  group: CheckGroup
  /** What a correct receiver does. */
  title: string
  /** The expected answer to this check's plays: 2xx or 4xx. Checks without it judge all answers, or effects. */
  expects?: 'taken' | 'refused'
  /** Whether the run fails without it. */
  must: boolean
  weight: number
  sent: string
  expected: string
  why: string
  mend: string
}
