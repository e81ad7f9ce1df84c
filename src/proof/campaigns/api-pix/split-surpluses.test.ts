import { expect, it } from 'vitest'
import { splitSurpluses } from './split-surpluses.ts'

const BRL = { currency: 'BRL', refundId: null }
const asked = { amountMinor: 100, currency: 'BRL' }
const refund = { id: 're_2', amountMinor: 60, status: 'succeeded' }

it('shares out what came for a charge, went back and was taken back, as the tables have it', () => {
  const book = {
    ledger: [
      { ...BRL, sequence: 1, paymentId: 'pay_1', kind: 'capture', amountMinor: 200, asked },
      { ...BRL, sequence: 2, paymentId: 'pay_1', kind: 'reversal', amountMinor: 50 },
      {
        ...BRL,
        sequence: 3,
        paymentId: 'pay_1',
        kind: 'refund',
        refundId: 're_2',
        amountMinor: 60,
      },
    ],
    refunds: [{ ...refund, paymentId: 'pay_1' }],
  }
  const surplus = { id: 'pay_2', surplusOf: 'pay_1', capturedMinor: 100, reversedMinor: 40 }
  const split = splitSurpluses(book, {
    payments: [{ ...surplus, id: 'pay_1', surplusOf: null }, surplus],
    refunds: [{ id: 're_2', paymentId: 'pay_2' }],
  })
  const rows = split.ledger.map(({ paymentId, kind, amountMinor }) => [
    paymentId,
    kind,
    amountMinor,
  ])
  expect(rows).toEqual([
    ['pay_1', 'capture', 100],
    ['pay_2', 'capture', 100],
    ['pay_2', 'refund', 60],
    ['pay_1', 'reversal', 10],
    ['pay_2', 'reversal', 40],
  ])
  expect(split.ledger.some((row) => 'asked' in row)).toBe(false)
  expect(split.refunds).toEqual([{ ...refund, paymentId: 'pay_2' }])
})

it('keeps what the tables do not explain at the charge', () => {
  const capture = { ...BRL, sequence: 1, paymentId: 'pay_1', kind: 'capture', asked }
  const book = { ledger: [{ ...capture, amountMinor: 300 }], refunds: [] }
  const surplus = { id: 'pay_2', surplusOf: 'pay_1', capturedMinor: 100, reversedMinor: 0 }
  expect(splitSurpluses(book, { payments: [surplus], refunds: [] }).ledger).toEqual([
    { ...capture, amountMinor: 200 },
    { ...BRL, sequence: 1, kind: 'capture', paymentId: 'pay_2', amountMinor: 100 },
  ])
})
