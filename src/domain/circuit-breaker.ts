const FAILURES_MAX = 5
const WINDOW_MS = 10_000
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 60_000
/** The wait that callers are given while a probe is under way. */
const PROBE_WAIT_MS = 5_000

interface Failure {
  atMs: number
  /** How many answers had been counted before this failure. */
  answersBefore: number
  sessionId: string | undefined
}

/**
 * The state of a circuit breaker. `closed`: all calls are permitted; `open`: none is; `probing` (half-open): one call
 * decides.
 */
export type CircuitBreaker =
  | { state: 'closed'; failures: readonly Failure[]; answers: number }
  | { state: 'open'; untilMs: number; waitMs: number }
  | { state: 'probing'; waitMs: number }

export const CLOSED: CircuitBreaker = { state: 'closed', failures: [], answers: 0 }

/** The right to make one call. Only the result of a `probe` closes or reopens an open breaker. */
export type Permit = 'ordinary' | 'probe'

/** How a permitted call ended; `not asked`: it was never made. */
export type Result = 'answered' | 'failed' | 'not asked'

/** Milliseconds until the next call is permitted; 0: now. */
export function waitMsOf(breaker: CircuitBreaker, nowMs: number): number {
  switch (breaker.state) {
    case 'closed':
      return 0
    case 'open':
      return Math.max(0, breaker.untilMs - nowMs)
    case 'probing':
      return PROBE_WAIT_MS
  }
}

/** Permits one call, or returns undefined while the breaker is open. The first call after the wait is the probe. */
export function acquire(
  breaker: CircuitBreaker,
  nowMs: number,
): { breaker: CircuitBreaker; permit: Permit } | undefined {
  if (waitMsOf(breaker, nowMs) > 0) return undefined
  if (breaker.state === 'closed') return { breaker, permit: 'ordinary' }
  return { breaker: { state: 'probing', waitMs: breaker.waitMs }, permit: 'probe' }
}

/** The breaker after a permitted call ended. */
export function record(
  breaker: CircuitBreaker,
  permit: Permit,
  result: Result,
  nowMs: number,
  /** Whose call it was: the failures of one session count once, so that one visitor opens no breaker. */
  sessionId?: string,
): CircuitBreaker {
  if (permit === 'ordinary') return recordOrdinary(breaker, result, nowMs, sessionId)
  if (breaker.state !== 'probing') return breaker
  const { waitMs } = breaker
  switch (result) {
    case 'answered':
      return CLOSED
    case 'failed':
      return open(Math.min(2 * waitMs, LONGEST_WAIT_MS), nowMs)
    case 'not asked':
      return { state: 'open', untilMs: nowMs, waitMs }
  }
}

/** Ignores calls that began before the breaker opened. */
function recordOrdinary(
  breaker: CircuitBreaker,
  result: Result,
  nowMs: number,
  sessionId: string | undefined,
): CircuitBreaker {
  if (breaker.state !== 'closed' || result === 'not asked') return breaker
  if (result === 'answered')
    return breaker.failures.length === 0 ? CLOSED : { ...breaker, answers: breaker.answers + 1 }
  const failures = [
    ...breaker.failures.filter(
      (failure) =>
        nowMs - failure.atMs < WINDOW_MS &&
        (sessionId === undefined || failure.sessionId !== sessionId),
    ),
    { atMs: nowMs, answersBefore: breaker.answers, sessionId },
  ].slice(-FAILURES_MAX)
  const answeredMeanwhile = breaker.answers - (failures[0]?.answersBefore ?? 0)
  // A processor that answers more often than not stays in use: an inquiry later resolves its failures.
  if (failures.length === FAILURES_MAX && answeredMeanwhile <= FAILURES_MAX)
    return open(FIRST_WAIT_MS, nowMs)
  return { ...breaker, failures }
}

function open(waitMs: number, nowMs: number): CircuitBreaker {
  return { state: 'open', untilMs: nowMs + waitMs, waitMs }
}
