import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfDueDate, endOfSettlement, lastDayToPay } from './due-date.ts'

const DAY_MS = 86_400_000
const day = fc
  .integer({ min: Date.UTC(2000, 6, 3) / DAY_MS, max: Date.UTC(2099, 11, 31) / DAY_MS })
  .map((number) => new Date(number * DAY_MS).toISOString().slice(0, 10))

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

describe('F-5 the last day to pay a boleto', () => {
  it.each([
    ['2026-11-23', '2026-11-23'],
    // Saturday and Sunday.
    ['2026-11-21', '2026-11-23'],
    ['2026-11-22', '2026-11-23'],
    // A Friday: Dia da Consciência Negra, national since 2024.
    ['2026-11-20', '2026-11-23'],
    ['2023-11-20', '2023-11-20'],
    ['2026-12-25', '2026-12-28'],
    ['2026-12-31', '2026-12-31'],
    ['2027-01-01', '2027-01-04'],
    // Carnival, from its Saturday to its Tuesday, and Ash Wednesday.
    ['2027-02-06', '2027-02-10'],
    ['2027-02-08', '2027-02-10'],
    ['2027-02-09', '2027-02-10'],
    ['2027-02-10', '2027-02-10'],
    // Good Friday, Easter and Tiradentes' Day.
    ['2025-04-18', '2025-04-22'],
    ['2027-03-26', '2027-03-29'],
    // Corpus Christi.
    ['2027-05-27', '2027-05-28'],
    ['2028-02-29', '2028-03-01'],
    // Beyond the years whose holidays are known.
    ['2100-01-02', '2100-01-02'],
  ])('of %s is %s', (dueDate, last) => {
    expect(lastDayToPay(dueDate)).toBe(last)
    expect(endOfDueDate(dueDate)).toEqual(new Date(`${last}T23:59:59.999-03:00`))
  })

  it('is a weekday, the due date or at most four days later, and settled on a later weekday', () => {
    fc.assert(
      fc.property(day, (dueDate) => {
        const last = lastDayToPay(dueDate)
        expect(daysBetween(dueDate, last)).toBeGreaterThanOrEqual(0)
        expect(daysBetween(dueDate, last)).toBeLessThanOrEqual(4)
        expect(lastDayToPay(last)).toBe(last)
        const settled = new Date(endOfSettlement(dueDate).getTime() - 12 * 3_600_000)
        const settledOn = settled.toISOString().slice(0, 10)
        expect(daysBetween(last, settledOn)).toBeGreaterThan(0)
        expect(lastDayToPay(settledOn)).toBe(settledOn)
        for (const weekday of [new Date(last).getUTCDay(), settled.getUTCDay()])
          expect([1, 2, 3, 4, 5]).toContain(weekday)
      }),
    )
  })
})
