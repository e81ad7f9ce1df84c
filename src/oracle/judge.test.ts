import { describe, expect, it } from 'vitest'
import type { Books } from './books.ts'
import { cleanBooks } from './books.fixture.ts'
import { judge } from './judge.ts'
import { INVARIANTS, type InvariantName } from './violation.ts'

/** What is done to clean books, and which promise that breaks. */
const PLANTED: [what: string, invariant: InvariantName, plant: (books: Books) => void][] = [
  [
    'a second charge of a session',
    'I1',
    ({ payments, processor }) => {
      payments.push({ ...first(payments), id: 'pay_9', attemptKey: null })
      processor.ledger.push({ ...first(processor.ledger), sequence: 9, paymentId: 'pay_9' })
    },
  ],
  [
    'a charge of an attempt that nobody made',
    'I1',
    ({ processor }) => {
      processor.ledger.push({ ...first(processor.ledger), sequence: 9, paymentId: 'pay_9' })
    },
  ],
  [
    'a charge of another amount',
    'I1',
    ({ processor }) => {
      first(processor.ledger).amountMinor = 1001
    },
  ],
  [
    'a charge in another currency',
    'I1',
    ({ processor }) => {
      first(processor.ledger).currency = 'USD'
    },
  ],
  [
    'an attempt for less than its session',
    'I1',
    ({ payments }) => {
      first(payments).amountMinor = 1
    },
  ],
  [
    'late money that nobody sent late',
    'I1',
    (books) => {
      books.paidLate = []
    },
  ],
  [
    'a capture that the tables do not know',
    'I2',
    ({ payments }) => {
      first(payments).capturedMinor = 0
    },
  ],
  [
    'a success without capture',
    'I2',
    ({ processor }) => {
      processor.ledger.splice(0, 1)
    },
  ],
  [
    'a complete session without a success',
    'I2',
    ({ payments }) => {
      first(payments).status = 'failed'
    },
  ],
  [
    'a paid session that is called unpaid',
    'I2',
    ({ sessions }) => {
      first(sessions).paymentStatus = 'unpaid'
    },
  ],
  [
    'a refund that the session does not show',
    'I2',
    ({ sessions }) => {
      first(sessions).paymentStatus = 'paid'
    },
  ],
  [
    'a success in an expired session that accepts late money',
    'I2',
    ({ merchants }) => {
      first(merchants).latePayments = 'accept'
    },
  ],
  [
    'an unknown attempt',
    'I2',
    ({ payments }) => {
      payments.push({
        ...first(payments),
        id: 'pay_9',
        status: 'unknown',
        capturedMinor: 0,
        refundedMinor: 0,
        attemptKey: null,
      })
    },
  ],
  [
    'a lost event',
    'I3',
    ({ events }) => {
      events.splice(1, 1)
    },
  ],
  [
    'a lost last event',
    'I3',
    ({ events }) => {
      events.pop()
    },
  ],
  [
    'an event told twice',
    'I3',
    ({ events, sessions }) => {
      events.push(renamed(first(events), 'evt_9', 4))
      first(sessions).eventSequence = 4
    },
  ],
  [
    'two events of one number',
    'I3',
    ({ events }) => {
      events.push(renamed(first(events), 'evt_9', 2))
    },
  ],
  [
    'an event of a session that does not exist',
    'I3',
    ({ events }) => {
      events.push({ ...renamed(first(events), 'evt_9', 1), sessionId: 'cs_9' })
    },
  ],
  [
    'an event without a delivery',
    'I3',
    ({ deliveries }) => {
      deliveries.pop()
    },
  ],
  [
    'an event that never arrived',
    'I3',
    ({ received }) => {
      received.pop()
    },
  ],
  [
    'an event whose receiver never said yes',
    'I3',
    ({ received }) => {
      first(received).answered = 500
    },
  ],
  [
    'an event that came with other bytes the second time',
    'I3',
    ({ received }) => {
      received.push({ ...first(received), body: `${first(received).body} ` })
    },
  ],
  [
    'an event that came with other bytes than were written',
    'I3',
    ({ received }) => {
      first(received).body = first(received).body.replace('complete', 'open')
    },
  ],
  [
    'an event that came to another merchant',
    'I3',
    ({ received }) => {
      first(received).merchantId = 'another'
    },
  ],
  [
    'a notification of nothing',
    'I3',
    ({ received }) => {
      received.push({ ...first(received), eventId: 'evt_9' })
    },
  ],
  [
    'a delivery that went on after its success',
    'I3',
    ({ attempts }) => {
      attempts.push({ ...first(attempts), number: 2, statusCode: 500 })
    },
  ],
  [
    'a delivery that succeeded without an attempt',
    'I3',
    ({ attempts }) => {
      attempts.pop()
    },
  ],
  [
    'a session that opened again',
    'I4',
    ({ events }) => {
      const last = first(events.slice(2))
      last.body = last.body.replace('"status":"complete"', '"status":"open"')
    },
  ],
  [
    'an end that was told and is no more',
    'I4',
    ({ sessions }) => {
      first(sessions).status = 'open'
    },
  ],
  [
    'an expiry while an attempt was live',
    'I4',
    ({ events }) => {
      const expiry = first(events.slice(5))
      expiry.body = expiry.body.replace(
        '"payment":null',
        '"payment":{"id":"pay_2","status":"processing"}',
      )
    },
  ],
  [
    'an end that was read and is another now',
    'I4',
    ({ exchanges }) => {
      exchanges.push({
        ...first(exchanges.slice(4)),
        route: 'GET /v1/sessions/cs_2',
        sessionId: 'cs_2',
        answer: '{"status":"canceled"}',
      })
    },
  ],
  [
    'an illegal move that the database refused',
    'I4',
    ({ complaints }) => {
      complaints.push('a session cannot go from complete to expired')
    },
  ],
  [
    'another answer under the same key',
    'I5',
    ({ exchanges }) => {
      const repeated = first(exchanges.slice(1))
      repeated.answer = `${repeated.answer} `
    },
  ],
  [
    'another status under the same key',
    'I5',
    ({ exchanges }) => {
      first(exchanges.slice(1)).status = 200
    },
  ],
  [
    'another body taken under the same key',
    'I5',
    ({ exchanges }) => {
      first(exchanges.slice(1)).sent = '{"amount":1}'
    },
  ],
  [
    'a key that is refused although its merchant used it once',
    'I5',
    ({ exchanges }) => {
      Object.assign(first(exchanges.slice(2)), {
        status: 422,
        answer: '{"code":"idempotency_key_reused"}',
      })
    },
  ],
  [
    'two sessions of one request',
    'I5',
    ({ sessions }) => {
      first(sessions.slice(1)).orderReference = 'order-1'
    },
  ],
  [
    'two refunds of one request',
    'I5',
    ({ refunds }) => {
      first(refunds.slice(1)).reason = 'r-1'
    },
  ],
  [
    'two attempts of one press',
    'I5',
    ({ payments }) => {
      payments.push({ ...first(payments), id: 'pay_9' })
    },
  ],
  [
    'a refund that the ledger does not know',
    'I6',
    ({ processor }) => {
      processor.ledger.splice(1, 1)
    },
  ],
  [
    'a refund that the tables do not know',
    'I6',
    ({ refunds }) => {
      refunds.splice(0, 1)
    },
  ],
  [
    'refunds that were counted wrongly',
    'I6',
    ({ payments }) => {
      first(payments).refundedMinor = 400
    },
  ],
  [
    'more given back than taken',
    'I6',
    ({ payments }) => {
      first(payments).refundedMinor = 1001
    },
  ],
  [
    'a refund that the session has not counted',
    'I6',
    ({ sessions }) => {
      first(sessions).amountRefundedMinor = 0
    },
  ],
  [
    'a surplus that was kept',
    'I6',
    ({ payments }) => {
      payments.push({ ...first(payments), id: 'pay_9', status: 'failed', refundedMinor: 0 })
    },
  ],
  [
    'money that came too late and was kept',
    'I6',
    ({ refunds }) => {
      refunds.pop()
    },
  ],
  [
    'a refund that the processor had to refuse',
    'I6',
    ({ processor }) => {
      processor.refunds.push({ id: 're_9', paymentId: 'pay_1', amountMinor: 501, status: 'failed' })
    },
  ],
  [
    'a merchant whose sums differ',
    'I6',
    ({ payments }) => {
      first(payments).capturedMinor = 900
    },
  ],
  [
    'an acknowledged session that is lost',
    'I7',
    ({ sessions }) => {
      sessions.splice(1, 1)
    },
  ],
  [
    'an acknowledged session of another amount',
    'I7',
    ({ sessions }) => {
      first(sessions).amountMinor = 1
    },
  ],
  [
    'the session of another merchant',
    'I7',
    ({ exchanges }) => {
      first(exchanges).merchantId = 'another'
    },
  ],
  [
    'an acknowledged refund that is lost',
    'I7',
    ({ refunds }) => {
      refunds.splice(0, 1)
    },
  ],
  [
    'an acknowledged refund that ended otherwise',
    'I7',
    ({ refunds }) => {
      first(refunds).status = 'failed'
    },
  ],
  [
    'an acknowledged cancellation that is lost',
    'I7',
    ({ sessions }) => {
      first(sessions.slice(2)).status = 'expired'
    },
  ],
  [
    'an acknowledged replay that is lost',
    'I7',
    ({ exchanges }) => {
      exchanges.push({
        ...first(exchanges),
        route: 'POST /v1/events/evt_1/replay',
        key: null,
        answer: '{"deliveries":[{"id":"dlv_9"}]}',
      })
    },
  ],
  [
    'a payment that the shopper was told of and that is lost',
    'I7',
    ({ exchanges }) => {
      exchanges.push({
        ...first(exchanges),
        merchantId: null,
        route: 'POST /v1/checkout/R/payments',
        sessionId: 'cs_2',
        answer: '{"status":"complete"}',
      })
    },
  ],
  [
    'a request that broke',
    'I10',
    ({ exchanges }) => {
      first(exchanges.slice(6)).status = 500
    },
  ],
  [
    'an error in the log',
    'I10',
    ({ complaints }) => {
      complaints.push('a task failed')
    },
  ],
  [
    'a session that never ends',
    'L1',
    ({ sessions }) => {
      first(sessions).status = 'open'
    },
  ],
  [
    'an attempt that never ends',
    'L1',
    ({ payments }) => {
      first(payments).status = 'processing'
    },
  ],
  [
    'a refund that never ends',
    'L1',
    ({ refunds }) => {
      first(refunds).status = 'pending'
    },
  ],
  [
    'a delivery that was given up',
    'L1',
    ({ deliveries }) => {
      first(deliveries).status = 'exhausted'
    },
  ],
  [
    'a delivery that was given up before its last try, though it was sent again',
    'L1',
    (books) => giveUpAndSendAgain(books, 11),
  ],
]

/** What the first delivery sent, after so many tries that failed, came by another. */
function giveUpAndSendAgain(books: Books, tries: number): void {
  const delivery = first(books.deliveries)
  const own = books.attempts.filter(({ deliveryId }) => deliveryId === delivery.id)
  for (const attempt of own) attempt.deliveryId = 'dlv_again'
  books.deliveries.push({ ...delivery, id: 'dlv_again' })
  delivery.status = 'exhausted'
  for (let number = 1; number <= tries; number++)
    books.attempts.push({ ...first(own), deliveryId: delivery.id, number, statusCode: 500 })
}

function first<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the clean books lack a row')
  return row
}

function renamed(event: Books['events'][number], id: string, sequence: number) {
  const body = JSON.stringify({ ...(JSON.parse(event.body) as object), id, sequence })
  return { ...event, id, sequence, body }
}

describe('the oracle', () => {
  it('finds nothing in clean books', () => {
    expect(judge(cleanBooks())).toEqual([])
  })

  it('takes what was given up after its last try, and sent again', () => {
    const books = cleanBooks()
    giveUpAndSendAgain(books, 12)
    expect(judge(books)).toEqual([])
  })

  it.each(PLANTED)('finds %s (%s)', (_what, invariant, plant) => {
    const books = cleanBooks()
    plant(books)
    const found = judge(books).filter((violation) => violation.invariant === invariant)
    expect(found).not.toEqual([])
    for (const { rows } of found) expect(rows).not.toEqual([])
  })

  it('is shown each of its promises broken', () => {
    expect(new Set(PLANTED.map(([, invariant]) => invariant))).toEqual(
      new Set(Object.keys(INVARIANTS)),
    )
  })
})
