import { expiryWith } from '#domain/methods/keep-open.ts'
import { isLive } from '#domain/payment-state.ts'
import type { KnownCard, ProcessorReferences, ProcessorState } from '#domain/settle.ts'
import type { Settlement } from '#domain/settlement.ts'
import { recordAct, type Actor } from '../audit/record-act.ts'
import type { PaymentState } from '#contract/payment.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { oweRefund } from '../../database/refunds/owed-refunds.ts'
import {
  settlePayment as writePayment,
  type PaymentChange,
  type PaymentRecord,
} from '../../database/payments/payments.ts'
import { insertReceiptEmail } from '../../database/mails/receipt-emails.ts'
import type { LockedSession } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { changeSession } from '../sessions/change-session.ts'
import { presentPayment } from '../sessions/present-session.ts'
import { inquiryDelayMs } from './inquiry-schedule.ts'
import { makeOwedRefund } from '../refunds/make-owed-refund.ts'
import { keptState } from './kept-state.ts'
import { knownPaidAt } from './known-paid-at.ts'
import { knownPayeeName } from './known-payee-name.ts'
import { knownReferences } from './known-references.ts'

export interface Settling {
  session: LockedSession
  payment: PaymentRecord
  change: Settlement
  card?: KnownCard | undefined
  references?: ProcessorReferences | undefined
  state?: ProcessorState | undefined
  /** When it was paid, as the processor states it. */
  paidAt?: string | undefined
  /** Who is paid, as the processor names them. */
  payeeName?: string | undefined
  /** Who decides when the amount differs from the one that was asked. */
  decider: Actor
  reason?: string | undefined
  /** The total taken back, in minor units, if the outcome states a higher total than was known. */
  reversedMinor?: number | undefined
}

/** Writes a settlement in the caller's transaction: payment, session, events, receipt e-mail, refund, audit log. */
export async function applySettlement(
  context: ServiceContext,
  tx: Queryable,
  settling: Settling,
): Promise<PaymentRecord> {
  const { session, payment, change, reversedMinor = 0 } = settling
  const now = context.clock()
  const written = await writePayment(tx, paymentChangeOf(context, settling, now))
  if (change.refund) await oweRefund(tx, payment.id, now)
  // A late payment that is not the latest does not replace the one that the session shows.
  const last = session.payment?.id === payment.id ? written : session.payment
  await changeSession(
    context,
    tx,
    session,
    {
      ...change.session,
      ...(written.status === 'succeeded' && {
        amountCapturedMinor: written.capturedMinor,
        amountReversedMinor: written.reversedMinor,
      }),
      completedAt: change.session.status === 'complete' ? (session.completedAt ?? now) : null,
      paidLate: session.paidLate || change.session.paidLate,
      expiresAt: expiryWith(change.payment.action, session.expiresAt),
    },
    change.events.map((type) => ({ type, data: { payment: presentPayment(written) } })),
    last,
  )
  if (context.emailsReceipts && isPaidBy(written, change))
    await insertReceiptEmail(tx, { sessionId: session.id, paymentId: payment.id, now })
  if (change.refund)
    await makeOwedRefund(context, tx, {
      merchantId: session.merchantId,
      payment: { ...written, reversedMinor: Math.max(written.reversedMinor, reversedMinor) },
      now,
    })
  await recordDecision(context, tx, settling, written)
  return written
}

/** The change of the payment's row that a settlement makes. */
export function paymentChangeOf(
  context: Pick<ServiceContext, 'log'>,
  settling: Omit<Settling, 'session'>,
  now: Date,
): PaymentChange {
  const { payment, change, card } = settling
  return {
    id: payment.id,
    ...change.payment,
    ...moneyAfter(settling),
    cardBrand: card?.brand ?? null,
    cardLastFour: card?.lastFour ?? null,
    references: knownReferences(settling.references),
    state: keptState(context, settling.state),
    payeeName: knownPayeeName(settling.payeeName, payment.payeeName),
    succeededAt: change.payment.captured ? now : null,
    paidAt: knownPaidAt(settling.paidAt, { createdAt: payment.createdAt, now }),
    now,
    nextInquiryAt: nextInquiryAt(change.payment.status, payment, now),
  }
}

function moneyAfter({ payment, change, decider }: Omit<Settling, 'session'>) {
  const { taken } = change.payment
  return {
    capturedMinor: taken?.capturedMinor ?? payment.capturedMinor,
    capturedCurrency: taken === null || taken.currency === payment.currency ? null : taken.currency,
    acceptedBy: change.decided === 'accept' ? nameOf(decider) : null,
  }
}

function nameOf(decider: Actor): string {
  return decider.kind === 'command' ? decider.user.toWellFormed() : 'policy'
}

const ACTIONS = { accept: 'payment.accepted', refuse: 'payment.refused' } as const

async function recordDecision(
  { keys, wallClock }: ServiceContext,
  tx: Queryable,
  { session, change, decider, reason }: Settling,
  { id, amountMinor, currency, capturedMinor, capturedCurrency }: PaymentRecord,
): Promise<void> {
  if (change.decided === null) return
  await recordAct(
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

/** Whether the shopper gets a receipt: not for late money that is refunded at once. */
export function isPaidBy(
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
