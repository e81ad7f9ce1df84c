import type { Books, PaymentRow, SessionRow } from './books.ts'
import { findings, type Violation } from './violation.ts'

const HELD_OR_RELEASED = ['authorized', 'voided']
const PAID = ['paid', 'partially_refunded', 'refunded']

/** I2: payments are paid in the tables exactly when captured at the processor, and none is unknown. */
export function judgePaid({ merchants, sessions, payments, processor }: Books): Violation[] {
  const { found, report } = findings('I2')
  const captures = processor.ledger.filter(({ kind }) => kind === 'capture')
  for (const payment of payments) {
    const own = captures.filter(({ paymentId }) => paymentId === payment.id)
    const captured = own.reduce((total, { amountMinor }) => total + amountMinor, 0)
    if (captured !== payment.capturedMinor)
      report('a payment and the ledger disagree on the captured sum', payment, ...own)
    if (payment.status === 'succeeded' && own.length !== 1)
      report('a payment succeeded without exactly one capture', payment, ...own)
    if (HELD_OR_RELEASED.includes(payment.status) && own.length > 0)
      report(`a payment is ${payment.status}, and was captured`, payment, ...own)
    if (payment.status === 'unknown') report('a payment stayed unknown', payment)
  }
  for (const session of sessions) {
    const own = payments.filter(({ sessionId }) => sessionId === session.id)
    const refundsLate =
      merchants.find(({ id }) => id === session.merchantId)?.latePayments === 'refund'
    for (const what of contradictions(session, own, refundsLate)) report(what, session, ...own)
  }
  return found
}

function* contradictions(session: SessionRow, payments: PaymentRow[], refundsLate: boolean) {
  const succeeded = payments.filter(({ status }) => status === 'succeeded')
  const isPaid = PAID.includes(session.paymentStatus)
  const isHeld = payments.some(
    ({ status, captureMethod }) => status === 'authorized' && captureMethod === 'manual',
  )
  if ((session.paymentStatus === 'authorized') !== isHeld)
    yield 'a session is called authorized as its payments are not'
  if (succeeded.length > 1) yield 'a session was paid by several attempts'
  if (session.status === 'complete' && succeeded.length !== 1)
    yield 'a session is complete without one successful attempt'
  if (isPaid !== succeeded.length > 0) yield 'a session is called paid as its attempts are not'
  const endedUnpaid = session.status === 'expired' || session.status === 'canceled'
  if (succeeded.length > 0 && session.status !== 'complete' && !(endedUnpaid && refundsLate))
    yield 'a session with a successful attempt is not complete'
  const captured = succeeded.reduce((total, { capturedMinor }) => total + capturedMinor, 0)
  const refunded = session.amountRefundedMinor
  const expected = refunded === 0 ? 'paid' : refunded < captured ? 'partially_refunded' : 'refunded'
  if (succeeded.length > 0 && session.paymentStatus !== expected)
    yield `a session should be called ${expected}`
}
