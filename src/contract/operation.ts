import { z } from 'zod'
import type { Scope } from './api-key.ts'
import type { ProblemCode } from './problem.ts'
import { Reference, SessionId } from './ids.ts'

/**
 * One operation of the API. Router, client and OpenAPI document share this table, so they cannot disagree. `refusals`
 * are the operation's own; those of every call of its kind of caller are in `COMMON_REFUSALS`.
 */
export interface Operation {
  method: 'get' | 'post'
  path: string
  summary: string
  description?: string
  caller: 'anyone' | 'merchant' | 'checkout'
  scope?: Scope
  /** Absent in production. */
  sandboxOnly?: boolean
  /** Honours `Idempotency-Key`. */
  idempotent?: boolean
  /** Refuses a request without `Idempotency-Key`, because it moves money. Only with `idempotent`. */
  requiresIdempotencyKey?: boolean
  /** Takes `Idempotency-Key` as the identity of one payment: a repeated key never pays twice. */
  idempotencyKey?: boolean
  parameters?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Default: `LIMITS.bodyBytesMax`. */
  bodyBytesMax?: number
  status: 200 | 201
  answer: z.ZodType
  /** Media types of a binary response, which both ends hold as `{ contentType, bytes }`. Absent: JSON. */
  answerTypes?: readonly string[]
  /** Media types of bytes that `Accept` may ask for in place of JSON. */
  alsoTypes?: readonly string[]
  refusals: readonly ProblemCode[]
}

export const Nothing = z.strictObject({}).prefault({})
export const bySession = z.object({ id: SessionId })
export const byReference = z.object({ reference: Reference })
