import { first, type Planted } from './planted-rows.fixture.ts'

/** What is wrong with charges, with what is paid, with states, and with sums. */
export const PLANTED_IN_MONEY: Planted[] = [
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
]
