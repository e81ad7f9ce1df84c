import type { Books, EventRow, ExchangeRow, ReceivedRow } from './books.ts'

const MERCHANT = '11111111-1111-4111-8111-111111111111'
const REFERENCE = 'R'.repeat(33)

/**
 * Three sessions: one paid by card and half refunded; one expired, paid late and fully refunded; one canceled.
 */
export function cleanBooks(): Books {
  const session = {
    merchantId: MERCHANT,
    currency: 'BRL',
    amountMinor: 1000,
    amountReversedMinor: 0,
    discounts: {},
    paidLate: false,
  }
  const payment = {
    amountMinor: 1000,
    discountMinor: 0,
    currency: 'BRL',
    installments: 1,
    capturedMinor: 1000,
    capturedCurrency: null,
    reversedMinor: 0,
    acceptedBy: null,
    idempotencyKey: null,
  }
  const refund = { status: 'succeeded', currency: 'BRL' }
  const events = [
    event('cs_1', 1, 'payment.succeeded', 'complete', { payment: ['pay_1', 'succeeded'] }),
    event('cs_1', 2, 'session.completed', 'complete', { payment: ['pay_1', 'succeeded'] }),
    event('cs_1', 3, 'refund.succeeded', 'complete', {
      payment: ['pay_1', 'succeeded'],
      refund: 're_1',
    }),
    event('cs_2', 1, 'payment.requires_action', 'open', { payment: ['pay_2', 'requires_action'] }),
    event('cs_2', 2, 'payment.failed', 'open', { payment: ['pay_2', 'failed'] }),
    event('cs_2', 3, 'session.expired', 'expired', {}),
    event('cs_2', 4, 'payment.late', 'expired', { payment: ['pay_2', 'succeeded'] }),
    event('cs_2', 5, 'refund.succeeded', 'expired', {
      payment: ['pay_2', 'succeeded'],
      refund: 're_2',
    }),
    event('cs_3', 1, 'session.canceled', 'canceled', {}),
  ]
  return {
    merchants: [{ id: MERCHANT, latePayments: 'refund', callbackUrl: 'http://store.example' }],
    sessions: [
      {
        ...session,
        id: 'cs_1',
        status: 'complete',
        paymentStatus: 'partially_refunded',
        amountRefundedMinor: 500,
        orderReference: 'order-1',
        eventSequence: 3,
      },
      {
        ...session,
        id: 'cs_2',
        status: 'expired',
        paymentStatus: 'refunded',
        amountRefundedMinor: 1000,
        orderReference: 'order-2',
        eventSequence: 5,
      },
      {
        ...session,
        id: 'cs_3',
        status: 'canceled',
        paymentStatus: 'unpaid',
        amountRefundedMinor: 0,
        orderReference: 'order-3',
        eventSequence: 1,
      },
    ],
    payments: [
      {
        ...payment,
        id: 'pay_1',
        sessionId: 'cs_1',
        status: 'succeeded',
        method: 'card',
        refundedMinor: 500,
        late: false,
        idempotencyKey: 'press-1',
      },
      {
        ...payment,
        id: 'pay_2',
        sessionId: 'cs_2',
        status: 'succeeded',
        method: 'pix',
        refundedMinor: 1000,
        late: true,
      },
    ],
    refunds: [
      {
        ...refund,
        id: 're_1',
        sessionId: 'cs_1',
        paymentId: 'pay_1',
        amountMinor: 500,
        reason: 'r-1',
      },
      {
        ...refund,
        id: 're_2',
        sessionId: 'cs_2',
        paymentId: 'pay_2',
        amountMinor: 1000,
        reason: null,
      },
    ],
    events,
    deliveries: events.map(({ id }) => ({
      id: `dlv_${id}`,
      eventId: id,
      merchantId: MERCHANT,
      status: 'succeeded',
    })),
    attempts: events.map(({ id }) => ({
      deliveryId: `dlv_${id}`,
      number: 1,
      statusCode: 204,
      error: null,
    })),
    processor: {
      ledger: [
        entry(1, 'pay_1', 'capture', 1000),
        entry(2, 'pay_1', 'refund', 500, 're_1'),
        entry(3, 'pay_2', 'capture', 1000),
        entry(4, 'pay_2', 'refund', 1000, 're_2'),
      ],
      refunds: [
        { id: 're_1', paymentId: 'pay_1', amountMinor: 500, status: 'succeeded' },
        { id: 're_2', paymentId: 'pay_2', amountMinor: 1000, status: 'succeeded' },
      ],
    },
    exchanges: [
      created('cs_1', 'order-1', 'key-1'),
      created('cs_1', 'order-1', 'key-1'),
      created('cs_2', 'order-2', 'key-2'),
      {
        ...exchange(
          'POST /v1/sessions/cs_1/refunds',
          'cs_1',
          { amount: 500, reason: 'r-1' },
          'key-3',
        ),
        status: 201,
        answer: JSON.stringify({ id: 're_1', amount: 500, status: 'succeeded' }),
      },
      {
        ...exchange('GET /v1/sessions/cs_1', 'cs_1', {}, null),
        status: 200,
        answer: '{"status":"complete"}',
      },
      {
        ...exchange('POST /v1/sessions/cs_3/cancel', 'cs_3', {}, 'key-4'),
        status: 200,
        answer: '{"status":"canceled"}',
      },
      {
        ...exchange('POST /v1/sessions/cs_3/cancel', 'cs_3', {}, 'key-5'),
        status: null,
        answer: null,
      },
    ],
    received: receivedOf(events),
    paidLate: ['pay_2'],
    complaints: [],
  }
}

/** The clean books, but 900 were taken for the first session, and an operator accepted them. */
export function booksOfOtherAmount(): Books {
  const books = cleanBooks()
  const [session] = books.sessions
  const [payment] = books.payments
  const [capture] = books.processor.ledger
  if (session === undefined || payment === undefined || capture === undefined)
    throw new Error('the clean books lack a row')
  Object.assign(payment, { capturedMinor: 900, acceptedBy: 'ana' })
  capture.asked = { amountMinor: capture.amountMinor, currency: capture.currency }
  capture.amountMinor = 900
  session.eventSequence = 4
  const held = event('cs_1', 1, 'payment.amount_mismatch', 'open', {
    payment: ['pay_1', 'amount_mismatch'],
  })
  const later = books.events
    .filter(({ sessionId }) => sessionId === 'cs_1')
    .map((known) => ({
      ...known,
      sequence: known.sequence + 1,
      body: known.body.replace(/"sequence":\d+/, `"sequence":${known.sequence + 1}`),
    }))
  const first = { ...held, id: 'evt_held', body: held.body.replace(held.id, 'evt_held') }
  books.events = [first, ...later, ...books.events.filter(({ sessionId }) => sessionId !== 'cs_1')]
  books.deliveries.push({
    id: 'dlv_held',
    eventId: 'evt_held',
    merchantId: MERCHANT,
    status: 'succeeded',
  })
  books.attempts.push({ deliveryId: 'dlv_held', number: 1, statusCode: 204, error: null })
  books.received = receivedOf(books.events)
  return books
}

/**
 * Books in which 900 were captured for the first session, an operator refused them, and a second payment was charged.
 * `lastPaymentId` is the session's last payment at the time of the refusal. Only the charges are complete.
 */
export function booksOfSecondCharge(lastPaymentId: string): Books {
  const books = booksOfOtherAmount()
  const [payment] = books.payments
  const [capture] = books.processor.ledger
  if (payment === undefined || capture === undefined) throw new Error('the clean books lack a row')
  Object.assign(payment, { status: 'failed', acceptedBy: null })
  const failed = event('cs_1', 2, 'payment.failed', 'open', { payment: ['pay_1', 'failed'] })
  const last = `"paidLate":false,"payment":{"id":"${lastPaymentId}"`
  failed.body = failed.body.replace('"paidLate":false,"payment":{"id":"pay_1"', last)
  books.events = books.events.map((known) =>
    known.sessionId === 'cs_1' && known.sequence === 2 ? failed : known,
  )
  books.payments.push({ ...payment, id: 'pay_9', status: 'succeeded', capturedMinor: 1000 })
  books.processor.ledger.push({
    sequence: 9,
    paymentId: 'pay_9',
    refundId: null,
    kind: 'capture',
    amountMinor: 1000,
    currency: 'BRL',
  })
  return books
}

export function receivedOf(events: readonly EventRow[]): ReceivedRow[] {
  return events.map(({ id, body }) => ({
    merchantId: MERCHANT,
    eventId: id,
    body: body.replace('{reference}', REFERENCE),
    answered: 204,
  }))
}

export function event(
  sessionId: string,
  sequence: number,
  type: string,
  status: string,
  about: {
    payment?: [id: string, status: string]
    totals?: object
    refund?: string
    dispute?: object
  },
): EventRow {
  const id = `evt_${sessionId}_${sequence}`
  const [paymentId, paymentStatus] = about.payment ?? []
  const payment =
    paymentId === undefined ? undefined : { id: paymentId, status: paymentStatus, ...about.totals }
  const session = {
    id: sessionId,
    url: 'http://checkout.example/c/{reference}',
    status,
    paidLate: false,
    payment: payment ?? null,
  }
  const refund = about.refund === undefined ? undefined : { id: about.refund, paymentId }
  const body = JSON.stringify({
    id,
    type,
    sequence,
    data: { session, payment, refund, dispute: about.dispute },
  })
  return { id, merchantId: MERCHANT, sessionId, type, sequence, body }
}

export function entry(
  sequence: number,
  paymentId: string,
  kind: string,
  amountMinor: number,
  refundId: string | null = null,
) {
  return { sequence, paymentId, refundId, kind, amountMinor, currency: 'BRL' }
}

function exchange(
  route: string,
  sessionId: string | null,
  body: unknown,
  key: string | null,
): ExchangeRow {
  return {
    merchantId: MERCHANT,
    sessionId,
    route,
    key,
    sent: JSON.stringify(body),
    status: null,
    answer: null,
    atMs: 0,
  }
}

function created(id: string, orderReference: string, key: string): ExchangeRow {
  return {
    ...exchange('POST /v1/sessions', id, { amount: 1000, orderReference }, key),
    status: 201,
    answer: JSON.stringify({ id, amount: 1000, merchantId: MERCHANT, status: 'open' }),
  }
}
