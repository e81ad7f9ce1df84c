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

  it('R-56: compares the total that was taken back, whatever parts are listed', () => {
    const reversed: BookEntry = { ...PAID, kind: 'reversal', amountMinor: 1500 }
    const parts = [500, 1500].map((amountMinor) => ({
      ...TAKEN,
      kind: 'reversal' as const,
      amountMinor,
    }))
    expect(compare([PAID, reversed], [TAKEN, ...parts])).toEqual([])
    expect(compare([PAID, reversed], [TAKEN, ...parts.slice(1)])).toEqual([])
    expect(compare([PAID, reversed], [TAKEN, ...parts.slice(0, 1)])).toEqual(['amount pay_1'])
    expect(compare([PAID, reversed], [TAKEN])).toEqual(['missing pay_1'])
    expect(compare([PAID], [TAKEN, ...parts])).toEqual(['extra pay_1'])
    expect(compare([PAID, { ...reversed, isOverdrawn: true }], [TAKEN, ...parts])).toEqual([
      'overdrawn pay_1',
    ])
  })

  it('adds up the parts of a capture, each once, wherever they stand in the list', () => {
    const part = (name: string, amountMinor: number) => ({ ...TAKEN, part: name, amountMinor })
    const other = { ...TAKEN, id: 'pay_2' }
    const [one, two] = [part('E1', 1000), part('E2', 990)]
    const ours = [PAID, { ...PAID, id: 'pay_2' }]
    expect(compare(ours, [one, other, two])).toEqual([])
    expect(compare(ours, [one, other, two, one])).toEqual([])
    expect(compare(ours, [one, other])).toEqual(['amount pay_1'])
    expect(compare(ours, [one, two, part('E3', 1), other])).toEqual(['amount pay_1'])
    expect(compare(ours, [one, { ...two, currency: 'USD' }, other])).toEqual([
      'amount pay_1',
      'extra pay_1',
    ])
    expect(compare(ours.slice(1), [one, two, other])).toEqual(['extra pay_1'])
  })

  it('does not confuse a refund with a payment of the same id', () => {
    expect(compare([PAID], [{ ...TAKEN, kind: 'refund' }])).toEqual([
      'extra pay_1',
      'missing pay_1',
    ])
  })
})
