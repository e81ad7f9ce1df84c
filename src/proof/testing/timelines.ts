import type {
  Timeline,
  TimelineDelivery,
  TimelineDispute,
  TimelineEvent,
  TimelineHold,
  TimelinePayment,
  TimelineRefund,
} from '#contract/dashboard/timeline.ts'
import { DISPUTE_STATES } from '#contract/dispute-states.ts'
import { DELIVERY_STATES, type DeliveryState } from '#contract/event.ts'
import {
  DECLINE_CODES,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  type DeclineCode,
  type PaymentMethod,
  type PaymentState,
} from '#contract/payment.ts'
import { SESSION_STATES, type SessionState } from '#contract/session.ts'

const ID = '0Tq4mFhZ7Rk2vXw9sLd3Ye'
const AT = '2026-11-20T15:00:00.000Z'
export const LATER = '2026-11-20T17:07:00.000Z'
const AMOUNT = 25_990
export const CODES = Object.keys(DECLINE_CODES) as DeclineCode[]

/** A payment of R$ 259,90. */
export function paymentOf(changes: Partial<TimelinePayment> = {}): TimelinePayment {
  return {
    id: `pay_${ID}`,
    status: 'succeeded',
    method: 'pix',
    amount: AMOUNT,
    currency: 'BRL',
    captured: { amount: AMOUNT, currency: 'BRL' },
    refunded: 0,
    reversed: 0,
    reinstated: 0,
    fraudReportedAt: null,
    declineCode: null,
    late: false,
    isOwed: false,
    owedSince: null,
    nextRefundAt: null,
    card: null,
    captureMethod: null,
    hold: null,
    createdAt: AT,
    updatedAt: LATER,
    succeededAt: LATER,
    paidAt: null,
    references: {},
    ...changes,
  }
}

export function refundOf(changes: Partial<TimelineRefund> = {}): TimelineRefund {
  return {
    id: `re_${ID}`,
    paymentId: `pay_${ID}`,
    status: 'succeeded',
    amount: AMOUNT,
    currency: 'BRL',
    createdAt: AT,
    updatedAt: LATER,
    ...changes,
  }
}

/** A chargeback of R$ 259,90. */
export function disputeOf(changes: Partial<TimelineDispute> = {}): TimelineDispute {
  return {
    id: `dp_${ID}`,
    paymentId: `pay_${ID}`,
    status: 'needs_response',
    stage: 'chargeback',
    amount: AMOUNT,
    currency: 'BRL',
    respondBy: LATER,
    respondByIsProven: false,
    closedAt: changes.status === 'won' || changes.status === 'lost' ? LATER : null,
    ...changes,
  }
}

/** A delivery with `tries` attempts. Each was answered with 500, except the last one of a delivery that succeeded. */
export function deliveryOf(status: DeliveryState, tries: number): TimelineDelivery {
  return {
    id: `dlv_${ID}`,
    status,
    createdAt: AT,
    nextAttemptAt: status === 'pending' ? LATER : null,
    attempts: Array.from({ length: tries }, (_, index) => ({
      number: index + 1,
      startedAt: AT,
      durationMs: 80,
      statusCode: status === 'succeeded' && index === tries - 1 ? 204 : 500,
      error: null,
    })),
  }
}

export function eventOf(
  type: TimelineEvent['type'],
  deliveries: readonly TimelineDelivery[],
): TimelineEvent {
  return {
    id: `evt_${ID}`,
    type,
    createdAt: AT,
    paymentId: null,
    refundId: null,
    reversalKind: null,
    deliveries: [...deliveries],
  }
}

/** Tells of money that was taken back of the payment. */
function takenBackOf(reversalKind: TimelineEvent['reversalKind']): TimelineEvent {
  return { ...eventOf('payment.reversed', []), paymentId: `pay_${ID}`, reversalKind }
}

export function timelineOf({
  session,
  ...changes
}: Partial<Omit<Timeline, 'session'>> & { session?: Partial<Timeline['session']> } = {}): Timeline {
  return {
    session: {
      id: `cs_${ID}`,
      status: 'open',
      amount: AMOUNT,
      currency: 'BRL',
      orderReference: 'A-1001',
      createdAt: AT,
      openedAt: null,
      expiresAt: LATER,
      completedAt: null,
      canceledAt: null,
      paidLate: false,
      isNeverSent: false,
      ...session,
    },
    merchant: { id: '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e', name: 'Loja', endpoint: 'set' },
    timeZone: 'America/Sao_Paulo',
    shopperLocale: 'pt-BR',
    payments: [],
    refunds: [],
    disputes: [],
    events: [],
    acts: [],
    told: [],
    ...changes,
  }
}

/** Every state of a payment, with each method. Failed ones have each decline code, with and without money that came after all. */
function* everyPayment(): Generator<TimelinePayment[]> {
  yield []
  // Captured in part.
  yield [
    paymentOf({ captureMethod: 'manual', hold: holdOf({ amount: AMOUNT + 100, capture: AMOUNT }) }),
  ]
  yield [paymentOf({ method: 'card', fraudReportedAt: LATER })]
  for (const status of PAYMENT_STATES)
    for (const method of PAYMENT_METHODS) yield* everyPaymentIn(status, method)
}

function* everyPaymentIn(
  status: PaymentState,
  method: PaymentMethod,
): Generator<TimelinePayment[]> {
  const none = { amount: 0, currency: 'BRL' }
  if (status === 'failed') {
    for (const declineCode of CODES)
      for (const amount of [0, AMOUNT - 100])
        for (const isOwed of amount > 0 ? [true, false] : [false])
          for (const late of [true, false])
            yield [
              paymentOf({
                status,
                method,
                declineCode,
                captured: { ...none, amount },
                isOwed,
                late,
                succeededAt: null,
              }),
            ]
  } else if (status === 'authorized' || status === 'voided')
    for (const hold of everyHold(status))
      for (const captureMethod of ['manual', null] as const)
        yield [
          paymentOf({ status, method, captured: none, succeededAt: null, captureMethod, hold }),
        ]
  else if (status === 'succeeded')
    for (const [reversed, reinstated] of [
      [0, 0],
      [100, 0],
      [AMOUNT, 0],
      [AMOUNT, 100],
      [AMOUNT, AMOUNT],
    ] as const)
      for (const isOwed of [true, false])
        for (const late of isOwed ? [true] : [true, false])
          yield [paymentOf({ method, reversed, reinstated, late, isOwed })]
  else
    yield [
      paymentOf({
        status,
        method,
        captured: status === 'amount_mismatch' ? { ...none, amount: AMOUNT + 1 } : none,
        succeededAt: null,
      }),
    ]
}

/** A hold of R$ 259,90. */
function holdOf(changes: Partial<TimelineHold> = {}): TimelineHold {
  return {
    amount: AMOUNT,
    authorizedAt: AT,
    captureBefore: LATER,
    intent: null,
    capture: null,
    captureAskedAt: null,
    refused: null,
    captureFailedAt: null,
    voidReason: null,
    releasedAt: null,
    ...changes,
  }
}

function everyHold(status: 'authorized' | 'voided'): TimelineHold[] {
  if (status === 'voided') return [holdOf({ voidReason: 'requested', releasedAt: LATER })]
  return [
    holdOf(),
    holdOf({ intent: 'capture', capture: AMOUNT - 100, captureAskedAt: AT }),
    holdOf({ intent: 'void', voidReason: 'requested' }),
    holdOf({ refused: AMOUNT - 100, captureAskedAt: AT, captureFailedAt: LATER }),
  ]
}

function* everyRefund(): Generator<TimelineRefund[]> {
  yield []
  for (const status of ['pending', 'succeeded', 'failed', 'reversed'] as const)
    for (const amount of [100, AMOUNT]) yield [refundOf({ status, amount })]
}

function* everyEvent(session: SessionState): Generator<TimelineEvent[]> {
  yield []
  const type = session === 'complete' ? 'session.completed' : 'payment.failed'
  yield [eventOf(type, [])]
  yield [takenBackOf('chargeback')]
  for (const status of DELIVERY_STATES)
    for (const tries of [0, 1, 3]) {
      const isPossible = tries > 0 || status === 'pending' || status === 'disabled'
      if (isPossible) yield [eventOf(type, [deliveryOf(status, tries)])]
    }
}

/** A card payment with every dispute, with and without what the bank took back. */
function* everyDisputed(): Generator<Timeline> {
  for (const status of DISPUTE_STATES)
    for (const stage of ['inquiry', 'chargeback'] as const)
      for (const respondBy of [null, LATER])
        for (const respondByIsProven of respondBy === null ? [false] : [true, false])
          for (const reversed of [0, AMOUNT])
            yield timelineOf({
              session: { status: 'complete' },
              payments: [paymentOf({ method: 'card', reversed })],
              disputes: [disputeOf({ status, stage, respondBy, respondByIsProven })],
            })
}

/** Every state of a session with every payment, refund and delivery: possible ones, and more. */
export function* everyTimeline(): Generator<Timeline> {
  yield* everyDisputed()
  for (const status of SESSION_STATES)
    for (const payments of everyPayment())
      for (const refunds of everyRefund())
        for (const events of everyEvent(status))
          for (const paidLate of status === 'complete' ? [true, false] : [false])
            for (const endpoint of events.length === 0
              ? (['set', 'none'] as const)
              : (['set'] as const))
              // The opening of the page is part of the verdict only while the session is unpaid.
              for (const openedAt of payments.length === 0 ? [null, AT] : [null])
                for (const isNeverSent of events[0]?.deliveries.length === 0
                  ? [true, false]
                  : [false])
                  yield timelineOf({
                    session: { status, paidLate, openedAt, isNeverSent },
                    merchant: { ...timelineOf().merchant, endpoint },
                    payments,
                    refunds,
                    events,
                  })
}
