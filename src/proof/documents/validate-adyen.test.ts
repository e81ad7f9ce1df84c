import { describe, expect, it } from 'vitest'
import examples from '#proof/processors/adyen-examples/webhooks.json' with { type: 'json' }
import { createAdyenValidator } from './validate-adyen.ts'

const validator = createAdyenValidator()
const headers = new Headers({ 'content-type': 'application/json', 'x-api-key': 'k' })
const AMOUNT = { currency: 'BRL', value: 1000 }
const PAYMENT = {
  amount: AMOUNT,
  merchantAccount: 'M',
  paymentMethod: { type: 'scheme', encryptedCard: 'a.b.c.d.e', holderName: 'x' },
  reference: 'pay_1',
  returnUrl: 'https://store.example/back',
}

function request(path: string, body: object, more: Record<string, string> = {}) {
  const all = new Headers([...headers, ...Object.entries(more)])
  return validator.request({ method: 'POST', path, headers: all, body: JSON.stringify(body) })
}

function response(path: string, status: number, body: object) {
  const message = { status, headers, body: JSON.stringify(body) }
  return validator.response({ method: 'POST', path }, message)
}

function webhook(body: object) {
  return validator.webhook({ method: 'POST', path: '/', headers, body: JSON.stringify(body) })
}

describe('a message by Checkout v72', () => {
  it('fits', () => {
    expect(request('/payments', PAYMENT)).toEqual([])
    expect(request('/payments/P/captures', { merchantAccount: 'M', amount: AMOUNT })).toEqual([])
    expect(request('/payments/details', { details: { redirectResult: 'x' } })).toEqual([])
    expect(response('/payments', 200, { resultCode: 'Authorised', pspReference: 'P' })).toEqual([])
    expect(response('/payments', 422, { status: 422, errorCode: '101' })).toEqual([])
    expect(response('/payments', 503, {})).toEqual([])
  })

  it.each([
    ['no reference', () => request('/payments', { ...PAYMENT, reference: undefined })],
    ['a long one', () => request('/payments', { ...PAYMENT, reference: 'x'.repeat(81) })],
    ['a field of no document', () => request('/payments', { ...PAYMENT, referense: 'x' })],
    [
      'a field of no card',
      () =>
        request('/payments', {
          ...PAYMENT,
          paymentMethod: { ...PAYMENT.paymentMethod, cardNumber: '1' },
        }),
    ],
    [
      'an amount as a text',
      () => request('/payments', { ...PAYMENT, amount: { currency: 'BRL', value: '1000' } }),
    ],
    ['text that is no text', () => request('/payments', { ...PAYMENT, metadata: { a: 1 } })],
    ['a long key', () => request('/payments', PAYMENT, { 'idempotency-key': 'x'.repeat(65) })],
    ['another path', () => request('/payments/P/amountUpdates', {})],
    ['an unknown result', () => response('/payments', 200, { resultCode: 'Considered' })],
    ['a capture that is done', () => response('/payments/P/captures', 200, {})],
    ['an outcome in an answer', () => response('/payments/P/captures', 201, { status: 'done' })],
  ])('does not fit: %s', (_, faults) => {
    expect(faults()).not.toEqual([])
  })
})

/** Examples that contradict the schemas of the same document, and why. */
const MISFITS = {
  'ORDER_CLOSED-order_closed': 'names are numbered, which no schema says',
  'PREARBITRATION_LOST-prearbitration_lost': 'metadata of the merchant, which no schema names',
  'RECURRING_CONTRACT-recurring_contract': 'a field of tokens, which no schema names',
}

describe('a webhook', () => {
  it('fits in each example of the document that has items, but for those listed', () => {
    const standard = Object.entries(examples).filter(([, body]) => 'notificationItems' in body)
    const misfits = standard.filter(([, body]) => webhook(body).length > 0)
    expect(standard).toHaveLength(39)
    expect(misfits.map(([name]) => name)).toEqual(Object.keys(MISFITS))
  })

  it.each([
    ['no items', { live: 'false', notificationItems: [] }],
    ['an item of no document', itemOf({ eventCode: 'NEWS' })],
    ['an item without amount', itemOf({ amount: undefined })],
    ['success as a boolean', itemOf({ success: true })],
  ])('does not fit: %s', (_, body) => {
    expect(webhook(itemOf({}))).toEqual([])
    expect(webhook(body)).not.toEqual([])
  })
})

function itemOf(more: object): object {
  const item = {
    eventCode: 'CAPTURE',
    eventDate: '2026-11-20T15:00:00+00:00',
    merchantAccountCode: 'M',
    merchantReference: 'pay_1',
    pspReference: 'P',
    success: 'true',
    amount: AMOUNT,
    ...more,
  }
  return { live: 'false', notificationItems: [{ NotificationRequestItem: item }] }
}
