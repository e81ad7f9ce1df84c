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

/** A request with an Idempotency-Key: the same key and value of the body get the stored response. */
export interface IdempotentRequest {
  route: string
  key: string
  /** SHA-256 of the body's bytes, the only hash that earlier releases have stored. */
  bodyHash: Buffer
  /** SHA-256 of the body's value as canonical JSON. */
  valueHash: Buffer
}

/** A response whose JSON is already serialized, because it is stored byte for byte. */
export interface Written {
  outcome: 'written'
  status: number
  location: string | null
  body: string
  replayed: boolean
}

export type Result<T> = Done<T> | Written | Refused

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
