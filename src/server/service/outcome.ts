import type { DashboardProblemCode } from '#contract/dashboard/problem.ts'
import type { FieldProblem, ProblemCode } from '#contract/problem.ts'

/**
 * Every code of a refusal. The API translates its own by `PROBLEMS`, the dashboard its own by `DASHBOARD_PROBLEMS`; a type
 * parameter of `Refused` tells which codes a use case returns, so that each adapter's table is complete.
 */
export type RefusalCode = ProblemCode | DashboardProblemCode | OwnCode

/** Codes that only the command line tells apart. */
type OwnCode = 'already_disabled' | 'user_disabled' | 'no_replay' | 'role_too_mighty'

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

/**
 * Refuses within a transaction, which is rolled back. The only exception that refuses: `refusing` turns it into its value.
 * Its refusal's code is not a property `code`: errors with a `code` are taken for connection errors (`database-errors.ts`).
 */
export class RollBack extends Error {
  override name = 'RollBack'
  readonly refused: Refused<RefusalCode>
  constructor(refused: Refused<RefusalCode>) {
    super(`refused: ${refused.code}`)
    this.refused = refused
  }
}

/** A shorthand for what has nothing to say but its code. */
export function rollBack(code: RefusalCode, fields?: FieldProblem[]): RollBack {
  return new RollBack(refuse(code, '', fields && { fields }))
}

/** What a use case within the caller's transaction has done. Throws `RollBack` when it was refused. */
export function valueOf<T>(outcome: Outcome<T, RefusalCode>): T {
  if (outcome.outcome === 'done') return outcome.value
  throw new RollBack(outcome)
}

/** Runs work that may throw `RollBack`. */
export async function refusing<T>(work: () => Promise<T>): Promise<Outcome<T, RefusalCode>> {
  try {
    return done(await work())
  } catch (error) {
    if (error instanceof RollBack) return error.refused
    throw error
  }
}
