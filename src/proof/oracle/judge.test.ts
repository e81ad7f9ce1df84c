import { describe, expect, it } from 'vitest'
import { cleanBooks } from './books.fixture.ts'
import { judge } from './judge.ts'
import { PLANTED_IN_MONEY } from './planted-money.fixture.ts'
import { PLANTED_IN_RECORDS } from './planted-records.fixture.ts'
import { giveUpAndSendAgain } from './planted-rows.fixture.ts'
import { INVARIANTS } from './violation.ts'

/** Faults planted in clean books, and the promises that they break. */
const PLANTED = [...PLANTED_IN_MONEY, ...PLANTED_IN_RECORDS]

describe('the oracle', () => {
  it('finds nothing in clean books', () => {
    expect(judge(cleanBooks())).toEqual([])
  })

  it('accepts a delivery that was exhausted after its last attempt, and replayed', () => {
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

  it('has a planted fault for each promise', () => {
    expect(new Set(PLANTED.map(([, invariant]) => invariant))).toEqual(
      new Set(Object.keys(INVARIANTS)),
    )
  })
})
