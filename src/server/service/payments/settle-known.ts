import { expiryWith } from '#domain/methods/keep-open.ts'
import { grownReversal } from '#domain/reversal.ts'
import { settle, type PaymentOutcome } from '#domain/settle.ts'
import type { Settlement } from '#domain/settlement.ts'
import { composeEvents } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'
import type { ServiceContext } from '../context.ts'
import type { PaymentChange, PaymentRecord } from '../../database/payments/payments.ts'
import type { SessionForCheckout } from '../../database/sessions/sessions.ts'
import { settleAtOnce } from '../../database/payments/settle-at-once.ts'
import { isPaidBy, paymentChangeOf } from './apply-settlement.ts'

/** A session whose last payment is known, as it was when that payment was begun. */
export type SessionWithLivePayment = SessionForCheckout & { payment: PaymentRecord }

/**
 * Applies the first outcome of a payment that this process has begun, in one statement. Returns the session afterwards.
 * Returns undefined and writes nothing when the session has changed since, or when the outcome needs more than a plain
 * settlement: then `settlePayment` applies it under the session's lock.
 */
export async function settleKnown(
  context: ServiceContext,
  session: SessionWithLivePayment,
  outcome: PaymentOutcome,
): Promise<SessionForCheckout | undefined> {
  const change = plainChange(session, outcome)
  if (change === undefined) return undefined
  const now = context.clock()
  const { payment } = session
  const { references, state, payeeName } = outcome
  const written = paymentChangeOf(
    context,
    {
      payment,
      change,
      card: 'card' in outcome ? outcome.card : undefined,
      references,
      state,
      payeeName,
      paidAt: outcome.status === 'succeeded' ? outcome.paidAt : undefined,
      decider: { kind: 'server' },
    },
    now,
  )
  const settled = sessionAfter(session, change, written)
  const data = { payment: presentPayment(settled.payment) }
  const news = change.events.map((type) => ({ type, data }))
  const events = composeEvents(context, settled, news, session.eventSequence)
  const emailsReceipt = context.emailsReceipts && isPaidBy(settled.payment, change)
  const { id, version } = session
  const stored = await settleAtOnce(context.database, {
    payment: written,
    before: payment.status,
    session: { ...settled, id, version },
    events,
    traceparent: events[0]?.traceparent ?? null,
    emailsReceipt,
  })
  if (stored === undefined) return undefined
  context.cardTestingAlarm.settled(session.merchantId, stored)
  const receiptEmail = emailsReceipt ? 'pending' : session.receiptEmail
  const eventSequence = session.eventSequence + events.length
  return { ...settled, payment: stored, receiptEmail, eventSequence }
}

/**
 * What an outcome changes. Undefined unless the session is open, no policy of the merchant decides, and no money goes back.
 */
function plainChange(
  session: SessionWithLivePayment,
  outcome: PaymentOutcome,
): Settlement | undefined {
  const { payment } = session
  if (session.status !== 'open' || grownReversal(payment, outcome) !== undefined) return undefined
  const isOther =
    outcome.status === 'succeeded' &&
    (outcome.capturedMinor !== payment.amountMinor || outcome.currency !== payment.currency)
  if (isOther) return undefined
  const settled = settle({
    session,
    payment: { ...payment, isLast: true },
    outcome,
    // Neither policy is used here.
    latePolicy: 'refund',
    mismatchPolicy: 'hold',
  })
  if (settled.result === 'nothing') return undefined
  const { change } = settled
  return change.refund || change.decided !== null ? undefined : change
}

function sessionAfter(
  session: SessionWithLivePayment,
  change: Settlement,
  written: PaymentChange,
): SessionWithLivePayment {
  const { status, paymentStatus } = change.session
  return {
    ...session,
    status,
    paymentStatus,
    ...(written.status === 'succeeded' && { amountCapturedMinor: written.capturedMinor }),
    completedAt: status === 'complete' ? written.now : null,
    expiresAt: expiryWith(change.payment.action, session.expiresAt),
    version: session.version + 1,
    payment: paymentAfter(session.payment, written),
  }
}

/** The payment as the settling statement stores it. */
function paymentAfter(payment: PaymentRecord, written: PaymentChange): PaymentRecord {
  const { now, references = {}, state, nextInquiryAt: _, ...changed } = written
  const known = { ...payment.processorReferences, ...references }
  return {
    ...payment,
    ...changed,
    cardBrand: written.cardBrand ?? payment.cardBrand,
    cardLastFour: written.cardLastFour ?? payment.cardLastFour,
    processorReferences: Object.keys(known).length === 0 ? null : known,
    processorState: state ?? payment.processorState,
    payeeName: written.payeeName ?? payment.payeeName,
    paidAt: written.paidAt ?? payment.paidAt,
    updatedAt: now,
  }
}
