import type { Dispute } from '../dispute.ts'
import type { EventType, Notification } from '../event.ts'
import type { Payment } from '../payment.ts'
import type { Refund } from '../refund.ts'
import type { Session } from '../session.ts'
import {
  authorizedPayment,
  authorizedSession,
  canceledSession,
  completedNotification,
  openDispute,
  openSession,
  paidSession,
  pendingRefund,
  succeededPayment,
  voidedPayment,
  voidedSession,
} from './example-values.ts'

/** A Pix payment whose code is shown and unpaid. */
const pixPayment: Payment = {
  ...succeededPayment,
  status: 'requires_action',
  method: 'pix',
  card: null,
  amountCaptured: 0,
  succeededAt: null,
}
const processingPayment: Payment = {
  ...succeededPayment,
  status: 'processing',
  amountCaptured: 0,
  succeededAt: null,
}
const failedPayment: Payment = {
  ...succeededPayment,
  status: 'failed',
  amountCaptured: 0,
  declineCode: 'insufficient_funds',
  retryable: true,
  succeededAt: null,
}
const mismatchedPayment: Payment = {
  ...succeededPayment,
  status: 'amount_mismatch',
  amountCaptured: 20000,
  succeededAt: null,
}
const reversedPayment: Payment = { ...succeededPayment, amountReversed: 25990 }
const refusedPayment: Payment = {
  ...authorizedPayment,
  capture: {
    amount: 20000,
    status: 'failed',
    requestedAt: '2026-11-22T09:05:44.120Z',
    failedAt: '2026-11-22T09:05:45.730Z',
  },
}
const reinstatedPayment: Payment = { ...reversedPayment, amountReinstated: 25990 }
const latePayment: Payment = { ...succeededPayment, method: 'pix', card: null, late: true }

const refund: Refund = { ...pendingRefund, status: 'succeeded' }

const expiredSession: Session = { ...openSession, status: 'expired', version: 2 }
const refundedSession: Session = {
  ...paidSession,
  paymentStatus: 'partially_refunded',
  amountRefunded: refund.amount,
  version: 6,
}

function withPayment(payment: Payment, session: Partial<Session> = {}): Notification['data'] {
  return { session: { ...openSession, attempts: 1, version: 3, ...session, payment }, payment }
}

function disputed(changes: Partial<Dispute>): Notification['data'] {
  return {
    session: { ...paidSession, amountReversed: 25990, payment: reversedPayment, version: 7 },
    payment: reversedPayment,
    dispute: { ...openDispute, ...changes },
  }
}

const DATA: Record<EventType, Notification['data']> = {
  'session.completed': completedNotification.data,
  'session.expired': { session: expiredSession },
  'session.canceled': { session: canceledSession },
  'payment.requires_action': withPayment(pixPayment, { paymentStatus: 'requires_action' }),
  'payment.processing': withPayment(processingPayment, { paymentStatus: 'processing' }),
  'payment.authorized': { session: authorizedSession, payment: authorizedPayment },
  'payment.succeeded': { session: paidSession, payment: succeededPayment },
  'payment.failed': withPayment(failedPayment),
  'payment.late': withPayment(latePayment, {
    status: 'complete',
    paymentStatus: 'paid',
    amountCaptured: latePayment.amount,
    completedAt: latePayment.succeededAt,
    paidLate: true,
    version: 5,
  }),
  'payment.amount_mismatch': withPayment(mismatchedPayment, { paymentStatus: 'processing' }),
  'payment.reversed': {
    session: { ...paidSession, amountReversed: 25990, payment: reversedPayment, version: 6 },
    payment: reversedPayment,
  },
  'payment.capture_failed': {
    session: { ...authorizedSession, payment: refusedPayment, version: 5 },
    payment: refusedPayment,
  },
  'payment.voided': { session: voidedSession, payment: voidedPayment },
  'payment.reinstated': {
    session: {
      ...paidSession,
      amountReversed: 25990,
      amountReinstated: 25990,
      payment: reinstatedPayment,
      version: 7,
    },
    payment: reinstatedPayment,
  },
  'refund.succeeded': { session: refundedSession, payment: succeededPayment, refund },
  'refund.failed': {
    session: { ...paidSession, version: 6 },
    payment: succeededPayment,
    refund: { ...refund, status: 'failed' },
  },
  'refund.reversed': {
    session: { ...paidSession, version: 7 },
    payment: succeededPayment,
    refund: { ...refund, status: 'reversed', reversedAt: '2026-12-09T03:15:00.000Z' },
  },
  'dispute.opened': disputed({ steps: openDispute.steps.slice(0, 1) }),
  'dispute.updated': disputed({}),
  'dispute.won': disputed({
    status: 'won',
    closedAt: '2027-01-20T10:00:00.000Z',
    steps: [...openDispute.steps, { kind: 'chargeback_reversed', at: '2027-01-20T10:00:00.000Z' }],
  }),
  'dispute.lost': disputed({
    status: 'lost',
    closedAt: '2026-12-31T02:10:00.000Z',
    steps: [...openDispute.steps, { kind: 'period_ended', at: '2026-12-31T02:10:00.000Z' }],
  }),
  ping: {},
}

/** An example of each event type. */
export function exampleNotification(type: EventType): Notification {
  if (type === completedNotification.type) return completedNotification
  const sequence = type === 'ping' ? 0 : completedNotification.sequence
  return { ...completedNotification, type, sequence, data: DATA[type] }
}
