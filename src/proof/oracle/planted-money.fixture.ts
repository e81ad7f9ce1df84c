import { first, type Planted } from './planted-rows.fixture.ts'

/** Faults in charges, paid states, transitions and sums. */
export const PLANTED_IN_MONEY: Planted[] = [
  [
    'a second charge of a session',
    'I1',
    ({ payments, processor }) => {
      payments.push({ ...first(payments), id: 'pay_9', idempotencyKey: null })
      processor.ledger.push({ ...first(processor.ledger), sequence: 9, paymentId: 'pay_9' })
    },
  ],
  [
    'a charge of an unknown payment',
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
    'a payment for less than its session',
    'I1',
    ({ payments }) => {
      first(payments).amountMinor = 1
    },
  ],
  [
    'a payment without the discount of its method',
    'I1',
    ({ sessions, payments }) => {
      first(sessions).discounts = { [first(payments).method]: { basisPoints: 500 } }
    },
  ],
  [
    'a payment that claims a discount',
    'I1',
    ({ payments }) => {
      first(payments).discountMinor = 50
    },
  ],
  [
    'a late payment that was not late',
    'I1',
    (books) => {
      books.paidLate = []
    },
  ],
  [
    'a capture missing in the tables',
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
    'a paid session marked unpaid',
    'I2',
    ({ sessions }) => {
      first(sessions).paymentStatus = 'unpaid'
    },
  ],
  [
    "a refund missing in the session's state",
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
    'an unknown payment',
    'I2',
    ({ payments }) => {
      payments.push({
        ...first(payments),
        id: 'pay_9',
        status: 'unknown',
        capturedMinor: 0,
        refundedMinor: 0,
        idempotencyKey: null,
      })
    },
  ],
  [
    'a refund missing in the ledger',
    'I6',
    ({ processor }) => {
      processor.ledger.splice(1, 1)
    },
  ],
  [
    'a refund missing in the tables',
    'I6',
    ({ refunds }) => {
      refunds.splice(0, 1)
    },
  ],
  [
    'money taken back that is missing in the tables',
    'I6',
    ({ processor }) => {
      processor.ledger.push({ ...first(processor.ledger), sequence: 9, kind: 'reversal' })
    },
  ],
  [
    'money taken back that is missing in the ledger',
    'I6',
    ({ payments, sessions }) => {
      first(payments).reversedMinor = 100
      first(sessions).amountReversedMinor = 100
    },
  ],
  [
    'money taken back that was not published',
    'I3',
    ({ payments }) => {
      first(payments).reversedMinor = 100
    },
  ],
  [
    "money taken back that is missing in the session's sum",
    'I6',
    ({ payments, processor }) => {
      first(payments).reversedMinor = 100
      processor.ledger.push({
        ...first(processor.ledger),
        sequence: 9,
        kind: 'reversal',
        amountMinor: 100,
      })
    },
  ],
  [
    'a wrong refunded sum',
    'I6',
    ({ payments }) => {
      first(payments).refundedMinor = 400
    },
  ],
  [
    'more refunded than captured',
    'I6',
    ({ payments }) => {
      first(payments).refundedMinor = 1001
    },
  ],
  [
    "a refund missing in the session's sum",
    'I6',
    ({ sessions }) => {
      first(sessions).amountRefundedMinor = 0
    },
  ],
  [
    'a surplus that was not refunded',
    'I6',
    ({ payments }) => {
      payments.push({ ...first(payments), id: 'pay_9', status: 'failed', refundedMinor: 0 })
    },
  ],
  [
    'late money that was not refunded',
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
    'a session that reopened',
    'I4',
    ({ events }) => {
      const last = first(events.slice(2))
      last.body = last.body.replace('"status":"complete"', '"status":"open"')
    },
  ],
  [
    'a final state that was published and is gone',
    'I4',
    ({ sessions }) => {
      first(sessions).status = 'open'
    },
  ],
  [
    'an expiry during a live payment',
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
    'a final state that was read and has changed',
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
    'an illegal transition that the database refused',
    'I4',
    ({ complaints }) => {
      complaints.push('a session cannot go from complete to expired')
    },
  ],
]
