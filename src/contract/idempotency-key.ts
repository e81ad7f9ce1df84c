import { z } from 'zod'
import { LIMITS } from './limits.ts'

const VISIBLE = /^[\x21-\x7e]+$/
export const IDEMPOTENCY_KEY_RULE = `must be 1 to ${LIMITS.idempotencyKeyLengthMax} visible ASCII characters`

/** Makes a repeated request harmless. */
export const IdempotencyKey = z
  .string()
  .regex(VISIBLE, IDEMPOTENCY_KEY_RULE)
  .max(LIMITS.idempotencyKeyLengthMax, IDEMPOTENCY_KEY_RULE)
