import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  Explanation,
  NEXT_KEYS,
  SAY_KEYS,
  VERDICT_KEYS,
  type NextKey,
  type Timeline,
} from '#contract/dashboard/timeline.ts'
import { DISPUTE_STAGES, DISPUTE_STATES } from '#contract/dispute-states.ts'
import { PAYMENT_STATES, type PaymentState } from '#contract/payment.ts'
import { SESSION_STATES } from '#contract/session.ts'
import {
  CODES,
  deliveryOf,
  disputeOf,
  eventOf,
  everyTimeline,
  LATER,
  paymentOf,
  refundOf,
  timelineOf,
} from '#proof/testing/timelines.ts'
import { writeExplanation } from '#words/dashboard-words.ts'
import { explainPayment } from './explain-payment.ts'
import { isLive } from './payment-state.ts'

const keysOf = (timeline: Timeline) => {
  const { verdict, say, next } = explainPayment(timeline)
  return { verdict: verdict.map(({ key }) => key), say: say.map(({ key }) => key), next: next.key }
}

/** Keys of sentences that a shopper must never hear whose money arrived, or may still arrive. */
const PAY_AGAIN = new Set(['try_again', 'untried', 'not_paid'])

const mayHaveTaken = ({ status }: { status: PaymentState }) =>
  status !== 'failed' && status !== 'voided'

describe('every state of session, payment, refund and delivery', () => {
  it('has a verdict, words for the shopper and a next step, and every sentence has a state', () => {
    const reached = { verdict: new Set(), say: new Set(), next: new Set() }
    let timelines = 0
    for (const timeline of everyTimeline()) {
      const { verdict, say, next } = keysOf(timeline)
      if (verdict.length === 0 || say.length === 0) throw new Error(JSON.stringify(timeline))
      for (const key of verdict) reached.verdict.add(key)
      for (const key of say) reached.say.add(key)
      reached.next.add(next)
      timelines += 1
    }
    expect(timelines).toBeGreaterThan(50_000)
    expect(VERDICT_KEYS.filter((key) => !reached.verdict.has(key))).toEqual([])
    expect(SAY_KEYS.filter((key) => !reached.say.has(key))).toEqual([])
    expect(NEXT_KEYS.filter((key) => !reached.next.has(key))).toEqual([])
  })

  it('never asks somebody to pay again whose payment succeeded or is undecided', () => {
    const wrong: Timeline[] = []
    for (const timeline of everyTimeline()) {
      const [payment] = timeline.payments
      if (payment === undefined || !mayHaveTaken(payment)) continue
      if (keysOf(timeline).say.some((key) => PAY_AGAIN.has(key))) wrong.push(timeline)
    }
    expect(wrong).toEqual([])
  })
})

/** What refunds gave back of a payment and have under way, what a bank took back, and how far the notification has come. */
const REFUNDS = {
  none: [],
  part: [refundOf({ amount: 9_990 })],
  whole: [refundOf()],
  'whole, pending': [refundOf({ status: 'pending' })],
  'part, the rest pending': [
    refundOf({ amount: 9_990 }),
    refundOf({ id: 're_0Tq4mFhZ7Rk2vXw9sLd3Yf', amount: 16_000, status: 'pending' }),
  ],
  'whole, failed': [refundOf({ status: 'failed' })],
  'whole, came back': [refundOf({ status: 'reversed' })],
} as const
const WEBHOOKS = {
  untold: [],
  'nowhere to send': [eventOf('session.completed', [])],
  'about to be told': [eventOf('session.completed', [deliveryOf('pending', 0)])],
  failing: [eventOf('session.completed', [deliveryOf('pending', 2)])],
  'given up': [eventOf('session.completed', [deliveryOf('exhausted', 3)])],
  held: [eventOf('session.completed', [deliveryOf('disabled', 1)])],
  told: [eventOf('session.completed', [deliveryOf('succeeded', 1)])],
} as const
const AMOUNT = paymentOf().captured.amount

const paidTimelines = Object.entries(REFUNDS).flatMap(([refundName, refunds]) =>
  [0, 100, AMOUNT].flatMap((reversed) =>
    Object.entries(WEBHOOKS).flatMap(([webhook, events]) =>
      (['complete', 'expired', 'canceled'] as const).flatMap((status) =>
        [true, false].map((isOwed) => ({
          name: `${status}, refunds ${refundName}, reversed ${reversed}, ${isOwed ? 'owed, ' : ''}${webhook}`,
          reversed,
          status,
          isOwed: isOwed && status !== 'complete',
          timeline: timelineOf({
            session: { status },
            payments: [
              paymentOf({ method: 'card', reversed, isOwed: isOwed && status !== 'complete' }),
            ],
            refunds: [...refunds],
            events: [...events],
          }),
        })),
      ),
    ),
  ),
)

describe('R-67: what an agent tells a shopper is true', () => {
  const written = (timeline: Timeline) =>
    writeExplanation(explainPayment(timeline), {
      language: 'en',
      shopperLocale: 'en',
      timeZone: 'UTC',
    })
  const sum = (timeline: Timeline, states: readonly string[]) =>
    timeline.refunds
      .filter(({ status }) => states.includes(status))
      .reduce((total, { amount }) => total + amount, 0)

  /** Sentences that are not true of a timeline. */
  function untruths({ timeline, reversed, status, isOwed }: (typeof paidTimelines)[number]) {
    const { say, verdict, next } = written(timeline)
    const { next: step } = explainPayment(timeline)
    const given = sum(timeline, ['succeeded'])
    const leaving = sum(timeline, ['succeeded', 'pending'])
    const isPaid = status === 'complete'
    const staysWithMerchant = isPaid && reversed === 0 && leaving < AMOUNT
    const isRefunded = isPaid && reversed === 0 && given === AMOUNT
    const last = timeline.refunds.at(-1)
    const canRefundAgain = AMOUNT - reversed - leaving >= (last?.amount ?? 0)
    const claims: Readonly<Record<string, [isSaid: boolean, isTrue: boolean]>> = {
      'need not pay again': [/need to pay again/.test(say.text), staysWithMerchant],
      'the shop has been told': [/The shop has/.test(say.text), staysWithMerchant],
      'a bank took money back': [/bank took/.test(say.text), reversed > 0],
      'nothing came back from a bank': [!/bank took/.test(say.text), reversed === 0],
      'wait, or there is nothing to do': [
        /^Wait|nothing to do/.test(next),
        !(isPaid && reversed > 0),
      ],
      paid: [verdict.startsWith('Paid:'), isPaid && reversed === 0 && !isRefunded],
      'refunded in full': [/refunded in full/.test(verdict + say.text), isRefunded],
      'not refunded in full': [!/refunded in full/.test(say.text), !isRefunded],
      'the payment arrived, and no more': [/^Your payment .* arrived/.test(say.text), isPaid],
      'it goes back by itself': [
        /can’t keep it/.test(say.text),
        isOwed && reversed + given < AMOUNT,
      ],
      'refund again': [step.key === 'refund_again', canRefundAgain],
      'we look into the refund': [/looking into it/.test(say.text), canRefundAgain],
    }
    return Object.keys(claims).filter((claim) => claims[claim]?.[0] && !claims[claim][1])
  }

  it.each(paidTimelines)('$name', (one) => {
    expect(untruths(one)).toEqual([])
  })
})

describe('explainPayment', () => {
  it('says of a paid session when, and what the shop answered', () => {
    const timeline = timelineOf({
      session: { status: 'complete' },
      payments: [paymentOf({ paidAt: '2026-11-20T17:06:00.000Z' })],
      events: [eventOf('session.completed', [deliveryOf('succeeded', 2)])],
    })
    expect(explainPayment(timeline)).toMatchObject({
      verdict: [
        {
          key: 'paid',
          values: { at: { at: '2026-11-20T17:06:00.000Z' }, method: { method: 'pix' } },
        },
        { key: 'told_after_tries', values: { tries: { count: 2 }, answer: { statusCode: 204 } } },
      ],
      say: [{ key: 'paid' }, { key: 'paid_and_told' }],
      next: { key: 'nothing', acts: [] },
    })
  })

  it('names the acts of a decision, and of a notification that was given up', () => {
    const held = timelineOf({ payments: [paymentOf({ status: 'amount_mismatch' })] })
    const [{ id } = paymentOf()] = held.payments
    expect(explainPayment(held).next).toMatchObject({
      key: 'decide_amount',
      acts: [
        { act: 'payment.accept', subject: id },
        { act: 'payment.refuse', subject: id },
      ],
    })
    const delivery = deliveryOf('exhausted', 3)
    const untold = timelineOf({
      session: { status: 'complete' },
      payments: [paymentOf()],
      events: [eventOf('session.completed', [delivery])],
    })
    expect(explainPayment(untold).next).toMatchObject({
      key: 'send_again',
      acts: [{ act: 'delivery.replay', subject: delivery.id }],
    })
  })

  it('counts a delivery that was taken, also when a later replay was not', () => {
    const timeline = timelineOf({
      session: { status: 'complete' },
      payments: [paymentOf()],
      events: [
        eventOf('session.completed', [deliveryOf('succeeded', 1), deliveryOf('exhausted', 3)]),
      ],
    })
    expect(keysOf(timeline)).toMatchObject({ verdict: ['paid', 'told'], next: 'nothing' })
  })

  it('tells of money that is owed beside a payment that succeeded', () => {
    const surplus = paymentOf({ status: 'failed', declineCode: 'replaced', isOwed: true })
    const timeline = timelineOf({
      session: { status: 'complete' },
      payments: [paymentOf(), surplus],
    })
    expect(keysOf(timeline)).toMatchObject({
      verdict: ['paid', 'money_not_kept', 'owed', 'nothing_to_tell'],
      say: ['paid', 'owed'],
      next: 'wait_for_refund',
    })
  })

  it.each([
    [
      'an inquiry',
      0,
      { stage: 'inquiry' },
      ['paid', 'dispute_inquiry', 'dispute_due', 'told'],
      'answer_inquiry',
    ],
    [
      'a chargeback',
      25_990,
      {},
      ['taken_back', 'dispute_open', 'dispute_due', 'told'],
      'answer_dispute',
    ],
    [
      'a chargeback of which the deadline is signed',
      0,
      { respondByIsProven: true },
      ['paid', 'dispute_open', 'dispute_due_proven', 'told'],
      'answer_dispute',
    ],
    [
      'a chargeback without a deadline',
      25_990,
      { respondBy: null },
      ['taken_back', 'dispute_open', 'dispute_no_deadline', 'told'],
      'answer_dispute_soon',
    ],
    [
      'an answered one',
      25_990,
      { status: 'under_review' },
      ['taken_back', 'dispute_open', 'dispute_under_review', 'told'],
      'wait_for_dispute',
    ],
    [
      'a lost one',
      25_990,
      { status: 'lost' },
      ['taken_back', 'dispute_lost', 'told'],
      'decide_order_lost',
    ],
    ['a won one', 0, { status: 'won' }, ['paid', 'dispute_won', 'told'], 'nothing'],
  ] as const)(
    'R-66: says of %s what is disputed, and what is next',
    (_, reversed, changes, verdict, next) => {
      const timeline = timelineOf({
        session: { status: 'complete' },
        payments: [paymentOf({ method: 'card', reversed })],
        disputes: [disputeOf(changes)],
        events: [eventOf('session.completed', [deliveryOf('succeeded', 1)])],
      })
      expect(keysOf(timeline)).toMatchObject({ verdict, next })
    },
  )

  it.each<[string, Partial<Pick<Timeline, 'refunds' | 'disputes'>>, number, NextKey]>([
    ['whose money is kept', {}, 0, 'check_order'],
    ['that is refunded', { refunds: [refundOf()] }, 0, 'nothing'],
    ['that is disputed', { disputes: [disputeOf()] }, 0, 'answer_dispute'],
    ['whose dispute was won', { disputes: [disputeOf({ status: 'won' })] }, 0, 'nothing'],
    ['that was taken back', {}, 25_990, 'decide_order'],
  ])('R-110: says that a bank reported fraud of a payment %s', (_, changes, reversed, next) => {
    const timeline = timelineOf({
      session: { status: 'complete' },
      payments: [paymentOf({ method: 'card', reversed, fraudReportedAt: LATER })],
      ...changes,
    })
    expect(keysOf(timeline).verdict).toContain('fraud_reported')
    expect(keysOf(timeline).next).toBe(next)
  })

  it('says what is next of the dispute that waits for an answer', () => {
    const timeline = timelineOf({
      session: { status: 'complete' },
      payments: [paymentOf({ method: 'card', reversed: 25_990 })],
      disputes: [
        disputeOf({ status: 'under_review' }),
        disputeOf({ id: 'dp_0Tq4mFhZ7Rk2vXw9sLd3Yf' }),
      ],
    })
    expect(keysOf(timeline).next).toBe('answer_dispute')
  })

  it('sums refunds, and names the last that failed alone', () => {
    const refunds = [
      refundOf({ status: 'failed', amount: 990 }),
      refundOf({ id: 're_0Tq4mFhZ7Rk2vXw9sLd3Yf', amount: 990 }),
    ]
    const timeline = timelineOf({
      session: { status: 'complete' },
      payments: [paymentOf()],
      refunds,
    })
    expect(keysOf(timeline).verdict).toEqual(['partly_refunded', 'nothing_to_tell'])
    expect(keysOf({ ...timeline, refunds: refunds.toReversed() })).toMatchObject({
      verdict: ['partly_refunded', 'refund_failed', 'nothing_to_tell'],
      next: 'refund_again',
    })
  })
})

describe('R-108: a refund that came back', () => {
  const reversed = refundOf({ status: 'reversed', amount: 990 })
  const later = (status: 'pending' | 'succeeded' | 'failed') =>
    refundOf({
      id: 're_0Tq4mFhZ7Rk2vXw9sLd3Yf',
      amount: 990,
      status,
      createdAt: '2027-01-01T00:00:00.000Z',
    })
  const of = (refunds: Timeline['refunds'], changes: Parameters<typeof paymentOf>[0] = {}) =>
    timelineOf({
      session: { status: changes.isOwed === true ? 'expired' : 'complete' },
      payments: [paymentOf(changes)],
      refunds,
    })

  it('is made again, until another one takes its place', () => {
    expect(keysOf(of([reversed]))).toMatchObject({
      verdict: ['paid', 'refund_came_back', 'nothing_to_tell'],
      next: 'refund_again',
    })
    for (const status of ['pending', 'succeeded'] as const)
      expect(keysOf(of([reversed, later(status)])).verdict).not.toContain('refund_came_back')
    expect(keysOf(of([reversed, later('failed')])).verdict).toEqual([
      'paid',
      'refund_came_back',
      'refund_failed',
      'nothing_to_tell',
    ])
  })

  it('of owed money waits for a person, and is not said to go back by itself', () => {
    const held = explainPayment(of([reversed], { isOwed: true, late: true }))
    expect(held.next).toMatchObject({
      key: 'give_back',
      acts: [{ act: 'refund.retry' }, { act: 'refund.paid' }],
    })
    expect(held.say.map(({ key }) => key)).toContain('owed_held')
    for (const refunds of [[reversed, later('pending')], [later('failed')]])
      expect(keysOf(of(refunds, { isOwed: true, late: true })).next).toBe('wait_for_refund')
    const nextRefundAt = '2027-01-01T00:00:00.000Z'
    expect(keysOf(of([reversed], { isOwed: true, nextRefundAt })).next).toBe('wait_for_refund')
  })

  it('of money that was given back elsewhere asks for no other refund', () => {
    const timeline = timelineOf({
      session: { status: 'expired' },
      payments: [paymentOf()],
      refunds: [reversed],
    })
    expect(keysOf(timeline).say).not.toContain('refund_came_back')
    expect(keysOf(timeline).next).toBe('new_session')
  })
})

describe('any timeline', () => {
  const anyPayment = fc
    .record({
      status: fc.constantFrom(...PAYMENT_STATES),
      method: fc.constantFrom('card', 'pix', 'boleto'),
      declineCode: fc.constantFrom(null, ...CODES),
      captured: fc.record({ amount: fc.nat(), currency: fc.constantFrom('BRL', 'JPY') }),
      reversed: fc.nat(),
      isOwed: fc.boolean(),
      late: fc.boolean(),
      fraudReportedAt: fc.constantFrom(null, LATER),
    })
    .map(paymentOf)
  const anyTimeline = fc
    .record({
      status: fc.constantFrom(...SESSION_STATES),
      payments: fc.array(anyPayment, { maxLength: 4 }),
      refunds: fc.array(
        fc
          .record({
            status: fc.constantFrom('pending', 'succeeded', 'failed', 'reversed'),
            amount: fc.nat(),
          })
          .map(refundOf),
        { maxLength: 3 },
      ),
      disputes: fc.array(
        fc
          .record({
            status: fc.constantFrom(...DISPUTE_STATES),
            stage: fc.constantFrom(...DISPUTE_STAGES),
          })
          .map(disputeOf),
        { maxLength: 2 },
      ),
    })
    .map(({ status, ...rest }) => timelineOf({ session: { status }, ...rest }))

  it('is explained in the shape of the contract', () => {
    fc.assert(
      fc.property(anyTimeline, (timeline) => {
        const explanation = explainPayment(timeline)
        expect(Explanation.parse(explanation)).toEqual(explanation)
      }),
    )
  })

  it('never asks to pay again beside a payment that succeeded or is undecided', () => {
    fc.assert(
      fc.property(anyTimeline, (timeline) => {
        const mayHavePaid = timeline.payments.some(
          ({ status }) => status === 'succeeded' || isLive(status),
        )
        fc.pre(mayHavePaid)
        expect(keysOf(timeline).say.filter((key) => PAY_AGAIN.has(key))).toEqual([])
      }),
    )
  })
})
