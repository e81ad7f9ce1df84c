const FAILURES_MAX = 5
const WINDOW_MS = 10_000
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 60_000
/** What whoever comes while one is trying is told to wait. */
const PROBE_WAIT_MS = 5_000

interface Failure {
  atMs: number
  /** Answers that had been counted before it. */
  answersBefore: number
}

/** What is known of somebody who is asked again and again: closed lets everybody ask, open nobody, probing one. */
export type CircuitBreaker =
  | { state: 'closed'; failures: readonly Failure[]; answers: number }
  | { state: 'open'; untilMs: number; waitMs: number }
  | { state: 'probing'; waitMs: number }

export const CLOSED: CircuitBreaker = { state: 'closed', failures: [], answers: 0 }

/** As whom somebody asks. Only the probe of an open breaker decides what becomes of it. */
export type Pass = 'ordinary' | 'probe'

/** What became of one who had a pass. */
export type Result = 'answered' | 'failed' | 'not asked'

/** How long nobody may ask; 0: now. */
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

/** Lets one ask, if anybody may; the first after the wait is the probe. */
export function enter(
  breaker: CircuitBreaker,
  nowMs: number,
): { breaker: CircuitBreaker; pass: Pass } | undefined {
  if (waitMsOf(breaker, nowMs) > 0) return undefined
  if (breaker.state === 'closed') return { breaker, pass: 'ordinary' }
  return { breaker: { state: 'probing', waitMs: breaker.waitMs }, pass: 'probe' }
}

/** What is known after one who had a pass got an answer, got none, or did not ask after all. */
export function learn(
  breaker: CircuitBreaker,
  pass: Pass,
  result: Result,
  nowMs: number,
): CircuitBreaker {
  if (pass === 'ordinary') return learnOrdinary(breaker, result, nowMs)
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

/** Who asked before it opened decides nothing any more. */
function learnOrdinary(breaker: CircuitBreaker, result: Result, nowMs: number): CircuitBreaker {
  if (breaker.state !== 'closed' || result === 'not asked') return breaker
  if (result === 'answered')
    return breaker.failures.length === 0 ? CLOSED : { ...breaker, answers: breaker.answers + 1 }
  const failures = [
    ...breaker.failures.filter(({ atMs }) => nowMs - atMs < WINDOW_MS),
    { atMs: nowMs, answersBefore: breaker.answers },
  ].slice(-FAILURES_MAX)
  const answeredMeanwhile = breaker.answers - (failures[0]?.answersBefore ?? 0)
  // Who answers more often than not is better asked: what fails is found out about afterwards.
  if (failures.length === FAILURES_MAX && answeredMeanwhile <= FAILURES_MAX)
    return open(FIRST_WAIT_MS, nowMs)
  return { ...breaker, failures }
}

function open(waitMs: number, nowMs: number): CircuitBreaker {
  return { state: 'open', untilMs: nowMs + waitMs, waitMs }
}
