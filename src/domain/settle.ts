import type { PaymentAction } from '../contract/checkout.ts'
import type { EventType } from '../contract/event.ts'
import type { CardBrand, DeclineCode, PaymentState } from '../contract/payment.ts'
import type { SessionPaymentState, SessionState } from '../contract/session.ts'
import { PAYMENT_MOVES } from './payment-state.ts'
import { unpaidStatus } from './session-state.ts'

interface KnownCard {
  brand: CardBrand | null
  lastFour: string
}

/** A payment's outcome at the processor; `unknown` when there was no answer. */
export type PaymentOutcome =
  | { status: 'succeeded'; capturedMinor: number; currency: string; card?: KnownCard }
  | { status: 'failed'; declineCode: DeclineCode; card?: KnownCard }
  | { status: 'requires_action'; action: PaymentAction; card?: KnownCard }
  | { status: 'processing'; card?: KnownCard }
  | { status: 'unknown' }

export interface SettleInput {
  session: { status: SessionState; paymentStatus: SessionPaymentState }
  payment: { status: PaymentState; amountMinor: number; currency: string; capturedMinor: number }
  outcome: PaymentOutcome
  latePolicy: 'accept' | 'refund'
}

/** The changes that follow from one outcome, applied in one transaction. */
export interface Settlement {
  payment: {
    status: PaymentState
    declineCode: DeclineCode | null
    action: PaymentAction | null
    captured: boolean
    late: boolean
  }
  session: { status: SessionState; paymentStatus: SessionPaymentState; paidLate: boolean }
  events: EventType[]
  /** Refund the whole payment: its money came too late. */
  refund: boolean
}

export type SettleResult =
  | { result: 'change'; change: Settlement }
  /** A duplicate, or older than the known state. */
  | { result: 'nothing' }
  /** The captured amount or currency differs from the request: nothing changes, an operator must decide. */
  | { result: 'mismatch' }

/**
 * The state transition for an outcome, idempotent and independent of order: duplicates and late messages change nothing,
 * money is never ignored, and at most one payment of a session succeeds. Source: the API contract, section 5.
 */
export function settle({ session, payment, outcome, latePolicy }: SettleInput): SettleResult {
  if (outcome.status === 'succeeded') {
    if (payment.capturedMinor > 0) return { result: 'nothing' }
    if (outcome.capturedMinor !== payment.amountMinor || outcome.currency !== payment.currency)
      return { result: 'mismatch' }
    return { result: 'change', change: money(session, payment.status, latePolicy) }
  }
  if (!PAYMENT_MOVES[payment.status].includes(outcome.status)) return { result: 'nothing' }
  return {
    result: 'change',
    change: {
      payment: {
        status: outcome.status,
        declineCode: outcome.status === 'failed' ? outcome.declineCode : null,
        action: outcome.status === 'requires_action' ? outcome.action : null,
        captured: false,
        late: false,
      },
      session: {
        status: session.status,
        // Another payment may have succeeded meanwhile; the session keeps its status.
        paymentStatus: hasMoney(session.paymentStatus)
          ? session.paymentStatus
          : unpaidStatus(outcome.status),
        paidLate: false,
      },
      events: eventsOf(payment.status, outcome.status),
      refund: false,
    },
  }
}

function money(
  session: SettleInput['session'],
  from: PaymentState,
  latePolicy: SettleInput['latePolicy'],
): Settlement {
  const succeeded = {
    status: 'succeeded',
    declineCode: null,
    action: null,
    captured: true,
  } as const
  switch (session.status) {
    case 'open':
      return {
        payment: { ...succeeded, late: from === 'failed' },
        session: { status: 'complete', paymentStatus: 'paid', paidLate: false },
        events: ['payment.succeeded', 'session.completed'],
        refund: false,
      }
    case 'expired':
    case 'canceled':
      // The second late payment of an ended session is a surplus.
      if (hasMoney(session.paymentStatus)) return surplus(session)
      return latePolicy === 'accept'
        ? {
            payment: { ...succeeded, late: true },
            session: { status: 'complete', paymentStatus: 'paid', paidLate: true },
            events: ['payment.late', 'payment.succeeded', 'session.completed'],
            refund: false,
          }
        : {
            payment: { ...succeeded, late: true },
            session: { status: session.status, paymentStatus: 'paid', paidLate: false },
            events: ['payment.late'],
            refund: true,
          }
    case 'complete':
      return surplus(session)
  }
}

/** Money for a session that another payment has paid: recorded, published as an event, and refunded. */
function surplus(session: SettleInput['session']): Settlement {
  return {
    payment: {
      status: 'failed',
      declineCode: 'replaced',
      action: null,
      captured: true,
      late: true,
    },
    session: { status: session.status, paymentStatus: session.paymentStatus, paidLate: false },
    events: ['payment.late'],
    refund: true,
  }
}

function hasMoney(status: SessionPaymentState): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'refunded'
}

function eventsOf(from: PaymentState, to: PaymentState): EventType[] {
  switch (to) {
    case 'failed':
      return ['payment.failed']
    case 'requires_action':
      return ['payment.requires_action']
    // Merchants see `unknown` as processing, so both share one event.
    case 'processing':
      return from === 'unknown' ? [] : ['payment.processing']
    case 'unknown':
      return from === 'processing' ? [] : ['payment.processing']
    case 'created':
    case 'succeeded':
      return []
  }
}
