import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STANDING_WORDS } from '#contract/dashboard/standing-words.ts'
import { Standing } from '#contract/dashboard/standing.ts'
import { PAYMENT_STATES } from '#contract/payment.ts'
import { SESSION_STATES } from '#contract/session.ts'
import { isKept, shownPayment, standing, type StandingPayment } from './standing.ts'

const session = (status: (typeof SESSION_STATES)[number] = 'complete') => ({
  status,
  amountMinor: 25_990,
  currency: 'BRL',
})
/** R$ 259,90 in installments with interest. */
const payment = (changes: Partial<StandingPayment> = {}): StandingPayment => ({
  status: 'succeeded',
  amountMinor: 29_484,
  currency: 'BRL',
  capturedMinor: 29_484,
  capturedCurrency: null,
  refundedMinor: 0,
  reversedMinor: 0,
  reinstatedMinor: 0,
  isOwed: false,
  isDisputed: false,
  captureMethod: null,
  ...changes,
})
const brl = (amount: number) => ({ amount, currency: 'BRL' })

describe('R-66: what a payment is', () => {
  it.each([
    ['paid', 'ok', {}, 29_484],
    ['partially_refunded', 'calm', { refundedMinor: 9_484 }, 20_000],
    ['refunded', 'calm', { refundedMinor: 29_484 }, 0],
    ['partially_taken_back', 'danger', { reversedMinor: 9_484 }, 20_000],
    ['partially_taken_back', 'danger', { refundedMinor: 20_000, reversedMinor: 9_484 }, 0],
    ['taken_back', 'danger', { reversedMinor: 29_484 }, 0],
    ['taken_back', 'danger', { reversedMinor: 29_484, refundedMinor: 29_484 }, 0],
    ['disputed', 'warn', { isDisputed: true }, 29_484],
    ['disputed', 'warn', { isDisputed: true, refundedMinor: 9_484 }, 20_000],
    ['disputed', 'warn', { isDisputed: true, reversedMinor: 29_484 }, 0],
    ['reinstated', 'ok', { reversedMinor: 29_484, reinstatedMinor: 29_484 }, 29_484],
    ['taken_back', 'danger', { reversedMinor: 58_968, reinstatedMinor: 29_484 }, 0],
    [
      'partially_refunded',
      'calm',
      { reversedMinor: 29_484, reinstatedMinor: 29_484, refundedMinor: 9_484 },
      20_000,
    ],
  ] as const)('%s (%s): all of what was charged, and what is kept', (word, tone, changes, kept) => {
    expect(standing(session(), payment(changes))).toEqual({
      word,
      tone,
      charged: brl(29_484),
      kept: brl(kept),
    })
  })

  it('is of another amount while that is not decided, in the currency that was taken', () => {
    const held = payment({
      status: 'amount_mismatch',
      capturedMinor: 5_000,
      capturedCurrency: 'USD',
    })
    expect(standing(session('open'), held)).toMatchObject({
      word: 'another_amount',
      charged: { amount: 5_000, currency: 'USD' },
      kept: null,
    })
  })

  it.each([
    ['failed', 'complete'],
    ['succeeded', 'expired'],
    ['succeeded', 'canceled'],
  ] as const)('%s in a session that is %s: not kept, owed until it went back', (status, of) => {
    const late = (changes: Partial<StandingPayment>) =>
      standing(session(of), payment({ status, ...changes }))
    expect(late({ isOwed: true, refundedMinor: 100 })).toMatchObject({ word: 'owed', kept: brl(0) })
    // Given back outside of the processor.
    expect(late({})).toMatchObject({ word: 'refunded', charged: brl(29_484), kept: brl(0) })
    expect(late({ reversedMinor: 29_484 })).toMatchObject({ word: 'taken_back', kept: brl(0) })
    expect(late({ isDisputed: true })).toMatchObject({ word: 'disputed', kept: brl(0) })
    expect(late({ isDisputed: true, isOwed: true })).toMatchObject({ word: 'owed' })
  })

  it.each([
    ['created', 'processing', 'calm'],
    ['processing', 'processing', 'calm'],
    ['requires_action', 'requires_action', 'calm'],
    ['unknown', 'unknown', 'warn'],
    ['failed', 'declined', 'danger'],
    ['authorized', 'processing', 'calm'],
    ['voided', 'voided', 'calm'],
  ] as const)('%s: %s, with what is asked for it', (status, word, tone) => {
    const is = standing(session('open'), payment({ status, capturedMinor: 0 }))
    expect(is).toEqual({ word, tone, charged: brl(29_484), kept: null })
  })

  it('is authorised while the merchant decides when the money is taken', () => {
    const held = payment({ status: 'authorized', captureMethod: 'manual', capturedMinor: 0 })
    expect(standing(session('open'), held)).toEqual({
      word: 'authorized',
      tone: 'calm',
      charged: brl(29_484),
      kept: null,
    })
  })

  it.each([
    ['open', 'open', 'calm'],
    ['expired', 'expired', 'danger'],
    ['canceled', 'canceled', 'danger'],
  ] as const)('%s without a payment', (status, word, tone) => {
    expect(standing(session(status), null)).toEqual({
      word,
      tone,
      charged: brl(25_990),
      kept: null,
    })
  })

  /** Often none, so that the runs reach every word. */
  const anyAmount = fc.oneof(fc.constant(0), fc.nat(500))
  const anyPayment = fc.record({
    id: fc.stringMatching(/^pay_[a-c]{3}$/),
    status: fc.constantFrom(...PAYMENT_STATES),
    amountMinor: fc.integer({ min: 1, max: 500 }),
    currency: fc.constant('BRL'),
    capturedMinor: anyAmount,
    capturedCurrency: fc.constantFrom(null, 'USD'),
    refundedMinor: anyAmount,
    reversedMinor: anyAmount,
    reinstatedMinor: anyAmount,
    isOwed: fc.boolean(),
    isDisputed: fc.boolean(),
    captureMethod: fc.constantFrom(null, 'manual'),
  })
  const anySession = fc.constantFrom(...SESSION_STATES).map(session)

  it('has the shape of the contract, keeps no more than was charged, and is paid only when all of it is kept', () => {
    const reached = new Set<string>()
    fc.assert(
      fc.property(anySession, fc.option(anyPayment), (of, one) => {
        const is = standing(of, one)
        expect(Standing.parse(is)).toEqual(is)
        reached.add(is.word)
        const kept = is.kept ?? is.charged
        expect(kept.amount).toBeLessThanOrEqual(is.charged.amount)
        const isPaid = is.word === 'paid' || is.word === 'reinstated'
        expect(isPaid && kept.amount < is.charged.amount).toBe(false)
        expect(is.tone === 'ok').toBe(isPaid)
      }),
      { numRuns: 5000 },
    )
    expect(STANDING_WORDS.filter((word) => !reached.has(word))).toEqual([])
  })

  it('shows the payment that pays the session, whatever came after', () => {
    fc.assert(
      fc.property(anySession, fc.array(anyPayment, { minLength: 1 }), (of, payments) => {
        const shown = shownPayment(payments)
        const paying = payments.find((one) => isKept(of.status, one))
        expect(paying !== undefined && shown?.status !== 'succeeded').toBe(false)
        expect(shown === null).toBe(payments.length === 0)
      }),
    )
  })
})
