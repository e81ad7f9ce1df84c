import { describe, expect, it } from 'vitest'
import { CheckoutPayment } from '#contract/checkout.ts'
import { Session } from '#contract/session.ts'
import { checkAnswer } from './answer.ts'
import { exampleSession } from '#proof/testing/client/session.fixture.ts'

const payment = {
  id: 'pay_0350qmKLMuJ9K1lrKhvHIu',
  status: 'requires_action',
  method: 'card',
  amount: 25990,
  installments: 1,
  card: { brand: 'visa', lastFour: '4242' },
  declineCode: null,
  retryable: false,
  action: { type: 'challenge', url: 'https://bank.example' },
  createdAt: '2026-11-20T16:42:07.311Z',
  succeededAt: null,
}

describe('checkAnswer', () => {
  it.each([
    ['an answer of the contract', payment],
    ['another field', { ...payment, wallet: null }],
    ['another brand of card', { ...payment, card: { brand: 'aura', lastFour: '4242' } }],
    ['another decline code', { ...payment, status: 'failed', declineCode: 'velocity_exceeded' }],
    [
      'another kind of action',
      { ...payment, action: { type: 'redirect', to: 'https://x.example' } },
    ],
  ])('accepts %s unchanged', (_name, answer) => {
    expect(checkAnswer(CheckoutPayment, answer)).toEqual({ ok: true, value: answer })
  })

  it.each([
    ['an amount that is a text', { ...payment, amount: '25990' }],
    ['a status that is a number', { ...payment, status: 3 }],
    ['a missing status', { ...payment, status: undefined }],
    ['an action without its type', { ...payment, action: { url: 'https://bank.example' } }],
    ['a known action without its address', { ...payment, action: { type: 'challenge' } }],
    ['null', null],
    ['a list', [payment]],
  ])('refuses %s', (_name, answer) => {
    expect(checkAnswer(CheckoutPayment, answer).ok).toBe(false)
  })

  it('refuses one resource for another', () => {
    expect(checkAnswer(Session, { ...exampleSession(), object: 'payment' }).ok).toBe(false)
  })
})
