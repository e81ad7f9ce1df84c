import { describe, expect, it } from 'vitest'
import { bookKey, compareBooks, type BookEntry, type Movement } from './compare-books.ts'

const PAID: BookEntry = {
  kind: 'capture',
  id: 'pay_1',
  sessionId: 'cs_1',
  status: 'done',
  amountMinor: 1990,
  currency: 'BRL',
}
const TAKEN: Movement = { kind: 'capture', id: 'pay_1', amountMinor: 1990, currency: 'BRL' }

const compare = (ours: BookEntry[], theirs: Movement[]) =>
  compareBooks(new Map(ours.map((entry) => [bookKey(entry), entry])), theirs).map(
    ({ difference, id }) => `${difference} ${id}`,
  )

describe('R-39: reconciliation', () => {
  it('finds nothing in equal books, and ignores money that moved in neither', () => {
    const failed: BookEntry = { ...PAID, id: 'pay_2', status: 'failed' }
    expect(compare([PAID, failed, { ...PAID, id: 'pay_3', status: 'open' }], [TAKEN])).toEqual([])
  })

  it.each<[string, BookEntry[], Movement[]]>([
    ['missing pay_1', [PAID], []],
    ['extra pay_1', [], [TAKEN]],
    ['extra pay_1', [PAID], [TAKEN, TAKEN]],
    ['amount pay_1', [PAID], [{ ...TAKEN, amountMinor: 1991 }]],
    ['currency pay_1', [PAID], [{ ...TAKEN, currency: 'USD' }]],
    ['currency pay_1', [PAID], [{ ...TAKEN, currency: 'USD', amountMinor: 1991 }]],
    ['status pay_1', [{ ...PAID, status: 'failed' }], [TAKEN]],
    ['status pay_1', [{ ...PAID, status: 'open' }], [TAKEN]],
    ['amount pay_1', [{ ...PAID, status: 'open' }], [{ ...TAKEN, amountMinor: 1 }]],
  ])('finds once: %s', (found, ours, theirs) => {
    expect(compare(ours, theirs)).toEqual([found])
  })

  it('does not confuse a refund with a payment of the same id', () => {
    expect(compare([PAID], [{ ...TAKEN, kind: 'refund' }])).toEqual([
      'extra pay_1',
      'missing pay_1',
    ])
  })
})
