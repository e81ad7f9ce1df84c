import type { ProblemCode } from '#contract/problem.ts'
import { createFixedWindow } from '#domain/limits/window.ts'
import type { Logger } from 'pino'

const MINUTE_MS = 60_000
/** Bounds the log during a guessing attack; the metrics count every failure. */
const LINES_PER_MINUTE_MAX = 120

export interface AuthFailure {
  requestId: string
  operation: string
  code: ProblemCode
  /** Present when the key is known but lacks permission. */
  keyId: string | undefined
  /** Undefined for calls within the process. */
  address: string | undefined
}

/** Logs authentication and authorization failures, up to a maximum per minute. */
export function createAuthFailureLog({
  log,
  wallClock,
}: {
  log: Pick<Logger, 'warn'>
  wallClock: () => Date
}): (call: AuthFailure) => void {
  const lines = createFixedWindow({ windowMs: MINUTE_MS, nowMs: () => wallClock().getTime() })
  return (call) => {
    const { count } = lines.count()
    if (count > LINES_PER_MINUTE_MAX) return
    const isLast = count === LINES_PER_MINUTE_MAX
    log.warn({ ...call, ...(isLast && { restIsCounted: true }) }, 'a caller was refused')
  }
}
