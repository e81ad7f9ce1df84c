/** What the checks are about. The names are also those of `--only`. */
export const CHECK_GROUPS = ['genuine', 'tolerant', 'forged', 'stale', 'manners', 'effect'] as const
export type CheckGroup = (typeof CHECK_GROUPS)[number]

export interface Check {
  group: CheckGroup
  /** What the receiver does when it is right. */
  title: string
  /** What an answer to its plays must be; other checks look at all answers, or at what they brought about. */
  expects?: 'taken' | 'refused'
  /** The run fails without it. */
  must: boolean
  weight: number
  sent: string
  expected: string
  why: string
  mend: string
}
