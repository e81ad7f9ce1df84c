import type { ProblemCode } from '../../contract/problem.ts'
import { createMinuteCount } from '../../domain/minute-count.ts'
import type { ServiceContext } from '../context.ts'

/** Enough to see what goes on: whoever guesses must not fill the log. The metrics count all of them. */
const LINES_PER_MINUTE_MAX = 120

export interface RefusedCall {
  requestId: string
  operation: string
  code: ProblemCode
  /** Of a key that is known, and may not do this. */
  keyId: string | undefined
  /** Of who called over the network. */
  address: string | undefined
}

/** Writes down who was refused for what they sent to say who they are, or for what they may not do. */
export function createRefusedCallers({
  log,
  wallClock,
}: Pick<ServiceContext, 'log' | 'wallClock'>): (call: RefusedCall) => void {
  const countLine = createMinuteCount(wallClock)
  return (call) => {
    const lines = countLine()
    if (lines > LINES_PER_MINUTE_MAX) return
    const isLast = lines === LINES_PER_MINUTE_MAX
    log.warn({ ...call, ...(isLast && { restIsCounted: true }) }, 'a caller was refused')
  }
}
