import type { ProblemCode } from '../../../contract/problem.ts'
import { PAYMENT_MOVES } from '../../../domain/payment-state.ts'
import { RETRY_DELAYS_SECONDS } from '../../../domain/retry-schedule.ts'
import { SESSION_MOVES } from '../../../domain/session-state.ts'
import { POINTS } from '../matrix/points.ts'
import type { Wanted } from './coverage.ts'
import { moveName } from './moves.ts'

/** Refusals of valid requests; the fuzz campaign covers invalid ones. */
const REFUSALS: readonly ProblemCode[] = [
  'session_not_open',
  'payment_in_progress',
  'already_paid',
  'idempotency_in_progress',
  'session_expired',
  'session_canceled',
  'idempotency_key_reused',
  'refund_exceeds_payment',
  'too_many_attempts',
  'temporarily_unavailable',
]

/**
 * Other processors can reach these; the simulator decides a challenge at once, and never answers with an unknown
 * outcome.
 */
const NOT_IN_SANDBOX = [
  moveName('requires_action', 'processing'),
  moveName('processing', 'unknown'),
]

/** An exhausted delivery would break a promise: every receiver heals in time. */
const MOVES: Wanted = {
  'move of a session': movesOf(SESSION_MOVES),
  'move of a payment': movesOf(PAYMENT_MOVES).filter((move) => !NOT_IN_SANDBOX.includes(move)),
  'move of a refund': movesOf({ pending: ['succeeded', 'failed'] }),
  'move of a delivery': movesOf({
    pending: ['succeeded', 'disabled'],
    disabled: ['pending'],
  }),
}
const TRIES = RETRY_DELAYS_SECONDS.map((_, index) => String(index + 1))

/** Two of the operators' points are reached by the matrix alone. */
export const WANTED_IN_SIMULATION: Wanted = {
  'crash point': POINTS.filter(({ operation }) => operation === undefined).map(({ name }) => name),
  ...MOVES,
  refusal: REFUSALS,
  'try of a delivery': TRIES,
}
export const WANTED_IN_MATRIX: Wanted = { 'crash point': POINTS.map(({ name }) => name) }
export const WANTED_IN_CRASHES: Wanted = {
  ...MOVES,
  'move of a session': movesOf({ open: ['complete', 'canceled'] }),
}

function movesOf(moves: Record<string, readonly string[]>): string[] {
  return Object.entries(moves).flatMap(([from, to]) => to.map((next) => moveName(from, next)))
}
