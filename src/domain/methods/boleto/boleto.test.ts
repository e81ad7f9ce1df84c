import { formatBoleto } from '@brazilian-utils/brazilian-utils/format-boleto'
import { getBoletoInfo } from '@brazilian-utils/brazilian-utils/get-boleto-info'
import { isValidBoleto } from '@brazilian-utils/brazilian-utils/is-valid-boleto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boleto, BOLETO_AMOUNT_MINOR_MAX, formatDigitableLine } from './boleto.ts'

const slip = fc.record({
  // 8 begins a "boleto de arrecadação", which has another layout.
  bankCode: fc.stringMatching(/^[0-79]\d\d$/),
  amountMinor: fc.integer({ min: 1, max: BOLETO_AMOUNT_MINOR_MAX }),
  dueDate: fc
    .date({ min: new Date('2000-07-03'), max: new Date('2049-10-13'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  freeField: fc.stringMatching(/^\d{25}$/),
})

const plain = {
  bankCode: '001',
  amountMinor: 25990,
  dueDate: '2026-11-23',
  freeField: '0000001234567000123456717',
}

describe('boleto', () => {
  it('is valid for brazilian-utils, with the same bank, amount and due date', () => {
    fc.assert(
      fc.property(slip, (slip) => {
        const { digitableLine, barcode } = boleto(slip)
        expect(digitableLine).toMatch(/^\d{47}$/)
        expect(barcode).toMatch(/^\d{44}$/)
        expect(isValidBoleto(digitableLine)).toBe(true)
        const [year = 0, month = 0, day = 0] = slip.dueDate.split('-').map(Number)
        const dueDate = new Date(year, month - 1, day)
        expect(getBoletoInfo(digitableLine, { referenceDate: dueDate })).toEqual({
          amount: slip.amountMinor,
          bankCode: slip.bankCode,
          expirationDate: dueDate,
        })
      }),
      { numRuns: 1000 },
    )
  })

  it('has the same content in line and barcode', () => {
    fc.assert(
      fc.property(slip, (slip) => {
        const { digitableLine: line, barcode } = boleto(slip)
        const [bank, due] = [line.slice(0, 4), line.slice(33)]
        const freeField = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31)
        expect(bank + line.charAt(32) + due + freeField).toBe(barcode)
        expect(freeField).toBe(slip.freeField)
      }),
    )
  })

  it('detects every wrong digit of the line', () => {
    const { digitableLine } = boleto(plain)
    fc.assert(
      fc.property(fc.nat(46), fc.integer({ min: 1, max: 9 }), (at, more) => {
        // Check digit 1 stands for three remainders, so the last 15 digits may hide a change.
        fc.pre(at < 32)
        const digit = String((Number(digitableLine.charAt(at)) + more) % 10)
        expect(
          isValidBoleto(digitableLine.slice(0, at) + digit + digitableLine.slice(at + 1)),
        ).toBe(false)
      }),
    )
  })

  it.each([
    ['2000-07-03', '1000'],
    ['2000-07-04', '1001'],
    ['2025-02-21', '9999'],
    ['2025-02-22', '1000'],
    ['2025-02-23', '1001'],
    ['2049-10-13', '9999'],
    ['2049-10-14', '1000'],
  ])('due on %s has the factor %s', (dueDate, factor) => {
    expect(boleto({ ...plain, dueDate }).barcode.slice(5, 9)).toBe(factor)
  })

  it.each([0, -1, 1.5, BOLETO_AMOUNT_MINOR_MAX + 1, Number.NaN])(
    'refuses the amount %d',
    (amount) => {
      expect(() => boleto({ ...plain, amountMinor: amount })).toThrow('0.01 to 99 999 999.99')
    },
  )

  it.each(['2000-07-02', '1997-10-07', '2026-02-30', '2026-13-01', '23/11/2026', '', '2026-11'])(
    'refuses the due date %j',
    (dueDate) => {
      expect(() => boleto({ ...plain, dueDate })).toThrow('due date')
    },
  )

  it.each([{ bankCode: '1' }, { bankCode: '00a' }, { freeField: '1'.repeat(24) }])(
    'refuses %j',
    (change) => {
      expect(() => boleto({ ...plain, ...change })).toThrow(RangeError)
    },
  )
})

describe('formatDigitableLine', () => {
  it('formats as brazilian-utils does', () => {
    expect(formatDigitableLine('10491443385511900000200000000141325230000093423')).toBe(
      '10491.44338 55119.000002 00000.000141 3 25230000093423',
    )
    fc.assert(
      fc.property(slip, (slip) => {
        const { digitableLine } = boleto(slip)
        expect(formatDigitableLine(digitableLine)).toBe(formatBoleto(digitableLine))
      }),
    )
  })
})
