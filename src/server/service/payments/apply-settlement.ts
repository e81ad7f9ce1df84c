import type { SessionState } from '#contract/session.ts'
import { Instant } from '#contract/values.ts'
import { endOfHold } from '#domain/hold.ts'
import { reminderOf } from '#domain/methods/boleto/due-date.ts'
import { expiryWith } from '#domain/methods/keep-open.ts'
import { isLive } from '#domain/payment-state.ts'
import { leftMinorOf, takenBackOf } from '#domain/reversal.ts'
import type { SettledOutcome } from '#domain/settle.ts'
import type { HoldChange, Settlement } from '#domain/settlement.ts'
import { recordAudit, type Actor } from '../audit/record-audit.ts'
import type { PaymentState } from '#contract/payment.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { oweRefund } from '../../database/refunds/owed-refunds.ts'
import type { PaymentChange, PaymentRecord } from '../../database/payments/payments.ts'
import { writeSettlement } from '../../database/payments/write-settlement.ts'
import { isDelivered, type SessionToChange } from '../../database/sessions/sessions.ts'
import { lockWebhookEndpoints } from '../../database/merchants/merchants.ts'
import type { ServiceContext } from '../context.ts'
import { composeEvents } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'
import { inquiryDelayMs } from './inquiry-schedule.ts'
import { makeOwedRefund } from '../refunds/make-owed-refund.ts'
import { keptState, knownPaidAt, knownPayeeName, knownReferences } from './known-outcome.ts'

export interface Settling<Session extends SessionToChange> {
  /** As it was read. */
  session: Session
  payment: PaymentRecord
  change: Settlement
  /** What the processor said; undefined when an operator decides about what it said before. */
  outcome?: SettledOutcome | undefined
  /** Who decides when the amount differs from the one that was asked. */
  decider: Actor
  reason?: string | undefined
}

/** What a settlement has written. */
export interface Settled<Session extends SessionToChange> {
  session: Session
  payment: PaymentRecord
  /** Whether a receipt will be e-mailed. */
  emailsReceipt: boolean
}

/**
 * Writes a settlement in the caller's transaction, which has locked the session: payment, session, events, receipt e-mail,
 * refund, audit log.
 */
export async function applySettlement<Session extends SessionToChange>(
  context: ServiceContext,
  tx: Queryable,
  settling: Settling<Session>,
): Promise<Settled<Session>> {
  const { session, payment, change, outcome } = settling
  const { merchantId } = session
  const endpointIsLocked = session.merchant.isCallbackDisabled
  if (endpointIsLocked) await lockWebhookEndpoints(tx, [merchantId])
  const settled = await settleAtOnce(context, tx, settling, { endpointIsLocked })
  if (settled === undefined) throw new Error('the session is not locked')
  const now = context.clock()
  if (change.refund) {
    await oweRefund(tx, payment.id, now)
    const written = settled.payment
    // Money that was taken back already must not be refunded.
    const takenBack = outcome?.status === 'succeeded' ? takenBackOf(outcome) : written
    const { reversedMinor, reinstatedMinor } = takenBack
    await makeOwedRefund(context, tx, {
      merchantId,
      payment: { ...written, reversedMinor, reinstatedMinor },
      now,
    })
  }
  await recordDecision(context, tx, settling, settled.payment)
  return settled
}

/**
 * Writes payment, session, events and receipt e-mail of a settlement in one statement. Undefined, and nothing is written, when
 * the session has changed since it was read, or its merchant's endpoint is disabled and not locked.
 */
export async function settleAtOnce<Session extends SessionToChange>(
  context: ServiceContext,
  db: Queryable,
  settling: Settling<Session>,
  { endpointIsLocked = false } = {},
): Promise<Settled<Session> | undefined> {
  const { session, change } = settling
  const written = paymentChangeOf(context, settling, context.clock())
  const payment = paymentAfter(settling.payment, written)
  const settled = sessionAfter(settling, payment)
  const data = { payment: presentPayment(payment) }
  const news = change.events.map((type) => ({ type, data }))
  const events = composeEvents(context, settled, news, session.eventSequence)
  const emailsReceipt = context.emailsReceipts && isPaidBy(payment, change)
  const { id, version } = session
  const stored = await writeSettlement(db, {
    payment: written,
    before: settling.payment.status,
    session: { ...settled, id, version },
    events,
    traceparent: events[0]?.traceparent ?? null,
    isDelivered: isDelivered(session),
    emailsReceipt,
    mails: context.emailsReceipts ? mailsOf(settling.payment, payment) : [],
    endpointIsLocked,
  })
  if (stored === undefined) return undefined
  // A late payment that is not the latest does not replace the one that the session shows.
  const last = settled.payment?.id === stored.id ? stored : settled.payment
  const eventSequence = session.eventSequence + events.length
  return { session: { ...settled, payment: last, eventSequence }, payment: stored, emailsReceipt }
}

function sessionAfter<Session extends SessionToChange>(
  { session, change }: Settling<Session>,
  payment: PaymentRecord,
): Session {
  const { status, paymentStatus, paidLate } = change.session
  return {
    ...session,
    status,
    paymentStatus,
    ...(payment.status === 'succeeded' && {
      amountCapturedMinor: payment.capturedMinor,
      amountReversedMinor: payment.reversedMinor,
      amountReinstatedMinor: payment.reinstatedMinor,
    }),
    // What a settlement gives back is owed until it is given back.
    ...(change.refund && { amountOwedMinor: session.amountOwedMinor + leftMinorOf(payment) }),
    ...endAfter(session, status, payment.updatedAt),
    completedAt: status === 'complete' ? (session.completedAt ?? payment.updatedAt) : null,
    paidLate: session.paidLate || paidLate,
    expiresAt: expiryWith(change.payment.action, session.expiresAt),
    version: session.version + 1,
    payment: session.payment?.id === payment.id ? payment : session.payment,
  }
}

/** The reason stands in the session since a merchant asked for the release; a capture that came before makes it void. */
function endAfter(
  { status: before, canceledAt, cancellationReason }: SessionToChange,
  status: SessionState,
  now: Date,
): Pick<SessionToChange, 'canceledAt' | 'cancellationReason'> {
  if (before !== 'open' || status === 'open') return { canceledAt, cancellationReason }
  return status === 'canceled'
    ? { canceledAt: now, cancellationReason }
    : { canceledAt: null, cancellationReason: null }
}

/** The payment as the settling statement stores it. */
function paymentAfter(payment: PaymentRecord, written: PaymentChange): PaymentRecord {
  const { now, references = {}, state, nextInquiryAt: _, ...changed } = written
  const known = { ...payment.processorReferences, ...references }
  return {
    ...payment,
    ...changed,
    intentSentAt: null,
    cardBrand: written.cardBrand ?? payment.cardBrand,
    cardLastFour: written.cardLastFour ?? payment.cardLastFour,
    processorReferences: Object.keys(known).length === 0 ? null : known,
    processorState: state ?? payment.processorState,
    payeeName: written.payeeName ?? payment.payeeName,
    paidAt: written.paidAt ?? payment.paidAt,
    updatedAt: now,
  }
}

/** The change of the payment's row that a settlement makes. */
function paymentChangeOf(
  context: Pick<ServiceContext, 'log'>,
  settling: Omit<Settling<SessionToChange>, 'session'>,
  now: Date,
): PaymentChange {
  const { payment, change, outcome } = settling
  const card = outcome !== undefined && 'card' in outcome ? outcome.card : undefined
  const paidAt = outcome?.status === 'succeeded' ? outcome.paidAt : undefined
  return {
    id: payment.id,
    ...change.payment,
    ...moneyAfter(settling),
    ...holdAfter(settling, now),
    cardBrand: card?.brand ?? null,
    cardLastFour: card?.lastFour ?? null,
    references: knownReferences(outcome?.references),
    state: keptState(context, outcome?.state),
    payeeName: knownPayeeName(outcome?.payeeName, payment.payeeName),
    succeededAt: change.payment.captured ? now : null,
    paidAt: knownPaidAt(paidAt, { createdAt: payment.createdAt, now }),
    now,
    nextInquiryAt: nextInquiryAt(change.payment.status, payment, now),
  }
}

function moneyAfter({ payment, change, decider }: Omit<Settling<SessionToChange>, 'session'>) {
  const { taken } = change.payment
  return {
    capturedMinor: taken?.capturedMinor ?? payment.capturedMinor,
    capturedCurrency: taken === null || taken.currency === payment.currency ? null : taken.currency,
    acceptedBy: change.decided === 'accept' ? nameOf(decider) : null,
  }
}

/** What is kept of the hold; where the settlement says nothing of it, it wants nothing of the processor any more. */
function holdAfter(
  { payment, change, outcome }: Omit<Settling<SessionToChange>, 'session'>,
  now: Date,
) {
  const hold: HoldChange = change.payment.hold ?? { intent: null }
  const isNew = hold.authorizedMinor !== undefined
  const isRefused = hold.isCaptureRefused === true
  return {
    intent: hold.intent,
    authorizedMinor: hold.authorizedMinor ?? payment.authorizedMinor,
    authorizedAt: isNew ? now : payment.authorizedAt,
    captureBefore: isNew ? endOfHold(statedEnd(outcome), now) : payment.captureBefore,
    captureMinor: hold.captureMinor === undefined ? payment.captureMinor : hold.captureMinor,
    captureAskedAt: hold.intent === 'capture' ? now : payment.captureAskedAt,
    captureFailedMinor: isRefused ? payment.captureMinor : payment.captureFailedMinor,
    captureFailedAt: isRefused ? now : payment.captureFailedAt,
    voidReason: hold.voidReason ?? payment.voidReason,
    releasedAt: hold.isReleased === true ? now : payment.releasedAt,
  }
}

function statedEnd(outcome: Settling<SessionToChange>['outcome']): Date | undefined {
  if (outcome?.status !== 'authorized') return undefined
  const instant = Instant.safeParse(outcome.captureBefore)
  return instant.success ? new Date(instant.data) : undefined
}

function nameOf(decider: Actor): string {
  return decider.kind === 'command' ? decider.user.toWellFormed() : 'policy'
}

const ACTIONS = { accept: 'payment.accepted', refuse: 'payment.refused' } as const

async function recordDecision(
  { keys, wallClock }: ServiceContext,
  tx: Queryable,
  { session, change, decider, reason }: Settling<SessionToChange>,
  { id, amountMinor, currency, capturedMinor, capturedCurrency }: PaymentRecord,
): Promise<void> {
  if (change.decided === null) return
  await recordAudit(
    tx,
    { keys, now: wallClock() },
    {
      actor: decider,
      action: ACTIONS[change.decided],
      subject: id,
      merchantId: session.merchantId,
      details: {
        sessionId: session.id,
        amountMinor,
        currency,
        capturedMinor,
        capturedCurrency: capturedCurrency ?? currency,
        ...(reason !== undefined && { reason }),
      },
    },
  )
}

/** The mails about a boleto that was just issued. */
function mailsOf(
  before: PaymentRecord,
  { action, customer, updatedAt }: PaymentRecord,
): { kind: 'boleto_made' | 'boleto_due'; at: Date }[] {
  if (before.action !== null || action === null || !('dueDate' in action)) return []
  if (customer.email === undefined) return []
  const reminder = reminderOf(action.dueDate, updatedAt)
  return [
    { kind: 'boleto_made', at: updatedAt },
    ...(reminder === undefined ? [] : [{ kind: 'boleto_due' as const, at: reminder }]),
  ]
}

/** Whether the shopper gets a receipt: not for late money that is refunded at once. */
function isPaidBy(
  payment: Pick<PaymentRecord, 'status' | 'customer'>,
  { session, refund }: Settlement,
): boolean {
  const { status, customer } = payment
  return (
    status === 'succeeded' &&
    session.status === 'complete' &&
    !refund &&
    customer.email !== undefined
  )
}

function nextInquiryAt(status: PaymentState, payment: PaymentRecord, now: Date): Date | null {
  return isLive(status) ? new Date(now.getTime() + inquiryDelayMs(status, payment.inquiries)) : null
}
