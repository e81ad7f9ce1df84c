import { first, giveUpAndSendAgain, renamed, type Planted } from './planted-rows.fixture.ts'

/** Faults in events, repeated requests, and acknowledged effects. */
export const PLANTED_IN_RECORDS: Planted[] = [
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
    'a duplicated event',
    'I3',
    ({ events, sessions }) => {
      events.push(renamed(first(events), 'evt_9', 4))
      first(sessions).eventSequence = 4
    },
  ],
  [
    'two events with one sequence number',
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
    'an event that no receiver accepted',
    'I3',
    ({ received }) => {
      first(received).answered = 500
    },
  ],
  [
    'an event redelivered with other bytes',
    'I3',
    ({ received }) => {
      received.push({ ...first(received), body: `${first(received).body} ` })
    },
  ],
  [
    'an event delivered with other bytes than stored',
    'I3',
    ({ received }) => {
      first(received).body = first(received).body.replace('complete', 'open')
    },
  ],
  [
    'an event delivered to another merchant',
    'I3',
    ({ received }) => {
      first(received).merchantId = 'another'
    },
  ],
  [
    'a notification without an event',
    'I3',
    ({ received }) => {
      received.push({ ...first(received), eventId: 'evt_9' })
    },
  ],
  [
    'a delivery attempt after success',
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
    'another body accepted under the same key',
    'I5',
    ({ exchanges }) => {
      first(exchanges.slice(1)).sent = '{"amount":1}'
    },
  ],
  [
    'a key refused although its merchant used it once',
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
    'two payments of one request',
    'I5',
    ({ payments }) => {
      payments.push({ ...first(payments), id: 'pay_9' })
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
    'an acknowledged refund with another outcome',
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
    'an acknowledged payment that is lost',
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
    'an internal error',
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
    'a payment that never ends',
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
    'an exhausted delivery',
    'L1',
    ({ deliveries }) => {
      first(deliveries).status = 'exhausted'
    },
  ],
  [
    'a delivery exhausted before its last attempt, though replayed',
    'L1',
    (books) => giveUpAndSendAgain(books, 11),
  ],
]
