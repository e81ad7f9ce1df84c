import { newId } from '../../domain/id.ts'
import { expiryWith } from '../../domain/methods/keep-open.ts'
import { isLive } from '../../domain/payment-state.ts'
import { settle, type PaymentOutcome, type Settlement } from '../../domain/settle.ts'
import type { PaymentState } from '../../contract/payment.ts'
import {
  readPayment,
  settlePayment as writePayment,
  type PaymentRecord,
} from '../database/payments.ts'
import { insertReceiptEmail } from '../database/receipt-emails.ts'
import { insertRefund } from '../database/refunds.ts'
import { lockSession } from '../database/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { changeSession } from '../api/sessions/change-session.ts'
import { presentPayment } from '../api/sessions/present-session.ts'
import { inquiryDelayMs } from './inquiry-schedule.ts'

/**
 * Applies an outcome of the processor in one transaction: payment, session, events, receipt e-mail, and the refund of
 * money that came too late. Idempotent.
 */
export async function settlePayment(
  context: ServiceContext,
  {
    sessionId,
    paymentId,
    outcome,
  }: { sessionId: string; paymentId: string; outcome: PaymentOutcome },
): Promise<void> {
  const settled = await context.database.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId)
    const payment = await readPayment(tx, paymentId)
    if (payment === undefined) throw new Error('the payment to settle does not exist')
    const settled = settle({ session, payment, outcome, latePolicy: session.merchant.latePayments })
    if (settled.result === 'nothing') return undefined
    if (settled.result === 'mismatch') {
      context.log.error({ paymentId, outcome }, 'the processor took another amount than was asked')
      return undefined
    }

    const { change } = settled
    const now = context.clock()
    const card = 'card' in outcome ? outcome.card : undefined
    const written = await writePayment(tx, {
      id: payment.id,
      ...change.payment,
      capturedMinor: change.payment.captured ? payment.amountMinor : payment.capturedMinor,
      cardBrand: card?.brand ?? null,
      cardLastFour: card?.lastFour ?? null,
      succeededAt: change.payment.captured ? now : null,
      now,
      nextInquiryAt: nextInquiryAt(change.payment.status, payment, now),
    })
    // A late payment that is not the latest does not replace the one that the session shows.
    const last = session.payment?.id === payment.id ? written : session.payment
    await changeSession(
      context,
      tx,
      session,
      {
        ...change.session,
        completedAt: change.session.status === 'complete' ? (session.completedAt ?? now) : null,
        paidLate: session.paidLate || change.session.paidLate,
        expiresAt: expiryWith(change.payment.action, session.expiresAt),
      },
      change.events.map((type) => ({ type, data: { payment: presentPayment(written) } })),
      last,
    )
    if (context.emailsReceipts && isPaidBy(written, change))
      await insertReceiptEmail(tx, { sessionId, paymentId, now })
    if (change.refund)
      await insertRefund(tx, {
        id: newId('re', context.wallClock(), context.random),
        sessionId,
        paymentId,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        reason: 'paid too late',
        idempotencyKey: null,
        now,
        nextInquiryAt: now,
      })
    return { merchantId: session.merchantId, payment: written }
  })
  if (settled) context.cardTestingAlarm.settled(settled.merchantId, settled.payment)
}

/** Whether the shopper gets a receipt: not for late money that is refunded at once. */
function isPaidBy(payment: PaymentRecord, { session, refund }: Settlement): boolean {
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
