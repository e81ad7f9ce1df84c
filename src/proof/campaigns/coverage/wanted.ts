import type { ProblemCode } from '#contract/problem.ts'
import { PAYMENT_MOVES } from '#domain/payment-state.ts'
import { REFUND_MOVES } from '#domain/refund-state.ts'
import { RETRY_DELAYS_SECONDS } from '#domain/retry-schedule.ts'
import { SESSION_MOVES } from '#domain/session-state.ts'
import { WANTED_AT_BANK } from '../api-pix/days.ts'
import { adyenDaysNamed, WANTED_AT_ADYEN } from '../adyen/days.ts'
import { POINTS } from '../matrix/points.ts'
import type { Wanted } from './coverage.ts'
import { moveName } from './moves.ts'

/** Refusals of valid requests; the fuzz campaign covers invalid ones. */
const REFUSALS: readonly ProblemCode[] = [
  'session_not_open',
  'not_paid',
  'payment_in_progress',
  'already_paid',
  'idempotency_in_progress',
  'session_expired',
  'session_canceled',
  'idempotency_key_reused',
  'refund_exceeds_payment',
  'too_many_attempts',
  'temporarily_unavailable',
  'nothing_authorized',
  'capture_exceeds_authorization',
  'capture_in_progress',
  'void_in_progress',
]

/**
 * Other processors can reach these; the simulator decides a challenge at once, never answers with an unknown outcome, always takes
 * the amount that was asked, and takes nothing of what it released.
 */
const NOT_IN_SANDBOX = [
  moveName('requires_action', 'processing'),
  moveName('requires_action', 'unknown'),
  moveName('processing', 'unknown'),
  moveName('voided', 'succeeded'),
  ...movesOf(PAYMENT_MOVES).filter((move) => move.includes('amount_mismatch')),
]

/** An exhausted delivery would break a promise: every receiver heals in time. */
const MOVES: Wanted = {
  'move of a session': movesOf(SESSION_MOVES),
  'move of a payment': movesOf(PAYMENT_MOVES).filter((move) => !NOT_IN_SANDBOX.includes(move)),
  'move of a refund': movesOf(REFUND_MOVES),
  'move of a delivery': movesOf({
    pending: ['succeeded', 'disabled'],
    disabled: ['pending'],
  }),
}
/** As the scripted processor's cases go: they end lost, or won and then lost, and their steps come in any order. */
const MOVES_OF_DISPUTES = movesOf({
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  won: ['lost'],
})
const TRIES = RETRY_DELAYS_SECONDS.map((_, index) => String(index + 1))

/** Only the matrix reaches the two points that need an operator's command. */
export const WANTED_IN_SIMULATION: Wanted = {
  'crash point': POINTS.filter(({ operation }) => operation === undefined).map(({ name }) => name),
  ...MOVES,
  'move of a dispute': MOVES_OF_DISPUTES,
  refusal: REFUSALS,
  'try of a delivery': TRIES,
}
/** With Pix at a bank of API Pix. */
export const WANTED_WITH_BANK: Wanted = { ...WANTED_IN_SIMULATION, 'at the bank': WANTED_AT_BANK }
/** With cards at Adyen, which cannot be asked: nothing looks a payment up. */
export const WANTED_WITH_ADYEN: Wanted = {
  ...WANTED_IN_SIMULATION,
  'at Adyen': WANTED_AT_ADYEN,
}
export const WANTED_IN_MATRIX: Wanted = { 'crash point': POINTS.map(({ name }) => name) }
/** Nothing is held, disputed or sent back there. */
export const WANTED_IN_CRASHES: Wanted = {
  ...MOVES,
  'move of a payment': without(MOVES['move of a payment'], 'authorized', 'voided'),
  'move of a refund': without(MOVES['move of a refund'], 'reversed'),
  'move of a session': movesOf({ open: ['complete', 'canceled'] }),
}
/** A second Pix of a code that came after the first was booked. */
export const BOOKED_ON_TOP = 'a second Pix, booked on top'
export const WANTED_IN_CRASHES_AT_BANK: Wanted = {
  ...WANTED_IN_CRASHES,
  'move of a session': movesOf(SESSION_MOVES),
  'at the bank': WANTED_AT_BANK,
}
/** Cards are held at Adyen first. Its bad days, without what shoppers and banks do there: these campaigns only pay and refund. */
export const WANTED_IN_CRASHES_AT_ADYEN: Wanted = {
  ...WANTED_IN_CRASHES,
  'move of a payment': [
    ...(WANTED_IN_CRASHES['move of a payment'] ?? []),
    moveName('created', 'authorized'),
    moveName('authorized', 'succeeded'),
  ],
  'at Adyen': adyenDaysNamed(),
}

function movesOf(moves: Record<string, readonly string[]>): string[] {
  return Object.entries(moves).flatMap(([from, to]) => to.map((next) => moveName(from, next)))
}

function without(moves: readonly string[] = [], ...states: readonly string[]): string[] {
  return moves.filter((move) => !states.some((state) => move.includes(state)))
}
