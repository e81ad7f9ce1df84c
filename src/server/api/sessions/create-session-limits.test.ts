import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'

const x = (length: number) => 'x'.repeat(length)
const line = { name: 'Camiseta', quantity: 1, unitAmount: 1 }
const lines = (count: number) => ({ lineItems: Array.from({ length: count }, () => line) })
const discounts = (count: number) => ({
  lineItems: [{ ...line, unitAmount: 1000 }],
  discounts: Array.from({ length: count }, () => ({ label: 'x', amount: 1 })),
})
const metadata = (count: number) => ({
  metadata: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v'])),
})
const url = (length: number) => `https://store.example/${x(length - 22)}`
const email = (length: number) => `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${x(length - 124)}`

describe('POST /v1/sessions: limits', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const post = (changes: object) =>
    api.merchant.post('/v1/sessions', {
      merchantId: api.merchant.id,
      ...('lineItems' in changes ? {} : { amount: 1 }),
      ...changes,
    })

  it.each<[string, object]>([
    ['200 lines', lines(200)],
    ['20 discounts', discounts(20)],
    ['50 keys of metadata', metadata(50)],
    ['a key of 40 characters', { metadata: { [x(40)]: 'v' } }],
    ['a value of 500 characters', { metadata: { k: x(500) } }],
    ['a name of 200 characters', { lineItems: [{ ...line, name: x(200) }] }],
    ['a name of 200 characters of two units', { lineItems: [{ ...line, name: '🛒'.repeat(200) }] }],
    ['a quantity of a million', { lineItems: [{ ...line, quantity: 1e6 }] }],
    ['a description of 500 characters', { description: x(500) }],
    ['an order reference of 200 characters', { orderReference: x(200) }],
    ['a minute', { expiresInSeconds: 60 }],
    ['ninety days', { expiresInSeconds: 7_776_000 }],
    ['a URL of 2048 characters', { successUrl: url(2048) }],
    ['24 installments', { installments: { max: 24, monthlyInterestBasisPoints: 2000 } }],
    ['a Pix of two weeks', { pix: { expiresInSeconds: 1_209_600 } }],
    ['a boleto of 60 days', { boleto: { expiresInDays: 60 } }],
    ['a phone of 15 digits', { customer: { phone: `+${'1'.repeat(15)}` } }],
  ])('accepts %s', async (_, changes) => {
    expect((await post(changes)).as(Session).status).toBe('open')
  })

  it.each<[string, object, Record<string, string>]>([
    ['201 lines', lines(201), { lineItems: 'too_big' }],
    ['no line', { lineItems: [] }, { lineItems: 'too_small' }],
    ['21 discounts', discounts(21), { discounts: 'too_big' }],
    ['51 keys of metadata', metadata(51), { metadata: 'too_big' }],
    [
      'a key of 41 characters',
      { metadata: { [x(41)]: 'v' } },
      { [`metadata.${x(41)}`]: 'invalid_key' },
    ],
    ['an empty key', { metadata: { '': 'v' } }, { 'metadata.': 'invalid_key' }],
    ['a value of 501 characters', { metadata: { k: x(501) } }, { 'metadata.k': 'too_big' }],
    ['a value that is no text', { metadata: { k: 7 } }, { 'metadata.k': 'invalid_type' }],
    [
      'a name of 201 characters',
      { lineItems: [{ ...line, name: x(201) }] },
      { 'lineItems.0.name': 'too_big' },
    ],
    [
      'a name of 201 characters of two units',
      { lineItems: [{ ...line, name: '🛒'.repeat(201) }] },
      { 'lineItems.0.name': 'too_big' },
    ],
    [
      'a name of spaces',
      { lineItems: [{ ...line, name: '   ' }] },
      { 'lineItems.0.name': 'too_small' },
    ],
    [
      'a quantity of 0',
      { lineItems: [{ ...line, quantity: 0 }] },
      { 'lineItems.0.quantity': 'too_small' },
    ],
    [
      'too great a quantity',
      { lineItems: [{ ...line, quantity: 1_000_001 }] },
      { 'lineItems.0.quantity': 'too_big' },
    ],
    [
      'half a piece',
      { lineItems: [{ ...line, quantity: 0.5 }] },
      { 'lineItems.0.quantity': 'invalid_type' },
    ],
    ['a description of 501 characters', { description: x(501) }, { description: 'too_big' }],
    [
      'an order reference of 201 characters',
      { orderReference: x(201) },
      { orderReference: 'too_big' },
    ],
    ['59 seconds', { expiresInSeconds: 59 }, { expiresInSeconds: 'too_small' }],
    ['more than ninety days', { expiresInSeconds: 7_776_001 }, { expiresInSeconds: 'too_big' }],
    ['a URL of 2049 characters', { successUrl: url(2049) }, { successUrl: 'too_big' }],
    ['25 installments', { installments: { max: 25 } }, { 'installments.max': 'too_big' }],
    [
      'a Pix of 59 seconds',
      { pix: { expiresInSeconds: 59 } },
      { 'pix.expiresInSeconds': 'too_small' },
    ],
    [
      'a boleto of 61 days',
      { boleto: { expiresInDays: 61 } },
      { 'boleto.expiresInDays': 'too_big' },
    ],
    [
      'an incomplete phone',
      { customer: { phone: '998765432' } },
      { 'customer.phone': 'invalid_format' },
    ],
    [
      'an e-mail of 255 characters',
      { customer: { email: email(255) } },
      { 'customer.email': 'too_big' },
    ],
    [
      'a tax id with wrong check digits',
      { customer: { taxId: '529.982.247-26' } },
      { 'customer.taxId': 'invalid_tax_id' },
    ],
    [
      'F-11: a country that no code stands for',
      { customer: { billingAddress: { line1: '1 High Street', city: 'Leeds', country: 'UK' } } },
      { 'customer.billingAddress.country': 'invalid_format' },
    ],
    ['an unknown locale', { locale: 'português' }, { locale: 'invalid_format' }],
    ['no method', { paymentMethods: [] }, { paymentMethods: 'too_small' }],
    ['a method twice', { paymentMethods: ['card', 'card'] }, { paymentMethods: 'repeated' }],
    ['an unknown method', { paymentMethods: ['cash'] }, { 'paymentMethods.0': 'invalid_value' }],
  ])('refuses %s', async (_, changes, errors) => {
    const problem = (await post(changes)).problem()
    expect(problem.code).toBe('validation_failed')
    const named = Object.fromEntries(
      (problem.errors ?? []).map((error) => [error.path, error.code]),
    )
    expect(named).toMatchObject(errors)
  })

  it.each([
    ['negative', -1],
    ['zero', 0],
    ['a fraction', 0.5],
    ['a text', '100'],
    ['null', null],
    ['too great', 1_000_000_000_000],
    ['beyond 2^53', 2 ** 53],
    ['too great for JSON', '1e400'],
    ['true', true],
    ['a list', [100]],
  ])('S-23: refuses an amount that is %s', async (_, amount) => {
    const body = `{"merchantId":"${api.merchant.id}","amount":${amount === '1e400' ? amount : JSON.stringify(amount)}}`
    const problem = (await api.merchant.post('/v1/sessions', body)).problem()
    expect(problem.code).toBe('validation_failed')
    expect(problem.errors?.map((error) => error.path)).toEqual(['amount'])
  })

  it('accepts an amount that is written as 1e3', async () => {
    const body = `{"merchantId":"${api.merchant.id}","amount":1e3}`
    expect((await api.merchant.post('/v1/sessions', body)).as(Session).amount).toBe(1000)
  })
})
