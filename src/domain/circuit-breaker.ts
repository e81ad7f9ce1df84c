const FAILURES_MAX = 5
const WINDOW_MS = 10_000
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 60_000
/** The wait that callers are given while the breaker waits for a probe that is not theirs. */
const PROBE_WAIT_MS = 5_000
/** After this time a network whose call failed may probe again: there may be no other one. */
const FAILURE_REMEMBERED_MS = 300_000

/** Whose call it is. Where the network is unknown, visitors are told apart by their sessions alone. */
export interface Visitor {
  sessionId: string
  network?: string | undefined
  /** Whether this call may be the probe. It may not where the processor's module has a probe of its own. */
  mayProbe: boolean
}

interface Failure {
  atMs: number
  /** How many answers had been counted before this failure. */
  answersBefore: number
  visitor: Visitor
}

/**
 * The state of a circuit breaker. `closed`: all calls are permitted; `open`: none is; `probing` (half-open): one call
 * decides. `failures` of an open breaker say who may not probe it.
 */
export type CircuitBreaker =
  | { state: 'closed'; failures: readonly Failure[]; answers: number }
  | { state: 'open'; untilMs: number; waitMs: number; failures: readonly Failure[] }
  | { state: 'probing'; waitMs: number; failures: readonly Failure[] }

export const CLOSED: CircuitBreaker = { state: 'closed', failures: [], answers: 0 }

/** The right to make one call. Only the result of a `probe` closes or reopens an open breaker. */
export type Permit = 'ordinary' | 'probe'

/** How a permitted call ended; `not asked`: it was never made. */
export type Result = 'answered' | 'failed' | 'not asked'

/** Milliseconds until this visitor's next call may be permitted; 0: now. */
export function waitMsOf(breaker: CircuitBreaker, nowMs: number, visitor: Visitor): number {
  if (breaker.state === 'closed') return 0
  if (breaker.state === 'probing') return PROBE_WAIT_MS
  if (breaker.untilMs > nowMs) return breaker.untilMs - nowMs
  return visitor.mayProbe && !hasFailed(breaker.failures, visitor, nowMs) ? 0 : PROBE_WAIT_MS
}

/** Whether a call from this network failed. Sessions do not count here: a visitor opens another one at will. */
function hasFailed(failures: readonly Failure[], { network }: Visitor, nowMs: number): boolean {
  return failures.some(
    ({ atMs, visitor }) => nowMs - atMs < FAILURE_REMEMBERED_MS && isNetwork(visitor, network),
  )
}

function isSame(one: Visitor, other: Visitor): boolean {
  return one.sessionId === other.sessionId || isNetwork(one, other.network)
}

function isNetwork(visitor: Visitor, network: string | undefined): boolean {
  return network !== undefined && visitor.network === network
}

/** Permits one call, or returns undefined while the breaker is open. The first call after the wait is the probe. */
export function acquire(
  breaker: CircuitBreaker,
  nowMs: number,
  visitor: Visitor,
): { breaker: CircuitBreaker; permit: Permit } | undefined {
  if (waitMsOf(breaker, nowMs, visitor) > 0) return undefined
  return breaker.state === 'closed'
    ? { breaker, permit: 'ordinary' }
    : { breaker: probing(breaker), permit: 'probe' }
}

/** The breaker while its one probe is under way. */
export function probing(breaker: CircuitBreaker): CircuitBreaker {
  if (breaker.state !== 'open') return breaker
  const { waitMs, failures } = breaker
  return { state: 'probing', waitMs, failures }
}

/** The breaker after a permitted call ended. A probe of the processor's module has no visitor. */
export function record(
  breaker: CircuitBreaker,
  permit: Permit,
  result: Result,
  nowMs: number,
  visitor?: Visitor,
): CircuitBreaker {
  if (permit === 'ordinary')
    return visitor === undefined ? breaker : recordOrdinary(breaker, result, nowMs, visitor)
  if (breaker.state !== 'probing') return breaker
  const { waitMs, failures } = breaker
  switch (result) {
    case 'answered':
      return CLOSED
    case 'failed': {
      const remembered = failures.filter(({ atMs }) => nowMs - atMs < FAILURE_REMEMBERED_MS)
      const more = visitor === undefined ? [] : [{ atMs: nowMs, answersBefore: 0, visitor }]
      return open(Math.min(2 * waitMs, LONGEST_WAIT_MS), nowMs, [...remembered, ...more])
    }
    case 'not asked':
      return { state: 'open', untilMs: nowMs, waitMs, failures }
  }
}

/**
 * Ignores calls that began before the breaker opened. The failures of one session count once, and so do those of one
 * network, so that one visitor opens no breaker.
 */
function recordOrdinary(
  breaker: CircuitBreaker,
  result: Result,
  nowMs: number,
  visitor: Visitor,
): CircuitBreaker {
  if (breaker.state !== 'closed' || result === 'not asked') return breaker
  if (result === 'answered')
    return breaker.failures.length === 0 ? CLOSED : { ...breaker, answers: breaker.answers + 1 }
  const failures = [
    ...breaker.failures.filter(
      (failure) => nowMs - failure.atMs < WINDOW_MS && !isSame(failure.visitor, visitor),
    ),
    { atMs: nowMs, answersBefore: breaker.answers, visitor },
  ].slice(-FAILURES_MAX)
  const answeredMeanwhile = breaker.answers - (failures[0]?.answersBefore ?? 0)
  // A processor that answers more often than not stays in use: an inquiry later resolves its failures.
  if (failures.length === FAILURES_MAX && answeredMeanwhile <= FAILURES_MAX)
    return open(FIRST_WAIT_MS, nowMs, failures)
  return { ...breaker, failures }
}

function open(waitMs: number, nowMs: number, failures: readonly Failure[]): CircuitBreaker {
  return { state: 'open', untilMs: nowMs + waitMs, waitMs, failures }
}
