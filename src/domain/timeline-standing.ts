import type { Standing } from '#contract/dashboard/standing.ts'
import type { Timeline, TimelinePayment, TimelineRefund } from '#contract/dashboard/timeline.ts'
import { isOpenDispute } from './dispute.ts'
import { netReversedMinor } from './reversal.ts'
import { shownPayment, standing, type StandingPayment } from './standing.ts'

/** What the session of a timeline is. */
export function standingOfTimeline(timeline: Timeline): Standing {
  const { session, payments } = timeline
  const { status, amount: amountMinor, currency } = session
  const known = payments.map((payment) => ({
    id: payment.id,
    ...standingPayment(timeline, payment),
  }))
  return standing({ status, amountMinor, currency }, shownPayment(known))
}

/** What became of a payment's money, whatever dispute of it is open. */
export function standingOfMoney(timeline: Timeline, payment: TimelinePayment): Standing {
  const { status, amount: amountMinor, currency } = timeline.session
  return standing(
    { status, amountMinor, currency },
    { ...standingPayment(timeline, payment), isDisputed: false },
  )
}

function standingPayment(
  { refunds, disputes }: Timeline,
  payment: TimelinePayment,
): StandingPayment {
  const { status, amount, currency, captured, reversed, reinstated, isOwed, captureMethod } =
    payment
  return {
    status,
    amountMinor: amount,
    currency,
    capturedMinor: captured.amount,
    capturedCurrency: captured.currency,
    refundedMinor: refundedOf(refunds, payment, 'succeeded'),
    reversedMinor: reversed,
    reinstatedMinor: reinstated,
    isOwed,
    isDisputed: disputes.some(
      (dispute) => dispute.paymentId === payment.id && isOpenDispute(dispute.status),
    ),
    captureMethod,
  }
}

/** What banks took back of a payment, less what of it came again. */
export function takenBackNow({
  reversed: reversedMinor,
  reinstated: reinstatedMinor,
}: Pick<TimelinePayment, 'reversed' | 'reinstated'>): number {
  return netReversedMinor({ reversedMinor, reinstatedMinor })
}

/** The sum of a payment's refunds in one state. */
export function refundedOf(
  refunds: readonly TimelineRefund[],
  payment: TimelinePayment,
  status: TimelineRefund['status'],
): number {
  return refunds
    .filter((refund) => refund.paymentId === payment.id && refund.status === status)
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Whether owed money waits for a person, because a refund of it came back. */
export function isRefundHeld(
  { id, isOwed, nextRefundAt }: TimelinePayment,
  refunds: readonly TimelineRefund[],
): boolean {
  const own = refunds.filter(({ paymentId }) => paymentId === id)
  const has = (state: TimelineRefund['status']) => own.some(({ status }) => status === state)
  return isOwed && nextRefundAt === null && has('reversed') && !has('pending')
}
