import type { Books, EventRow, LedgerRow, PaymentRow, SessionRow } from './books.ts'
import { readBodies } from './event-body.ts'
import { findings, type Violation } from './violation.ts'

/**
 * I1: the processor's ledger has at most one charge per session. Late payments by the shopper do not count, nor do charges
 * of a wrong amount that were refused before the shopper paid again.
 */
export function judgeCharges({
  sessions,
  payments,
  processor,
  paidLate,
  events,
  exchanges,
}: Books): Violation[] {
  const { found, report } = findings('I1')
  const captures = processor.ledger.filter(({ kind }) => kind === 'capture')
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]))
  const broughtLate = new Set(paidLate)
  const refused = refusedBeforeOthers(events)

  for (const capture of captures) {
    const payment = paymentOf.get(capture.paymentId)
    if (payment === undefined) {
      report('money was captured for a payment missing in the tables', capture)
      continue
    }
    const { amountMinor, currency } = capture.asked ?? capture
    if (
      amountMinor !== (payment.captureMinor ?? payment.amountMinor) ||
      currency !== payment.currency
    )
      report('the processor was asked for another sum than the payment', capture, payment)
    // Only a processor that reports the requested sum may capture another one.
    if (capture.asked !== undefined && !isDecided(payment, capture))
      report('the captured sum differs from the payment', capture, payment)
  }
  for (const { sealedFor, sessionId, key } of exchanges)
    for (const payment of payments)
      if (
        sealedFor !== undefined &&
        payment.sessionId === sessionId &&
        payment.idempotencyKey === key
      )
        report('a card that was sealed for another session started a payment', payment)
  // Money that came in addition to a late payment is late, too.
  const isLate = (id: string) =>
    broughtLate.has(id) || broughtLate.has(paymentOf.get(id)?.surplusOf ?? id)
  for (const session of sessions) {
    const own = payments.filter(({ sessionId }) => sessionId === session.id)
    for (const payment of own) {
      const discount = discountOf(session, payment.method)
      if (
        payment.currency !== session.currency ||
        (payment.installments === 1 && payment.amountMinor !== session.amountMinor - discount)
      )
        report('a payment differs from the sum of its session', payment, session)
      if (payment.discountMinor !== null && payment.discountMinor !== discount)
        report('a payment has another discount than its session promised', payment, session)
    }
    const charges = captures.filter(
      ({ paymentId }) => paymentOf.get(paymentId)?.sessionId === session.id,
    )
    const inOrder = charges
      .filter(({ paymentId }) => !isLate(paymentId))
      .toSorted((one, other) => (one.paymentId < other.paymentId ? -1 : 1))
    if (inOrder.slice(0, -1).some((charge) => !mayBeFollowed(charge, refused)))
      report('a session was charged more than once', session, ...charges)
  }
  // A late payment also turns another payment of its session that is still being processed into a surplus, which is then late.
  const withLateMoney = new Set(paidLate.map((id) => paymentOf.get(id)?.sessionId))
  for (const { parsed: _parsed, ...event } of readBodies(events))
    if (event.type === 'payment.late' && !withLateMoney.has(event.sessionId ?? undefined))
      report('a payment was marked late that was not', event)
  return found
}

/** The discount by a method. A share is rounded to the nearest minor unit, halves upwards; at least 1 is left to pay. */
function discountOf({ amountMinor, discounts }: SessionRow, method: string): number {
  const { amount, basisPoints = 0 } = discounts[method] ?? {}
  return Math.min(amount ?? Math.round((amountMinor * basisPoints) / 10_000), amountMinor - 1)
}

/** Whether another charge may follow: a wrong amount that was refused is given back, and the shopper may pay again. */
function mayBeFollowed({ asked, paymentId }: LedgerRow, refused: ReadonlySet<string>): boolean {
  return asked !== undefined && refused.has(paymentId)
}

/** Payments that were published with a wrong amount, and then as failed before their session had a later payment. */
function refusedBeforeOthers(events: readonly EventRow[]): Set<string> {
  const held = new Set<string>()
  const refused = new Set<string>()
  for (const { type, parsed } of readBodies(events)) {
    const { payment, session } = parsed.data
    if (payment === undefined) continue
    if (type === 'payment.amount_mismatch') held.add(payment.id)
    const isLast = session?.payment?.id === payment.id
    if (type === 'payment.failed' && held.has(payment.id) && isLast) refused.add(payment.id)
  }
  return refused
}

/** Whether a wrong sum was booked as captured, and then accepted or refused. Another currency is never accepted. */
function isDecided(payment: PaymentRow, capture: LedgerRow): boolean {
  if (capture.amountMinor !== payment.capturedMinor) return false
  if (payment.acceptedBy !== null) return capture.currency === payment.currency
  return payment.status === 'failed'
}
