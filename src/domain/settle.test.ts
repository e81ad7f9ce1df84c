import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionPaymentState, SessionState } from '#contract/session.ts'
import type { PaymentState } from '#contract/payment.ts'
import { isLive, PAYMENT_MOVES } from './payment-state.ts'
import { SESSION_MOVES } from './session-state.ts'
import { settleDecision } from './settle-mismatch.ts'
import { settle, type PaymentOutcome } from './settle.ts'
import type { MismatchDecision, MismatchPolicy, SettleResult } from './settlement.ts'

const AMOUNT = 1000
const MONEY = { status: 'succeeded', capturedMinor: AMOUNT, currency: 'BRL' } as const
const OUTCOMES: readonly PaymentOutcome[] = [
  MONEY,
  { status: 'failed', declineCode: 'card_declined' },
  { status: 'requires_action', action: { type: 'challenge', url: 'https://bank.example/' } },
  { status: 'processing' },
  { status: 'unknown' },
]
const MISMATCHES = [
  { ...MONEY, capturedMinor: AMOUNT + 1 },
  { ...MONEY, capturedMinor: AMOUNT - 1 },
  { ...MONEY, currency: 'USD' },
  { ...MONEY, capturedMinor: 0 },
] as const

const UNHELD = {
  declineCode: null,
  captureMethod: 'automatic',
  authorizedMinor: null,
  intent: null,
  voidReason: null,
  isReleased: false,
} as const
const PAYMENT = {
  amountMinor: AMOUNT,
  currency: 'BRL',
  capturedMinor: 0,
  capturedCurrency: null,
  late: false,
  isLast: true,
  ...UNHELD,
}

interface ModelPayment {
  status: PaymentState
  amountMinor: number
  currency: string
  capturedMinor: number
  capturedCurrency: string | null
  late: boolean
  refunds: number
}

interface World {
  session: { status: SessionState; paymentStatus: SessionPaymentState; paidLate: boolean }
  payments: ModelPayment[]
  events: string[]
}

type Step =
  | { type: 'create' | 'expire' | 'cancel' }
  | { type: 'outcome'; payment: number; outcome: PaymentOutcome }
  | { type: 'decide'; payment: number; decision: MismatchDecision }

interface Policies {
  latePolicy: 'accept' | 'refund'
  mismatchPolicy: MismatchPolicy
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ type: 'create' }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ type: 'expire' }, { type: 'cancel' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('decide' as const),
      payment: fc.nat(3),
      decision: fc.constantFrom<MismatchDecision>('accept', 'refuse'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('outcome' as const),
      payment: fc.nat(3),
      outcome: fc.constantFrom(...OUTCOMES, ...MISMATCHES),
    }),
  },
)

const POLICIES: Policies = { latePolicy: 'refund', mismatchPolicy: 'hold' }
const policies: fc.Arbitrary<Policies> = fc.record({
  latePolicy: fc.constantFrom('accept', 'refund'),
  mismatchPolicy: fc.constantFrom('hold', 'accept', 'refund'),
})

function newWorld(): World {
  return {
    session: { status: 'open', paymentStatus: 'unpaid', paidLate: false },
    payments: [],
    events: [],
  }
}

/** A model of the service around `settle`: it creates payments, ends sessions and applies outcomes where allowed. */
function take(world: World, step: Step, policies: Policies): void {
  const { session, payments } = world
  const isFree = session.status === 'open' && !payments.some(({ status }) => isLive(status))
  if (step.type === 'create' && isFree && payments.length < 4) {
    payments.push({
      status: 'created',
      amountMinor: AMOUNT,
      currency: 'BRL',
      capturedMinor: 0,
      capturedCurrency: null,
      late: false,
      refunds: 0,
    })
    session.paymentStatus = 'processing'
  }
  if (step.type === 'expire' && isFree) session.status = 'expired'
  if (step.type === 'cancel' && isFree) session.status = 'canceled'
  if (step.type !== 'outcome' && step.type !== 'decide') return
  const payment = payments[step.payment]
  if (payment === undefined) return
  const input = { session, payment: { ...payment, ...UNHELD, isLast: payment === payments.at(-1) } }
  if (step.type === 'outcome')
    apply(world, payment, settle({ ...input, outcome: step.outcome, ...policies }))
  else if (payment.status === 'amount_mismatch')
    apply(world, payment, settleDecision(input, step.decision))
}

function apply({ session, events }: World, payment: ModelPayment, settled: SettleResult): void {
  if (settled.result !== 'change') return
  const { change } = settled
  if (change.payment.status !== payment.status) {
    expect(PAYMENT_MOVES[payment.status]).toContain(change.payment.status)
    if (payment.status === 'failed') expect(change.payment.late).toBe(true)
  }
  if (change.session.status !== session.status) {
    expect(SESSION_MOVES[session.status]).toContain(change.session.status)
    expect(change.session.paidLate).toBe(session.status !== 'open')
    expect(change.events).toContain('session.completed')
  }
  const { taken } = change.payment
  if (taken !== null) {
    if (payment.status !== 'amount_mismatch') expect(payment.capturedMinor).toBe(0)
    payment.capturedMinor = taken.capturedMinor
    payment.capturedCurrency = taken.currency === payment.currency ? null : taken.currency
  }
  if (change.payment.captured) {
    expect(
      change.events.some((type) => type === 'payment.succeeded' || type === 'payment.late'),
    ).toBe(true)
  }
  expect(change.payment.status === 'failed').toBe(change.payment.declineCode !== null)
  expect(change.payment.action !== null).toBe(change.payment.status === 'requires_action')
  payment.status = change.payment.status
  payment.late = change.payment.late
  payment.refunds += change.refund ? 1 : 0
  session.status = change.session.status
  session.paymentStatus = change.session.paymentStatus
  session.paidLate ||= change.session.paidLate
  events.push(...change.events)
}

describe('settle', () => {
  it('keeps the money of one payment, refunds all other, and publishes an event for each', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), policies, (steps, policies) => {
        const { latePolicy, mismatchPolicy } = policies
        const world = newWorld()
        for (const next of steps) {
          take(world, next, policies)
          const { session, payments, events } = world
          const captured = payments.filter(({ capturedMinor }) => capturedMinor > 0)
          const held = payments.filter(({ status }) => status === 'amount_mismatch')
          const kept = captured.filter(
            ({ refunds, status }) => refunds === 0 && status !== 'amount_mismatch',
          )
          const asAsked = captured.filter(
            ({ capturedMinor, capturedCurrency }) =>
              capturedMinor === AMOUNT && capturedCurrency === null,
          )
          expect(mismatchPolicy === 'refund' && held.length > 0).toBe(false)
          const hasExpired = session.status === 'expired' || session.status === 'canceled'
          const isHeldLate = held.every(({ late }) => late && latePolicy === 'accept')
          expect(hasExpired && !isHeldLate).toBe(false)
          expect(kept.every(({ capturedCurrency }) => capturedCurrency === null)).toBe(true)
          expect(payments.filter(({ status }) => isLive(status)).length).toBeLessThanOrEqual(1)
          expect(
            payments.filter(({ status }) => status === 'succeeded').length,
          ).toBeLessThanOrEqual(1)
          expect(kept.length).toBe(session.status === 'complete' ? 1 : 0)
          expect(kept.every(({ status }) => status === 'succeeded')).toBe(true)
          const hasEnded = session.status === 'expired' || session.status === 'canceled'
          expect(latePolicy === 'accept' && hasEnded && asAsked.length > 0).toBe(false)
          expect(latePolicy === 'refund' && session.paidLate).toBe(false)
          for (const { refunds } of captured) expect(refunds).toBeLessThanOrEqual(1)
          const published = events.filter(
            (type) =>
              type === 'payment.succeeded' ||
              type === 'payment.late' ||
              type === 'payment.amount_mismatch',
          )
          expect(published.length).toBeGreaterThanOrEqual(captured.length)
          expect(events.filter((type) => type === 'session.completed').length).toBe(
            session.status === 'complete' ? 1 : 0,
          )
          expect(session.paymentStatus === 'paid').toBe(
            payments.some(({ status }) => status === 'succeeded'),
          )
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30, size: 'max' }), policies, (steps, policies) => {
        const once = newWorld()
        const twice = newWorld()
        for (const next of steps) {
          take(once, next, policies)
          take(twice, next, policies)
          if (next.type === 'outcome') take(twice, next, policies)
        }
        expect(twice).toEqual(once)
      }),
    )
  })

  it("R-10: ends in the same state for any order of a payment's outcomes", () => {
    const final = fc.constantFrom(OUTCOMES[0], OUTCOMES[1])
    fc.assert(
      fc.property(final, fc.shuffledSubarray(OUTCOMES.slice(2)), fc.nat(3), (last, others, at) => {
        if (last === undefined) return
        const inOrder = [...others, last]
        const mixed = others.toSpliced(at, 0, last)
        const [one, other] = [inOrder, mixed].map((outcomes) => {
          const world = newWorld()
          take(world, { type: 'create' }, POLICIES)
          for (const outcome of outcomes)
            take(world, { type: 'outcome', payment: 0, outcome }, POLICIES)
          return { session: world.session, payments: world.payments }
        })
        expect(other).toEqual(one)
      }),
    )
  })

  it.each(MISMATCHES)('R-55: holds money of another amount or currency: %j', (outcome) => {
    const undecided = (Object.keys(PAYMENT_MOVES) as PaymentState[]).filter(isLive)
    for (const status of undecided)
      expect(
        settle({
          session: { status: 'open', paymentStatus: 'unpaid' },
          payment: { ...PAYMENT, capturedMinor: status === 'amount_mismatch' ? 1 : 0, status },
          outcome,
          ...POLICIES,
        }),
      ).toMatchObject({
        change: {
          payment: { status: 'amount_mismatch' },
          events: ['payment.amount_mismatch'],
          refund: false,
        },
      })
  })

  it.each<[PaymentState, PaymentState, string[]]>([
    ['created', 'requires_action', ['payment.requires_action']],
    ['created', 'processing', ['payment.processing']],
    ['created', 'unknown', ['payment.processing']],
    ['created', 'failed', ['payment.failed']],
    ['created', 'succeeded', ['payment.succeeded', 'session.completed']],
    ['requires_action', 'processing', ['payment.processing']],
    ['processing', 'unknown', []],
    ['unknown', 'processing', []],
    ['unknown', 'requires_action', ['payment.requires_action']],
    ['unknown', 'failed', ['payment.failed']],
  ])('from %s to %s publishes %j', (from, to, events) => {
    const outcome = OUTCOMES.find(({ status }) => status === to)
    const settled = settle({
      session: { status: 'open', paymentStatus: 'processing' },
      payment: { ...PAYMENT, status: from },
      outcome: outcome ?? MONEY,
      ...POLICIES,
    })
    expect(settled).toMatchObject({ result: 'change', change: { events, refund: false } })
  })
})
