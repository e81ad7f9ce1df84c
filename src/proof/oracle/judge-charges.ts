import type { Books } from './books.ts'
import { readBodies } from './event-body.ts'
import { findings, type Violation } from './violation.ts'

/** I1: the processor's ledger has at most one charge per session, apart from late payments by the shopper. */
export function judgeCharges({
  sessions,
  payments,
  processor,
  paidLate,
  events,
}: Books): Violation[] {
  const { found, report } = findings('I1')
  const captures = processor.ledger.filter(({ kind }) => kind === 'capture')
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]))
  const broughtLate = new Set(paidLate)

  for (const capture of captures) {
    const payment = paymentOf.get(capture.paymentId)
    if (payment === undefined) {
      report('money was captured for a payment missing in the tables', capture)
      continue
    }
    if (capture.amountMinor !== payment.amountMinor || capture.currency !== payment.currency)
      report('the captured sum differs from the payment', capture, payment)
  }
  for (const session of sessions) {
    const own = payments.filter(({ sessionId }) => sessionId === session.id)
    for (const payment of own)
      if (
        payment.currency !== session.currency ||
        (payment.installments === 1 && payment.amountMinor !== session.amountMinor)
      )
        report('a payment differs from the sum of its session', payment, session)
    const charges = captures.filter(
      ({ paymentId }) => paymentOf.get(paymentId)?.sessionId === session.id,
    )
    if (charges.filter(({ paymentId }) => !broughtLate.has(paymentId)).length > 1)
      report('a session was charged more than once', session, ...charges)
  }
  for (const { parsed, ...event } of readBodies(events))
    if (event.type === 'payment.late' && !broughtLate.has(parsed.data.payment?.id ?? ''))
      report('a payment was marked late that was not', event)
  return found
}
