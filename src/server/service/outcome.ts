import type { FieldProblem, ProblemCode } from '#contract/problem.ts'

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

export interface Accepted<T> {
  outcome: 'accepted'
  value: T
}

export interface Refusal {
  outcome: 'refused'
  code: ProblemCode
  detail: string
  errors?: FieldProblem[]
  retryAfterSeconds?: number
}

export type Result<T> = Accepted<T> | Written | Refusal

export function accept<T>(value: T): Accepted<T> {
  return { outcome: 'accepted', value }
}

export function refuse(
  code: ProblemCode,
  detail: string,
  more: { errors?: FieldProblem[]; retryAfterSeconds?: number } = {},
): Refusal {
  return { outcome: 'refused', code, detail, ...more }
}
