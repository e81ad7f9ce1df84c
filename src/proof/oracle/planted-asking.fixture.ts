import type { Asking, Books } from './books.ts'
import { first, type Planted } from './planted-rows.fixture.ts'

const ASKING: Asking = { lookUps: [], silences: 0, givenUp: [], found: [], claimed: [] }
const SURPLUS = { status: 'failed', refundedMinor: 0, idempotencyKey: null }

/** Faults in what becomes of captured money, and in how a processor is asked. */
export const PLANTED_IN_ASKING: Planted[] = [
  ['captured money that nobody keeps, gives back or owes', 'I11', addSurplus],
  [
    'a payment by a card that was sealed for another session',
    'I1',
    (books) => {
      const { sessionId, idempotencyKey: key } = first(books.payments)
      books.exchanges.push({ ...first(books.exchanges), sessionId, key, sealedFor: 'cs_stolen' })
    },
  ],
  [
    'two refunds by one request that was repeated without a key',
    'I5',
    (books) => {
      const refund = first(books.refunds)
      books.refunds.push({ ...refund, id: 're_again' })
      for (const exchange of books.exchanges)
        if (exchange.route.endsWith('/refunds')) exchange.key = null
      books.exchanges.push(...books.exchanges.filter(({ route }) => route.endsWith('/refunds')))
    },
  ],
  [
    'another amount that nobody accepted',
    'I11',
    (books) => {
      asked(books)
      first(books.processor.ledger).asked = { amountMinor: 900, currency: 'BRL' }
    },
  ],
  [
    'a reversal missing in the tables',
    'I11',
    (books) => {
      asked(books)
      const entry = first(books.processor.ledger)
      books.processor.ledger.push({ ...entry, sequence: 9, kind: 'reversal', amountMinor: 500 })
    },
  ],
  [
    'more given back than was captured',
    'I11',
    (books) => {
      asked(books)
      const entry = first(books.processor.ledger)
      books.processor.ledger.push({ ...entry, sequence: 9, kind: 'reversal', amountMinor: 501 })
      first(books.payments).reversedMinor = 501
    },
  ],
  [
    'a refund after the network has taken the whole capture back',
    'I11',
    (books) => {
      asked(books)
      const [captured, ...others] = books.processor.ledger
      if (captured === undefined) throw new Error('the clean books lack a row')
      const taken = { ...captured, kind: 'reversal', takesRefunded: true } as const
      books.processor.ledger = [captured, { ...taken, sequence: 1.5 }, ...others]
      first(books.payments).reversedMinor = captured.amountMinor
    },
  ],
  [
    'a debt that is never paid',
    'L1',
    (books) => {
      addSurplus(books)
      for (const payment of books.payments.slice(-1)) payment.refundOwedAt = '2026-11-20T15:00:00Z'
    },
  ],
  [
    'a payment looked up again and again',
    'I12',
    (books) => {
      const lookUps = [0, 100, 200, 900].map((atMs) => ({ paymentId: 'pay_1', atMs }))
      asked(books, { lookUps })
    },
  ],
  [
    'a refund requested again and again',
    'I12',
    (books) => {
      asked(books)
      first(books.processor.refunds).repeats = 6
    },
  ],
  [
    'a breaker opened without silence',
    'I12',
    (books) => {
      asked(books, { silences: 4 })
      const answer = '{"code":"payments_unavailable"}'
      books.exchanges.push({ ...first(books.exchanges), status: 503, answer })
    },
  ],
  [
    'an acknowledged payment that was given up',
    'I12',
    (books) => {
      asked(books, { givenUp: [{ paymentId: 'pay_1', status: 'processing', ageMs: 60_000 }] })
    },
  ],
  [
    'a payment given up while its call was under way',
    'I12',
    (books) => {
      asked(books, { givenUp: [{ paymentId: 'pay_1', status: 'created', ageMs: 1200 }] })
    },
  ],
  [
    'a difference that no reconciliation found',
    'I6',
    (books) => {
      asked(books, { claimed: ['missing pay_1'] })
    },
  ],
  [
    'a difference that is none',
    'I6',
    (books) => {
      asked(books, { found: ['amount pay_1'] })
    },
  ],
  [
    'a refund of more than was left',
    'I6',
    ({ processor }) => {
      first(processor.refunds).leftMinor = 499
    },
  ],
]

function asked({ processor }: Books, asking: Partial<Asking> = {}): void {
  processor.asking = { ...ASKING, ...asking }
}

function addSurplus(books: Books): void {
  asked(books)
  books.payments.push({ ...first(books.payments), ...SURPLUS, id: 'pay_9' })
  const capture = { ...first(books.processor.ledger), sequence: 9, paymentId: 'pay_9' }
  books.processor.ledger.push(capture)
}
