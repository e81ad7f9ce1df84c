import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '#contract/session.ts'
import type { SimulateInput } from '#contract/sandbox-simulate.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import type { OpenSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import {
  createSessionIn,
  type SessionStateName,
} from '#proof/testing/sandbox/session-states.fixture.ts'

type Outcome = SimulateInput['outcome']

/** Parts of the expected results: the payment's method and status, the session's statuses, and the types of notifications. */
const PAID = ['payment.succeeded', 'session.completed']
const REQUIRES_ACTION = 'payment.requires_action'
const FAILED = 'payment.failed'
const EXPIRED = 'session.expired'

type Reached = [payment: string, session: string, types: string[]]
type Expected = string | Reached

const IN_PROGRESS = 'payment_in_progress'
const NOT_OPEN = 'session_not_open'
const INVALID = 'validation_failed'

/** A late payment is refunded under the default policy. */
const LATE = ['payment.late', 'refund.succeeded']

const paidBy = (method: string, types: string[] = PAID): Expected => [
  `${method} succeeded`,
  'complete paid',
  types,
]
const failedAs = (code: string, types: string[] = [FAILED]): Expected => [
  `card failed ${code}`,
  'open unpaid',
  types,
]

const NEW_PIX = paidBy('pix', [REQUIRES_ACTION, ...PAID])
const NEW_BOLETO = paidBy('boleto', [REQUIRES_ACTION, ...PAID])
const newLate = (method: 'pix' | 'boleto'): Expected => [
  `${method} succeeded`,
  'expired refunded',
  [REQUIRES_ACTION, FAILED, EXPIRED, ...LATE],
]
const NEW_UNKNOWN: Expected = ['card unknown', 'open processing', ['payment.processing']]
const NEW_CHALLENGE_FAILED = failedAs('authentication_failed', [REQUIRES_ACTION, FAILED])
const NOTHING_NEW: string[] = []

const OUTCOMES = {
  pay: { outcome: 'pay' },
  decline: { outcome: 'decline', declineCode: 'insufficient_funds' },
  challenge_failed: { outcome: 'challenge_failed' },
  pix_paid: { outcome: 'pix_paid' },
  pix_paid_late: { outcome: 'pix_paid_late' },
  boleto_paid: { outcome: 'boleto_paid' },
  boleto_paid_late: { outcome: 'boleto_paid_late' },
  processor_timeout: { outcome: 'processor_timeout' },
  expire: { outcome: 'expire' },
} satisfies Record<Outcome, SimulateInput>

const NO_LIVE_PAYMENT: Record<Outcome, Expected> = {
  pay: paidBy('card'),
  decline: failedAs('insufficient_funds'),
  challenge_failed: NEW_CHALLENGE_FAILED,
  pix_paid: NEW_PIX,
  pix_paid_late: newLate('pix'),
  boleto_paid: NEW_BOLETO,
  boleto_paid_late: newLate('boleto'),
  processor_timeout: NEW_UNKNOWN,
  expire: ['none', 'expired unpaid', [EXPIRED]],
}

function always(expected: Expected): Record<Outcome, Expected> {
  const outcomes = Object.keys(OUTCOMES) as Outcome[]
  return Object.fromEntries(outcomes.map((outcome) => [outcome, expected])) as never
}

const EXPECTED: Record<SessionStateName, Record<Outcome, Expected>> = {
  untouched: NO_LIVE_PAYMENT,
  declined: {
    ...NO_LIVE_PAYMENT,
    expire: ['card failed card_declined', 'expired unpaid', [EXPIRED]],
  },
  challenged: {
    ...always(IN_PROGRESS),
    pay: paidBy('card'),
    decline: failedAs('insufficient_funds'),
    challenge_failed: failedAs('authentication_failed'),
    expire: ['card failed authentication_abandoned', 'expired unpaid', [FAILED, EXPIRED]],
  },
  'pix shown': {
    ...always(IN_PROGRESS),
    pay: paidBy('pix'),
    decline: INVALID,
    pix_paid: paidBy('pix'),
    pix_paid_late: ['pix succeeded', 'expired refunded', [FAILED, EXPIRED, ...LATE]],
    expire: ['pix failed pix_expired', 'expired unpaid', [FAILED, EXPIRED]],
  },
  'boleto shown': {
    ...always(IN_PROGRESS),
    pay: paidBy('boleto'),
    decline: INVALID,
    boleto_paid: paidBy('boleto'),
    boleto_paid_late: ['boleto succeeded', 'expired refunded', [FAILED, EXPIRED, ...LATE]],
    expire: ['boleto failed boleto_expired', 'expired unpaid', [FAILED, EXPIRED]],
  },
  processing: {
    ...always(IN_PROGRESS),
    pay: paidBy('card'),
    decline: failedAs('insufficient_funds'),
    processor_timeout: ['card unknown', 'open processing', NOTHING_NEW],
  },
  unknown: {
    ...always(IN_PROGRESS),
    pay: paidBy('card'),
    decline: failedAs('insufficient_funds'),
    processor_timeout: ['card unknown', 'open processing', NOTHING_NEW],
  },
  'just begun': always(IN_PROGRESS),
  paid: always(NOT_OPEN),
  expired: always(NOT_OPEN),
  'expired after a Pix': {
    ...always(NOT_OPEN),
    pix_paid_late: ['pix succeeded', 'expired refunded', LATE],
  },
  canceled: always(NOT_OPEN),
}

const CASES = (Object.keys(EXPECTED) as SessionStateName[]).flatMap((state) =>
  (Object.keys(OUTCOMES) as Outcome[]).map((outcome) => ({
    state,
    outcome,
    expected: EXPECTED[state][outcome],
  })),
)

function summary({ status, paymentStatus, payment }: Session): [payment: string, session: string] {
  const words = [payment?.method, payment?.status, payment?.declineCode].filter(Boolean)
  return [words.join(' ') || 'none', `${status} ${paymentStatus}`]
}

describe('POST /v1/sandbox/sessions/{id}/simulate', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const simulate = (open: OpenSession, body: SimulateInput) =>
    api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, body)
  const typesOf = async (open: OpenSession) => (await open.notifications()).map(({ type }) => type)
  const capturesOf = async (open: OpenSession) => {
    const ledger = await readLedger(api.database, open.id)
    return ledger.filter(({ kind }) => kind === 'capture')
  }

  it.each(CASES.filter((one) => typeof one.expected === 'string'))(
    '$outcome of a session $state is refused: $expected',
    async ({ state, outcome, expected }) => {
      const open = await createSessionIn(api, state)
      const look = async () => [await open.read(), await typesOf(open), await capturesOf(open)]
      const before = await look()
      expect((await simulate(open, OUTCOMES[outcome])).problem().code).toBe(expected)
      expect(await look()).toEqual(before)
    },
  )

  it.each(CASES.filter((one) => typeof one.expected !== 'string'))(
    '$outcome of a session $state',
    async ({ state, outcome, expected }) => {
      const [payment, session, types] = expected as Reached
      const open = await createSessionIn(api, state)
      const typesBefore = await typesOf(open)
      const settled = (await simulate(open, OUTCOMES[outcome])).as(Session)
      expect(summary(settled)).toEqual([payment, session])
      expect(await open.read()).toEqual(settled)
      expect((await typesOf(open)).slice(typesBefore.length)).toEqual(types)
      const charges = payment.includes('succeeded') ? 1 : 0
      expect(await capturesOf(open)).toHaveLength(charges)

      // Nothing is left to do: neither due work of the simulator nor an inquiry changes the session.
      await api.simulation.runDue()
      api.clock.advance(20_000)
      await api.simulation.runDue()
      await resolvePayments(api.context)
      await finishRefunds(api.context)
      expect(await open.read()).toEqual(settled)
      expect(await capturesOf(open)).toHaveLength(charges)
    },
  )
})
