import { describe, expect, it } from 'vitest'
import { booksOfOtherAmount, booksOfSecondCharge, cleanBooks } from './books.fixture.ts'
import type { Books } from './books.ts'
import { booksOfHolds, sendAfterAll } from './holds.fixture.ts'
import { judge } from './judge.ts'
import { PLANTED_IN_ASKING } from './planted-asking.fixture.ts'
import { PLANTED_IN_HOLDS } from './planted-holds.fixture.ts'
import { PLANTED_IN_MONEY } from './planted-money.fixture.ts'
import { PLANTED_IN_RECORDS } from './planted-records.fixture.ts'
import { first, giveUpAndSendAgain } from './planted-rows.fixture.ts'
import { INVARIANTS } from './violation.ts'

/** Faults planted in clean books, and the promises that they break. */
const PLANTED = [...PLANTED_IN_MONEY, ...PLANTED_IN_RECORDS, ...PLANTED_IN_ASKING]

describe('the oracle', () => {
  it('finds nothing in clean books', () => {
    expect(judge(cleanBooks())).toEqual([])
  })

  it('accepts a delivery that was exhausted after its last attempt, and replayed', () => {
    const books = cleanBooks()
    giveUpAndSendAgain(books, 12)
    expect(judge(books)).toEqual([])
  })

  it('accepts an attempt after the last one where that disabled the endpoint, and no other', () => {
    const books = cleanBooks()
    giveUpAndSendAgain(books, 13)
    expect(judge(books).map(({ what }) => what)).toEqual(['a delivery stayed exhausted'])
    for (const attempt of books.attempts) if (attempt.number === 12) attempt.statusCode = 410
    expect(judge(books)).toEqual([])
  })

  it('R-55: accepts another amount that somebody accepted', () => {
    expect(judge(booksOfOtherAmount())).toEqual([])
  })

  it('R-55: finds another amount that nobody accepted, or that was not announced', () => {
    const undecided = booksOfOtherAmount()
    first(undecided.payments).acceptedBy = null
    expect(judge(undecided).map(({ invariant }) => invariant)).toContain('I1')
    const silent = booksOfOtherAmount()
    silent.events.splice(0, 1)
    expect(judge(silent).some(({ what }) => what.startsWith('another amount'))).toBe(true)
  })

  it('R-55: accepts a second charge once another amount was refused, and no earlier', () => {
    const chargesOf = (books: Books) => judge(books).filter(({ invariant }) => invariant === 'I1')
    expect(chargesOf(booksOfSecondCharge('pay_1'))).toEqual([])
    const meanwhile = chargesOf(booksOfSecondCharge('pay_9'))
    expect(meanwhile.map(({ what }) => what)).toEqual(['a session was charged more than once'])
    const unannounced = booksOfSecondCharge('pay_1')
    unannounced.events.splice(0, 1)
    expect(chargesOf(unannounced)).not.toEqual([])
  })

  it.each(PLANTED)('finds %s (%s)', (_what, invariant, plant) => {
    const books = cleanBooks()
    plant(books)
    const found = judge(books).filter((violation) => violation.invariant === invariant)
    expect(found).not.toEqual([])
    for (const { rows } of found) expect(rows).not.toEqual([])
  })

  it('R-105: finds nothing in clean books of holds and disputes', () => {
    expect(judge(booksOfHolds())).toEqual([])
  })

  it.each(PLANTED_IN_HOLDS)('R-105: finds %s (%s)', (_what, invariant, plant) => {
    const books = booksOfHolds()
    plant(books)
    const found = judge(books).filter((violation) => violation.invariant === invariant)
    expect(found).not.toEqual([])
    for (const { rows } of found) expect(rows).not.toEqual([])
  })

  it('R-105: accepts a refund that came back, and was sent after all', () => {
    const books = booksOfHolds()
    sendAfterAll(books)
    expect(judge(books)).toEqual([])
  })

  it('accepts a capture that was refused and never seen, and finds one that was kept as money', () => {
    const withRefused = (capturedMinor: number) => {
      const books = booksOfHolds()
      const payment = first(books.payments.filter((one) => one.capturedMinor === 0))
      const { id: paymentId, currency } = payment
      const entry = { sequence: 0, paymentId, refundId: null, amountMinor: 1, currency }
      const refused = { ...entry, isNeverBooked: true } as const
      books.processor.ledger.push({ ...refused, kind: 'capture' }, { ...refused, kind: 'reversal' })
      payment.capturedMinor = capturedMinor
      return judge(books)
    }
    expect(withRefused(0)).toEqual([])
    expect(withRefused(1).map(({ invariant }) => invariant)).toContain('I6')
  })

  it('has a planted fault for each promise', () => {
    const all = [...PLANTED, ...PLANTED_IN_HOLDS]
    expect(new Set(all.map(([, invariant]) => invariant))).toEqual(new Set(Object.keys(INVARIANTS)))
  })
})
