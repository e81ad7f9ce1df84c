import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'

const line = { name: 'Camiseta', quantity: 1, unitAmount: 100 }

describe('POST /v1/sessions: totals that do not add up', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const errorsOf = async (changes: object) => {
    const body = { merchantId: api.merchant.id, ...changes }
    const problem = (await api.merchant.post('/v1/sessions', body)).problem()
    expect(problem.code).toBe('validation_failed')
    return Object.fromEntries((problem.errors ?? []).map((error) => [error.path, error.code]))
  }

  it.each<[string, object, Record<string, string>]>([
    ['neither amount nor lines', {}, { amount: 'required' }],
    ['an amount that disagrees', { amount: 99, lineItems: [line] }, { amount: 'amount_mismatch' }],
    [
      'a discount of everything',
      { lineItems: [line], discounts: [{ label: 'x', amount: 100 }] },
      { discounts: 'too_small' },
    ],
    ['lines for free', { lineItems: [{ ...line, unitAmount: 0 }] }, { lineItems: 'too_small' }],
    [
      'lines that are each too much',
      {
        lineItems: [
          { ...line, quantity: 1e6, unitAmount: 1e6 },
          line,
          { ...line, quantity: 1e6, unitAmount: 999_999_999_999 },
        ],
      },
      { 'lineItems.0': 'too_big', 'lineItems.2': 'too_big' },
    ],
    [
      'lines that are together too much',
      { lineItems: [1, 2].map(() => ({ ...line, unitAmount: 500_000_000_000 })) },
      { lineItems: 'too_big' },
    ],
    [
      'XXX',
      { amount: 1, currency: 'XXX', paymentMethods: ['card'] },
      { currency: 'unknown_currency' },
    ],
    ['brl', { amount: 1, currency: 'brl' }, { currency: 'invalid_format' }],
    [
      'Pix and boleto in euros',
      { amount: 1, currency: 'EUR', paymentMethods: ['card', 'pix', 'boleto'] },
      { 'paymentMethods.1': 'unsupported_currency', 'paymentMethods.2': 'unsupported_currency' },
    ],
  ])('S-23: refuses %s', async (_, changes, errors) => {
    expect(await errorsOf(changes)).toEqual(errors)
  })

  it('reports every problem at once', async () => {
    const errors = await errorsOf({
      merchantId: 'x',
      amount: 5,
      currency: 'ZZZ',
      lineItems: [line, { ...line, quantity: -1, color: 'blue' }],
      customer: { email: 'no', taxId: '1', nick: 'm' },
      collect: { email: 'maybe' },
      successUrl: 'javascript:alert(1)',
      metadata: { a: 1, b: 2 },
      total: 5,
    })
    expect(errors).toMatchObject({
      merchantId: 'invalid_format',
      'lineItems.1.quantity': 'too_small',
      'lineItems.1.color': 'unknown_field',
      'customer.email': 'invalid_format',
      'customer.nick': 'unknown_field',
      'collect.email': 'invalid_value',
      'customer.taxId': 'invalid_tax_id',
      currency: 'unknown_currency',
      successUrl: 'invalid_url',
      'metadata.a': 'invalid_type',
      'metadata.b': 'invalid_type',
      total: 'unknown_field',
    })
  })

  it('reports a missing amount along with other problems', async () => {
    expect(await errorsOf({ merchantId: undefined, amount: undefined })).toEqual({
      merchantId: 'required',
      amount: 'required',
    })
  })

  it('reports problems of several rules at once', async () => {
    expect(
      await errorsOf({
        amount: 99,
        lineItems: [line],
        currency: 'XXX',
        paymentMethods: ['card'],
        customer: { taxId: '11111111111' },
        cancelUrl: 'https://elsewhere.example/',
      }),
    ).toEqual({
      amount: 'amount_mismatch',
      currency: 'unknown_currency',
      'customer.taxId': 'invalid_tax_id',
      cancelUrl: 'origin_not_registered',
    })
  })

  it.each([
    ['at the top', '"__proto__":{"amount":1}', '__proto__'],
    ['as constructor', '"constructor":{}', 'constructor'],
    ['as toString', '"toString":1', 'toString'],
    ['of the customer', '"customer":{"__proto__":{"email":"a@b.co"}}', 'customer.__proto__'],
    [
      'of a line',
      '"lineItems":[{"name":"x","quantity":1,"unitAmount":1,"__proto__":1}]',
      'lineItems.0.__proto__',
    ],
    [
      'of the address',
      '"customer":{"billingAddress":{"line1":"a","city":"b","postalCode":"c","country":"BR","x":1}}',
      'customer.billingAddress.x',
    ],
  ])('S-22: reports an unknown field %s', async (_, field, path) => {
    const body = `{"merchantId":"${api.merchant.id}","amount":1,${field}}`
    const problem = (await api.merchant.post('/v1/sessions', body)).problem()
    expect(problem).toMatchObject({
      code: 'validation_failed',
      errors: [{ path, code: 'unknown_field', message: 'is not a field of this call' }],
    })
  })

  it('refuses metadata with the name __proto__, which no object can hold', async () => {
    const body = `{"merchantId":"${api.merchant.id}","amount":1,"metadata":{"__proto__":"x"}}`
    const problem = (await api.merchant.post('/v1/sessions', body)).problem()
    expect(problem.errors?.map((error) => error.path)).toEqual(['metadata.__proto__'])
  })

  it('reports 64 KiB of unknown fields, each with at most 200 characters', async () => {
    const fields = Array.from({ length: 200 }, (_, index) => `"${index}${'k'.repeat(250)}":0`)
    const body = `{"merchantId":"${api.merchant.id}","amount":1,${fields.join(',')}}`
    const { errors = [] } = (await api.merchant.post('/v1/sessions', body)).problem()
    expect(errors).toHaveLength(200)
    expect(Math.max(...errors.map((error) => error.path.length))).toBe(200)
  })
})
