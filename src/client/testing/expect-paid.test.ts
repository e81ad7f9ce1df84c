import { describe, expect, it } from 'vitest'
import { exampleSession } from '#proof/testing/client/session.fixture.ts'
import type { Payment } from '#contract/payment.ts'
import { faultsOf } from './expect-paid.ts'

const ANNOUNCED = [{ type: 'payment.succeeded' }, { type: 'session.completed' }] as const
const payment: Payment = {
  id: 'pay_0350qmKLMuJ9K1lrKhvHIu',
  object: 'payment',
  status: 'succeeded',
  method: 'card',
  amount: 25990,
  currency: 'BRL',
  installments: 1,
  card: { brand: 'visa', lastFour: '4242' },
  declineCode: null,
  retryable: false,
  late: false,
  createdAt: '2026-11-20T16:42:07.311Z',
  succeededAt: '2026-11-20T16:42:08.000Z',
}
const paid = exampleSession({ status: 'complete', paymentStatus: 'paid', payment, attempts: 1 })

describe('a paid session', () => {
  it('has no differences, also with interest on installments', () => {
    expect(faultsOf(paid, ANNOUNCED)).toEqual([])
    const inThree = { ...payment, installments: 3, amount: 27000 }
    expect(faultsOf({ ...paid, payment: inThree }, ANNOUNCED)).toEqual([])
  })
})

describe('a difference', () => {
  it('is a missing payment', () => {
    expect(faultsOf(exampleSession(), [])).toEqual([
      'its status is open, not complete',
      'its paymentStatus is unpaid, not paid',
      'there is no payment',
      'payment.succeeded was announced never, not once',
      'session.completed was announced never, not once',
    ])
  })

  it('is a declined payment', () => {
    const declined = { ...payment, status: 'failed', declineCode: 'lost_card' } as const
    expect(faultsOf(exampleSession({ payment: declined }), [])).toContain(
      'its last payment, by card, is failed (lost_card)',
    )
  })

  it('is another amount', () => {
    expect(faultsOf({ ...paid, payment: { ...payment, amount: 25000 } }, ANNOUNCED)).toEqual([
      '25000 was captured, not 25990',
    ])
  })

  it('is no discount of its method', () => {
    const discounted = { ...payment, amount: 24690, discount: 1300 }
    expect(faultsOf({ ...paid, payment: discounted }, ANNOUNCED)).toEqual([])
    expect(faultsOf({ ...paid, payment: { ...discounted, amount: 25990 } }, ANNOUNCED)).toEqual([
      '25990 was captured, not 24690',
    ])
  })

  it('is a second successful payment', () => {
    expect(faultsOf(paid, [...ANNOUNCED, { type: 'payment.succeeded' }])).toEqual([
      'payment.succeeded was announced 2 times, not once',
    ])
  })
})
