import { cleanBooks, entry, event, receivedOf } from './books.fixture.ts'
import type { Books, PaymentRow } from './books.ts'
import { first } from './planted-rows.fixture.ts'

const DISPUTED = { id: 'dp_1', stage: 'chargeback' }
const STEPS = ['notified', 'chargeback', 'chargeback_reversed']

/**
 * The clean books, and two holds more. One was captured in part; a refund of it came back, and the network took the capture
 * and gave it back after a dispute. The other was released.
 */
export function booksOfHolds(): Books {
  const books = cleanBooks()
  const session = { ...first(books.sessions), amountMinor: 1000, amountRefundedMinor: 0 }
  books.sessions.push(
    {
      ...session,
      id: 'cs_4',
      paymentStatus: 'paid',
      amountReversedMinor: 600,
      amountReinstatedMinor: 600,
      orderReference: 'order-4',
      eventSequence: 10,
    },
    {
      ...session,
      id: 'cs_5',
      status: 'canceled',
      paymentStatus: 'unpaid',
      orderReference: 'order-5',
      eventSequence: 3,
    },
  )
  const payment: PaymentRow = {
    ...first(books.payments),
    idempotencyKey: null,
    refundedMinor: 0,
    captureMethod: 'manual',
    authorizedMinor: 1000,
    keepsDebts: true,
    intent: null,
    voidReason: null,
  }
  books.payments.push(
    {
      ...payment,
      id: 'pay_4',
      sessionId: 'cs_4',
      captureMinor: 600,
      capturedMinor: 600,
      reversedMinor: 600,
      reinstatedMinor: 600,
    },
    {
      ...payment,
      id: 'pay_5',
      sessionId: 'cs_5',
      status: 'voided',
      voidReason: 'requested',
      captureMinor: null,
      capturedMinor: 0,
    },
  )
  const refund = { sessionId: 'cs_4', paymentId: 'pay_4', amountMinor: 200, currency: 'BRL' }
  books.refunds.push({ ...refund, id: 're_4', status: 'reversed', reason: 'r-4' })
  books.disputes = [
    {
      ...DISPUTED,
      sessionId: 'cs_4',
      paymentId: 'pay_4',
      reference: 'case-4',
      status: 'won',
      steps: STEPS,
    },
  ]
  const paid = { payment: ['pay_4', 'succeeded'] as [string, string] }
  const refunded = { ...paid, refund: 're_4' }
  const dispute = (steps: number, status: string) => ({
    ...paid,
    dispute: { ...DISPUTED, status, steps: STEPS.slice(0, steps).map((kind) => ({ kind })) },
  })
  const events = [
    event('cs_4', 1, 'payment.authorized', 'open', { payment: ['pay_4', 'authorized'] }),
    event('cs_4', 2, 'payment.succeeded', 'complete', paid),
    event('cs_4', 3, 'session.completed', 'complete', paid),
    event('cs_4', 4, 'refund.succeeded', 'complete', refunded),
    event('cs_4', 5, 'refund.reversed', 'complete', refunded),
    event('cs_4', 6, 'dispute.opened', 'complete', dispute(1, 'needs_response')),
    event('cs_4', 7, 'payment.reversed', 'complete', { ...paid, totals: { amountReversed: 600 } }),
    event('cs_4', 8, 'dispute.updated', 'complete', dispute(2, 'needs_response')),
    event('cs_4', 9, 'payment.reinstated', 'complete', {
      ...paid,
      totals: { amountReversed: 600, amountReinstated: 600 },
    }),
    event('cs_4', 10, 'dispute.won', 'complete', dispute(3, 'won')),
    event('cs_5', 1, 'payment.authorized', 'open', { payment: ['pay_5', 'authorized'] }),
    event('cs_5', 2, 'payment.voided', 'canceled', { payment: ['pay_5', 'voided'] }),
    event('cs_5', 3, 'session.canceled', 'canceled', { payment: ['pay_5', 'voided'] }),
  ]
  const { merchantId } = session
  for (const { id } of events) {
    const delivery = { id: `dlv_${id}`, eventId: id, merchantId, status: 'succeeded' }
    books.deliveries.push(delivery)
    books.attempts.push({ deliveryId: delivery.id, number: 1, statusCode: 204, error: null })
  }
  books.events.push(...events)
  books.received.push(...receivedOf(events))
  books.processor.ledger.push(
    entry(5, 'pay_4', 'authorization', 1000),
    entry(6, 'pay_4', 'capture', 600),
    entry(7, 'pay_4', 'refund', 200, 're_4'),
    entry(8, 'pay_4', 'refund_reversal', 200, 're_4'),
    entry(9, 'pay_4', 'reversal', 600),
    entry(10, 'pay_4', 'reinstatement', 600),
    entry(11, 'pay_5', 'authorization', 1000),
    entry(12, 'pay_5', 'void', 1000),
  )
  books.processor.refunds.push({
    id: 're_4',
    paymentId: 'pay_4',
    amountMinor: 200,
    status: 'reversed',
    repeatedAfterMs: 0,
  })
  books.processor.disputes = [{ reference: 'case-4', paymentId: 'pay_4', steps: [...STEPS] }]
  books.processor.captureCalls = [
    {
      paymentId: 'pay_4',
      amountMinor: 600,
      atMs: 0,
      committed: { status: 'authorized', intent: 'capture', captureMinor: 600 },
    },
  ]
  return books
}

/** The refund that came back is sent after all: its event, its sums and its entry. */
export function sendAfterAll(books: Books): void {
  const own = books.events.filter(({ sessionId }) => sessionId === 'cs_4')
  const again = event('cs_4', own.length + 1, 'refund.succeeded', 'complete', {
    payment: ['pay_4', 'succeeded'],
    refund: 're_4',
  })
  const [delivery] = books.deliveries
  const [attempt] = books.attempts
  if (delivery === undefined || attempt === undefined) throw new Error('the clean books lack a row')
  books.events.push(again)
  books.deliveries.push({ ...delivery, id: 'dlv_again', eventId: again.id })
  books.attempts.push({ ...attempt, deliveryId: 'dlv_again' })
  books.received.push(...receivedOf([again]))
  for (const session of books.sessions)
    if (session.id === 'cs_4')
      Object.assign(session, {
        eventSequence: again.sequence,
        amountRefundedMinor: 200,
        paymentStatus: 'partially_refunded',
      })
  for (const payment of books.payments) if (payment.id === 'pay_4') payment.refundedMinor = 200
  for (const refund of [...books.refunds, ...books.processor.refunds])
    if (refund.id === 're_4') refund.status = 'succeeded'
  books.processor.ledger.push(entry(13, 'pay_4', 'refund', 200, 're_4'))
}
