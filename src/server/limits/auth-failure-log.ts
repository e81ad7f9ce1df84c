import type { ProblemCode } from '../../contract/problem.ts'
import { createFixedWindow } from '../../domain/limits/window.ts'
import type { ServiceContext } from '../context.ts'

const MINUTE_MS = 60_000
/** Enough to see what goes on: whoever guesses must not fill the log. The metrics count all of them. */
const LINES_PER_MINUTE_MAX = 120

export interface AuthFailure {
  requestId: string
  operation: string
  code: ProblemCode
  /** Of a key that is known, and may not do this. */
  keyId: string | undefined
  /** Of who called over the network. */
  address: string | undefined
}

/** Writes down who was refused for what they sent to say who they are, or for what they may not do. */
export function createAuthFailureLog({
  log,
  wallClock,
}: Pick<ServiceContext, 'log' | 'wallClock'>): (call: AuthFailure) => void {
  const lines = createFixedWindow({ windowMs: MINUTE_MS, nowMs: () => wallClock().getTime() })
  return (call) => {
    const { count } = lines.count()
    if (count > LINES_PER_MINUTE_MAX) return
    const isLast = count === LINES_PER_MINUTE_MAX
    log.warn({ ...call, ...(isLast && { restIsCounted: true }) }, 'a caller was refused')
  }
}
