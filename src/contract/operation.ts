import { z } from 'zod'
import type { Scope } from './api-key.ts'
import type { ProblemCode } from './problem.ts'
import { Reference, SessionId } from './ids.ts'

/**
 * One call of the API. The router, the client and the OpenAPI document all read this table, so that none can say
 * something else than the others. `refusals` are those of the call itself; the ones that any call of its kind of caller
 * may get are in `COMMON_REFUSALS`.
 */
export interface Operation {
  method: 'get' | 'post'
  path: string
  summary: string
  description?: string
  caller: 'anyone' | 'merchant' | 'checkout'
  scope?: Scope
  /** Asks for somebody who looks at a merchant's notifications: their token stands in `X-Viewer-Token`. */
  viewer?: true
  /** In production there is no such call. */
  sandboxOnly?: boolean
  /** Honours `Idempotency-Key`. */
  idempotent?: boolean
  /** Takes `Idempotency-Key` as the name of one attempt, which is then never made twice. */
  idempotencyKey?: boolean
  parameters?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  status: 200 | 201
  answer: z.ZodType
  /** The answer is bytes as one of these media types: both ends know it as `{ contentType, bytes }`. Without: JSON. */
  answerTypes?: readonly string[]
  refusals: readonly ProblemCode[]
}

export const Nothing = z.strictObject({}).prefault({})
export const bySession = z.object({ id: SessionId })
export const byReference = z.object({ reference: Reference })
