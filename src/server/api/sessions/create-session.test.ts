import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'

describe('POST /v1/sessions', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  it('answers 201 with Location and every field of a session, null where it has no value', async () => {
    const answer = await api.merchant.post('/v1/sessions', {
      merchantId: api.merchant.id,
      amount: 25_990,
      currency: 'BRL',
    })
    const session = answer.as(Session)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`/v1/sessions/${session.id}`)
    expect(answer.headers.get('idempotency-replayed')).toBeNull()
    expect(answer.body).toStrictEqual({
      id: session.id,
      object: 'session',
      environment: 'sandbox',
      merchantId: api.merchant.id,
      status: 'open',
      paymentStatus: 'unpaid',
      url: session.url,
      currency: 'BRL',
      amount: 25_990,
      amountRefunded: 0,
      amountRefundPending: 0,
      amountCaptured: 0,
      amountReversed: 0,
      amountReinstated: 0,
      captureMethod: 'automatic',
      amountAuthorized: 0,
      captureBefore: null,
      amountOwed: 0,
      lineItems: [],
      discounts: [],
      shipping: null,
      tax: null,
      orderReference: null,
      description: null,
      customer: null,
      locale: 'auto',
      paymentMethods: ['card', 'pix', 'boleto'],
      paymentMethodDiscounts: {},
      successUrl: 'https://store.example/ok?s={SESSION_ID}',
      cancelUrl: 'https://store.example/cart',
      expiresAt: session.expiresAt,
      createdAt: session.createdAt,
      completedAt: null,
      canceledAt: null,
      cancellationReason: null,
      paidLate: false,
      payment: null,
      attempts: 0,
      metadata: {},
      version: 1,
    })
    expect(session.url).toMatch(/^http:\/\/checkout\.test\/c\/[0-9A-Za-z]{33}$/)
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(86_400_000)
  })

  it('stores everything that was sent', async () => {
    const sent = {
      merchantId: api.merchant.id,
      amount: 26_490,
      currency: 'BRL',
      lineItems: [
        {
          name: 'Camiseta',
          quantity: 2,
          unitAmount: 12_995,
          imageUrl: 'https://store.example/camiseta.png',
          description: 'M, azul',
        },
      ],
      discounts: [{ label: 'BEMVINDO', amount: 1000 }],
      shipping: { label: 'Sedex', amount: 1500 },
      tax: { label: 'ICMS', amount: 0 },
      orderReference: 'A-1001',
      description: 'Pedido A-1001\ncom duas linhas',
      customer: {
        email: 'maria@example.com',
        name: 'Maria São José 🛒',
        phone: '+5511998765432',
        taxId: '529.982.247-25',
        billingAddress: {
          line1: 'Rua Um, 1',
          line2: 'ap. 2',
          district: 'Sé',
          city: 'São Paulo',
          state: 'SP',
          postalCode: '01000-000',
          country: 'BR',
        },
      },
      locale: 'pt-BR',
      paymentMethods: ['pix', 'card'],
      successUrl: 'https://store.example/thanks',
      cancelUrl: 'https://store.example/back?to=cart#lines',
      metadata: { cart: '77', note: '' },
    }
    const created = (await api.merchant.post('/v1/sessions', sent)).as(Session)
    expect(created).toMatchObject(sent)
    const read = await api.merchant.get(`/v1/sessions/${created.id}`)
    expect(read.body).toStrictEqual(created)
  })

  it('F-15: takes null where the answer writes null, as absent', async () => {
    const sent = {
      merchantId: api.merchant.id,
      amount: 25_990,
      shipping: null,
      tax: null,
      orderReference: null,
      description: null,
      customer: null,
      successUrl: null,
      cancelUrl: null,
    }
    const created = await api.merchant.post('/v1/sessions', sent)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      shipping: null,
      tax: null,
      orderReference: null,
      description: null,
      customer: null,
      successUrl: 'https://store.example/ok?s={SESSION_ID}',
      cancelUrl: 'https://store.example/cart',
    })
    const { id } = created.as(Session)
    const canceled = await api.merchant.post(`/v1/sessions/${id}/cancel`, { reason: null })
    expect(canceled.as(Session).cancellationReason).toBeNull()
  })

  it.each([
    ['PT-BR', 'pt-BR'],
    ['pt-br', 'pt-BR'],
    ['ZH-HANT-TW', 'zh-Hant-TW'],
    ['EN', 'en'],
    ['Auto', 'auto'],
  ])('F-15: takes the locale %s as %s', async (locale, written) => {
    const body = { merchantId: api.merchant.id, amount: 1, locale }
    expect((await api.merchant.post('/v1/sessions', body)).as(Session).locale).toBe(written)
  })

  it("defaults to the merchant's currency", async () => {
    const merchant = await api.addMerchant({ currency: 'JPY' })
    const body = { merchantId: merchant.id, amount: 500, paymentMethods: ['card'] }
    expect((await merchant.post('/v1/sessions', body)).as(Session).currency).toBe('JPY')
  })

  it.each([
    ['lines alone', { lineItems: [line(3, 1000)] }, 3000],
    ['several lines', { lineItems: [line(1, 1), line(1_000_000, 999_999)] }, 999_999_000_001],
    ['a free line beside others', { lineItems: [line(1, 0), line(1, 5)] }, 5],
    [
      'lines, discounts, shipping and tax',
      {
        lineItems: [line(2, 1000)],
        discounts: [amount(300), amount(200)],
        shipping: amount(50),
        tax: amount(7),
      },
      1557,
    ],
    ['an amount that agrees', { lineItems: [line(2, 1000)], amount: 2000 }, 2000],
    ['an amount alone', { amount: 1 }, 1],
    ['the greatest amount', { amount: 999_999_999_999 }, 999_999_999_999],
  ])('adds up %s', async (_, changes, total) => {
    const body = { merchantId: api.merchant.id, ...changes }
    expect((await api.merchant.post('/v1/sessions', body)).as(Session).amount).toBe(total)
  })

  it.each([
    ['JPY', 500],
    ['BRL', 500],
    ['KWD', 500],
  ])('S-23: accepts %s in its own minor units', async (currency, amountMinor) => {
    const { session } = await createTestSession(api, {
      currency,
      amount: amountMinor,
      paymentMethods: ['card'],
    })
    expect(session).toMatchObject({ currency, amount: amountMinor })
  })

  it('trims text, and accepts a tax id with letters', async () => {
    const { session } = await createTestSession(api, {
      orderReference: '  A-1  ',
      customer: { email: 'maria@example.com', name: ' Maria ', taxId: '12.ABC.345/01DE-35' },
    })
    expect(session.orderReference).toBe('A-1')
    expect(session.customer).toMatchObject({ name: 'Maria', taxId: '12.ABC.345/01DE-35' })
  })

  it('writes the session in one statement once the key is cached', async () => {
    await createTestSession(api)
    const asked = await api.database.statementsOf(() => createTestSession(api))
    expect(asked).toHaveLength(1)
  })

  it('S-55: stores neither reference nor API key, in the database or the log', async () => {
    const open = await createTestSession(api, { metadata: { a: 'b' } })
    const everything = (await api.dump()) + api.logged.join('')
    expect(everything).toContain(open.id)
    expect(everything).not.toContain(open.reference)
    expect(everything).not.toContain(api.merchant.apiKey.slice(8, 40))
  })

  it('manners: the simplest session of a merchant in dollars is one by card', async () => {
    const merchant = await api.addMerchant({ currency: 'USD', country: 'US' })
    const body = { merchantId: merchant.id, amount: 1990 }
    const session = (await merchant.post('/v1/sessions', body)).as(Session)
    expect(session).toMatchObject({ currency: 'USD', paymentMethods: ['card'] })
    const brl = (await merchant.post('/v1/sessions', { ...body, currency: 'BRL' })).as(Session)
    expect(brl.paymentMethods).toEqual(['card', 'pix', 'boleto'])
    const pix = await merchant.post('/v1/sessions', { ...body, paymentMethods: ['card', 'pix'] })
    expect(pix.problem().errors).toMatchObject([
      { pointer: '#/paymentMethods/1', code: 'unsupported_currency' },
    ])
  })

  it('manners: methods default to those of the merchant that take the currency', async () => {
    const merchant = await api.addMerchant({ paymentMethods: ['pix', 'card'] })
    const body = { merchantId: merchant.id, amount: 1990 }
    const brl = (await merchant.post('/v1/sessions', body)).as(Session)
    expect(brl.paymentMethods).toEqual(['pix', 'card'])
    const usd = (await merchant.post('/v1/sessions', { ...body, currency: 'USD' })).as(Session)
    expect(usd.paymentMethods).toEqual(['card'])
    const only = await api.addMerchant({ paymentMethods: ['pix'] })
    const none = { merchantId: only.id, amount: 1, currency: 'USD' }
    expect((await only.post('/v1/sessions', none)).problem().errors).toMatchObject([
      { path: 'currency', code: 'unsupported_currency' },
    ])
  })

  it('F-14: a boleto is offered up to the amount that its barcode can carry', async () => {
    const merchant = await api.addMerchant()
    const body = { merchantId: merchant.id, amount: 9_999_999_999 }
    const most = (await merchant.post('/v1/sessions', body)).as(Session)
    expect(most.paymentMethods).toEqual(['card', 'pix', 'boleto'])
    const lineItems = [{ ...line(2, 5_000_000_000), name: 'Máquina' }]
    const more = { merchantId: merchant.id, lineItems }
    const session = (await merchant.post('/v1/sessions', more)).as(Session)
    expect(session.paymentMethods).toEqual(['card', 'pix'])
    const named = await merchant.post('/v1/sessions', { ...more, paymentMethods: ['boleto'] })
    expect(named.problem().errors).toMatchObject([
      { pointer: '#/paymentMethods/0', code: 'too_big' },
    ])
  })
})

function line(quantity: number, unitAmount: number) {
  return { name: 'Camiseta', quantity, unitAmount }
}

function amount(amountMinor: number) {
  return { label: 'x', amount: amountMinor }
}
