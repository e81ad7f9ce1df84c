import { describe, expect, it } from 'vitest'
import { voucherDue } from './due-event.ts'
import { boletoExpiresAt } from './methods/boleto.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const expiresAt = new Date('2026-11-20T15:30:00.000Z')
const due = (behavior: Parameters<typeof voucherDue>[0], expiry = expiresAt) =>
  voucherDue(behavior, { now, expiresAt: expiry, paymentDelayMs: 15_000 })

describe('voucherDue', () => {
  it.each([
    ['succeed_immediately', 'pay', '15:00:00'],
    ['expire_immediately', 'expire', '15:00:00'],
    ['expire_with_delay', 'expire', '15:00:15'],
    ['fill_never', 'expire', '15:30:00'],
    ['succeed_with_delay', 'pay', '15:00:15'],
  ] as const)('%s: %s at %s', (behavior, type, time) => {
    expect(due(behavior)).toEqual({ type, at: new Date(`2026-11-20T${time}.000Z`) })
  })

  it('is never paid after its expiry', () => {
    const soon = new Date('2026-11-20T15:00:15.000Z')
    expect(due('succeed_with_delay', soon)).toEqual({ type: 'expire', at: soon })
  })
})

it('boletoExpiresAt is the end of the business day after the last day to pay, in São Paulo', () => {
  expect(boletoExpiresAt('2026-11-23')).toEqual(new Date('2026-11-25T03:00:00.000Z'))
  // A Sunday: payable on Monday, settled on Tuesday.
  expect(boletoExpiresAt('2027-02-28')).toEqual(new Date('2027-03-03T03:00:00.000Z'))
  // A Friday: settled on Monday.
  expect(boletoExpiresAt('2026-12-04')).toEqual(new Date('2026-12-08T03:00:00.000Z'))
})
