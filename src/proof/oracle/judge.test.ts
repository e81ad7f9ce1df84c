import { describe, expect, it } from 'vitest'
import { cleanBooks } from './books.fixture.ts'
import { judge } from './judge.ts'
import { PLANTED_IN_MONEY } from './planted-money.fixture.ts'
import { PLANTED_IN_RECORDS } from './planted-records.fixture.ts'
import { giveUpAndSendAgain } from './planted-rows.fixture.ts'
import { INVARIANTS } from './violation.ts'

/** What is done to clean books, and which promise that breaks. */
const PLANTED = [...PLANTED_IN_MONEY, ...PLANTED_IN_RECORDS]

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
