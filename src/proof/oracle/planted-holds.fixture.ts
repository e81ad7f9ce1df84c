import type { Asking, Books, CaptureCallRow, EventRow, LedgerRow, PaymentRow } from './books.ts'
import { entry } from './books.fixture.ts'
import { renamed, type Planted } from './planted-rows.fixture.ts'

const DAY_MS = 86_400_000
const ASKING: Asking = { lookUps: [], silences: 0, givenUp: [], found: [], claimed: [] }

/** Faults in holds, totals, refunds that come back, and disputes; planted in the books of holds. */
export const PLANTED_IN_HOLDS: Planted[] = [
  [
    'a capture before its commit',
    'I13',
    (books) => {
      call(books).committed = { status: 'processing', intent: null, captureMinor: null }
    },
  ],
  [
    'a capture without a row',
    'I13',
    (books) => {
      call(books).committed = null
    },
  ],
  [
    'a capture of another amount than was committed',
    'I13',
    (books) => {
      call(books).amountMinor = 1000
    },
  ],
  [
    'a capture after a void was committed',
    'I13',
    (books) => {
      call(books).committed = { status: 'authorized', intent: 'void', captureMinor: null }
    },
  ],
  [
    'a capture of a hold that was released',
    'I13',
    ({ processor }) => {
      processor.ledger.push(entry(13, 'pay_5', 'capture', 1000))
    },
  ],
  [
    'a second authorisation that nobody released',
    'I14',
    ({ processor }) => {
      const held = { ...entry(13, 'pay_4', 'authorization', 1000), hold: 'another' }
      processor.ledger.push(held)
    },
  ],
  [
    'a capture that was sent again after a week',
    'I13',
    ({ processor }) => {
      const first = processor.captureCalls?.[0]
      if (first !== undefined) processor.captureCalls?.push({ ...first, atMs: 7 * DAY_MS })
    },
  ],
  [
    'a capture in full where a part was asked',
    'I1',
    (books) => {
      entryOf(books, 'pay_4', 'capture').amountMinor = 1000
      paymentOf(books, 'pay_4').capturedMinor = 1000
    },
  ],
  [
    'a capture beyond the hold',
    'I1',
    (books) => {
      entryOf(books, 'pay_4', 'authorization').amountMinor = 500
    },
  ],
  [
    'a repeated capture under a new key',
    'I1',
    ({ processor }) => {
      processor.ledger.push(entry(13, 'pay_4', 'capture', 600))
    },
  ],
  [
    'a void that was forgotten on an unwanted authorization',
    'I14',
    (books) => {
      Object.assign(paymentOf(books, 'pay_5'), { status: 'failed' })
      remove(books, 'pay_5', 'void')
    },
  ],
  [
    'an authorization after a refusal that was captured',
    'I14',
    (books) => {
      entryOf(books, 'pay_5', 'void').kind = 'capture'
    },
  ],
  [
    'a hold that was left past its end',
    'L1',
    (books) => {
      paymentOf(books, 'pay_5').status = 'authorized'
    },
  ],
  [
    'an intent that a crash lost, and its hold',
    'I14',
    (books) => {
      remove(books, 'pay_4', 'capture')
    },
  ],
  [
    'an intent that nobody finished',
    'L1',
    (books) => {
      paymentOf(books, 'pay_5').intent = 'void'
    },
  ],
  [
    'a session that expired during a hold',
    'I4',
    (books) => {
      const end = eventOf(books, 'cs_5', 3)
      alter(end, '"status":"voided"', '"status":"authorized"')
    },
  ],
  [
    'a refused capture that was booked as a success',
    'I2',
    (books) => {
      remove(books, 'pay_4', 'capture')
    },
  ],
  [
    'a released hold that was captured',
    'I2',
    (books) => {
      entryOf(books, 'pay_5', 'void').kind = 'capture'
      paymentOf(books, 'pay_5').capturedMinor = 1000
    },
  ],
  [
    'a session that is called authorized without a hold',
    'I2',
    ({ sessions }) => {
      for (const session of sessions)
        if (session.id === 'cs_5') session.paymentStatus = 'authorized'
    },
  ],
  [
    'a hold that was published twice',
    'I3',
    (books) => {
      books.events.push(renamed(eventOf(books, 'cs_5', 1), 'evt_9', 4))
      for (const session of books.sessions) if (session.id === 'cs_5') session.eventSequence = 4
    },
  ],
  [
    'a release that was not published',
    'I3',
    (books) => {
      eventOf(books, 'cs_5', 2).type = 'payment.processing'
    },
  ],
  [
    'an acknowledged capture that failed, and is ignored',
    'I6',
    (books) => {
      paymentOf(books, 'pay_4').reversedMinor = 0
    },
  ],
  [
    'reinstated money that was added to what was captured',
    'I2',
    (books) => {
      Object.assign(paymentOf(books, 'pay_4'), { capturedMinor: 1200, reinstatedMinor: 0 })
    },
  ],
  [
    'a reinstatement before its reversal, which loses it',
    'I6',
    (books) => {
      Object.assign(paymentOf(books, 'pay_4'), { reversedMinor: 0, reinstatedMinor: 0 })
    },
  ],
  [
    'a reinstatement that is missing in the tables',
    'I6',
    (books) => {
      paymentOf(books, 'pay_4').reinstatedMinor = 0
    },
  ],
  [
    'a reinstatement that was not published',
    'I3',
    (books) => {
      eventOf(books, 'cs_4', 9).type = 'payment.reversed'
    },
  ],
  [
    'a total of what was reversed that falls',
    'I3',
    (books) => {
      alter(eventOf(books, 'cs_4', 9), '"amountReversed":600', '"amountReversed":0')
    },
  ],
  [
    "a reinstatement that is missing in the session's sum",
    'I6',
    ({ sessions }) => {
      for (const session of sessions) if (session.id === 'cs_4') session.amountReinstatedMinor = 0
    },
  ],
  [
    'a refund that came back, and is ignored',
    'I6',
    (books) => {
      for (const refund of books.refunds) if (refund.id === 're_4') refund.status = 'succeeded'
      paymentOf(books, 'pay_4').refundedMinor = 200
    },
  ],
  [
    'a refund that came back before it was published as sent',
    'I3',
    (books) => {
      eventOf(books, 'cs_4', 4).type = 'refund.reversed'
      eventOf(books, 'cs_4', 5).type = 'refund.succeeded'
    },
  ],
  [
    'a refund that was sent again after a week',
    'I12',
    (books) => {
      books.processor.asking = ASKING
      for (const refund of books.processor.refunds) refund.repeatedAfterMs = 7 * DAY_MS
    },
  ],
  [
    'an owed refund that came back, and was sent again and again',
    'I12',
    (books) => {
      books.processor.asking = ASKING
      for (const refund of books.refunds) if (refund.id === 're_4') refund.reason = null
      for (const refund of books.refunds.filter(({ id }) => id === 're_4'))
        books.refunds.push({ ...refund, id: 're_5', status: 'succeeded' })
      books.processor.ledger.push(entry(13, 'pay_4', 'refund', 200, 're_5'))
    },
  ],
  [
    'the rest of a capture in part that was refunded',
    'I11',
    (books) => {
      const rest = { sessionId: 'cs_4', paymentId: 'pay_4', currency: 'BRL', amountMinor: 400 }
      books.refunds.push({ ...rest, id: 're_5', status: 'succeeded', reason: null })
    },
  ],
  [
    'a dispute whose status is that of the step which came last',
    'I15',
    ({ disputes = [] }) => {
      for (const dispute of disputes) dispute.status = 'needs_response'
    },
  ],
  [
    'a second chargeback that is ignored',
    'I15',
    ({ processor }) => {
      for (const { steps } of processor.disputes ?? []) steps.push('second_chargeback')
    },
  ],
  [
    'a chargeback that was booked twice, by its dispute and by its reversal',
    'I6',
    (books) => {
      paymentOf(books, 'pay_4').reversedMinor = 1200
    },
  ],
  [
    'a dispute that is missing in the tables',
    'I15',
    (books) => {
      books.disputes = []
    },
  ],
  [
    'a dispute that the processor does not know',
    'I15',
    ({ processor }) => {
      processor.disputes = []
    },
  ],
  [
    'a dispute that was opened twice',
    'I15',
    (books) => {
      eventOf(books, 'cs_4', 8).type = 'dispute.opened'
    },
  ],
  [
    'a dispute whose end was not published',
    'I15',
    (books) => {
      eventOf(books, 'cs_4', 10).type = 'dispute.updated'
    },
  ],
  [
    'a step of a dispute that is gone',
    'I15',
    (books) => {
      alter(eventOf(books, 'cs_4', 10), '{"kind":"notified"},', '')
    },
  ],
  [
    'an acknowledged capture of another amount',
    'I7',
    ({ exchanges }) => {
      const [exchange] = exchanges
      if (exchange === undefined) return
      const answer = '{"status":"complete","amountCaptured":1000}'
      const route = 'POST /v1/sessions/cs_4/capture'
      exchanges.push({ ...exchange, route, sessionId: 'cs_4', key: 'key-9', answer, status: 200 })
    },
  ],
]

function call({ processor }: Books): CaptureCallRow {
  return found(processor.captureCalls?.[0])
}

function paymentOf({ payments }: Books, paymentId: string): PaymentRow {
  return found(payments.find(({ id }) => id === paymentId))
}

function entryOf({ processor }: Books, id: string, kind: string): LedgerRow {
  return found(processor.ledger.find((row) => row.paymentId === id && row.kind === kind))
}

function remove({ processor }: Books, id: string, kind: string): void {
  processor.ledger = processor.ledger.filter((row) => row.paymentId !== id || row.kind !== kind)
}

function eventOf({ events }: Books, id: string, sequence: number): EventRow {
  return found(events.find((row) => row.sessionId === id && row.sequence === sequence))
}

function alter(event: EventRow, from: string, to: string): void {
  if (!event.body.includes(from)) throw new Error(`no ${from} in ${event.body}`)
  event.body = event.body.replace(from, to)
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('the books of holds lack a row')
  return row
}
