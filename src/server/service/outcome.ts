import type { DashboardProblemCode } from '#contract/dashboard/problem.ts'
import type { FieldProblem, ProblemCode } from '#contract/problem.ts'

/**
 * Every code of a refusal. The API translates its own by `PROBLEMS`, the dashboard its own by `DASHBOARD_PROBLEMS`; a type
 * parameter of `Refused` tells which codes a use case returns, so that each adapter's table is complete.
 */
export type RefusalCode = ProblemCode | DashboardProblemCode

/** What a use case returns when it has done what was asked. */
export interface Done<T> {
  outcome: 'done'
  value: T
  /** The same request was done before: this is what it made. */
  isRepeated?: true
}

/** What a use case returns when it has changed nothing. */
export interface Refused<Code extends RefusalCode = ProblemCode> {
  outcome: 'refused'
  code: Code
  /** For people; empty where the adapter's table has the text. */
  detail: string
  fields?: FieldProblem[]
  /** In seconds. */
  retryAfter?: number
}

export type Outcome<T, Code extends RefusalCode = ProblemCode> = Done<T> | Refused<Code>

export function done<T>(value: T): Done<T> {
  return { outcome: 'done', value }
}

export function refuse<Code extends RefusalCode>(
  code: Code,
  detail = '',
  more: { fields?: FieldProblem[]; retryAfter?: number } = {},
): Refused<Code> {
  return { outcome: 'refused', code, detail, ...more }
}
