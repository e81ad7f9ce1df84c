import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CardSeal, Checkout } from '#contract/checkout.ts'
import { PaymentList } from '#contract/payment.ts'
import { Refund } from '#contract/refund.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { cardBody, createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { installmentOptions } from '#domain/installments.ts'

const PIX_5 = { paymentMethodDiscounts: { pix: { basisPoints: 500 } } }
const TWELVE = {
  max: 12,
  minimumPerInstallment: 0,
  interestFree: 3,
  monthlyInterestBasisPoints: 199,
}

describe('S-129: discounts of payment methods', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const captured = async ({ id }: OpenSession) =>
    (await readLedger(api.database, id)).filter(({ kind }) => kind === 'capture')
  const payPix = async (open: OpenSession) => {
    const { payment } = (await open.pay({ method: 'pix' })).as(Checkout)
    await api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, { outcome: 'pix_paid' })
    return payment
  }

  it('are shown with their prices, and in the session as they were sent', async () => {
    const paymentMethodDiscounts = { pix: { basisPoints: 500 }, boleto: { amount: 1000 } }
    const open = await createTestSession(api, { paymentMethodDiscounts })
    expect(open.session).toMatchObject({ amount: 25_990, paymentMethodDiscounts })
    expect(await open.read()).toMatchObject({ paymentMethodDiscounts })
    expect(await open.look()).toMatchObject({
      amount: 25_990,
      paymentMethodDiscounts: {
        pix: { basisPoints: 500, discount: 1300, total: 24_690 },
        boleto: { basisPoints: null, discount: 1000, total: 24_990 },
      },
    })
  })

  it('put a method first where nobody names an order, and nowhere else', async () => {
    const methodsOf = async (body: Parameters<typeof createTestSession>[1]) =>
      (await createTestSession(api, body)).session.paymentMethods
    const paymentMethodDiscounts = { boleto: { amount: 1000 }, pix: { amount: 1 } }
    expect(await methodsOf({})).toEqual(['card', 'pix', 'boleto'])
    expect(await methodsOf(PIX_5)).toEqual(['pix', 'card', 'boleto'])
    expect(await methodsOf({ paymentMethodDiscounts })).toEqual(['pix', 'boleto', 'card'])
    const paymentMethods = ['card', 'boleto', 'pix'] as const
    const named = await methodsOf({ ...PIX_5, paymentMethods: [...paymentMethods] })
    expect(named).toEqual(paymentMethods)
    const ordered = await api.addMerchant({ paymentMethods: ['boleto', 'card', 'pix'] })
    const { session } = await createTestSession(api, PIX_5, ordered)
    expect(session.paymentMethods).toEqual(['boleto', 'card', 'pix'])
  })

  it('are empty where there are none', async () => {
    const plain = await createTestSession(api)
    expect(plain.session.paymentMethodDiscounts).toEqual({})
    expect((await plain.look()).paymentMethodDiscounts).toEqual({})
  })

  it('are taken off what a Pix charges, in every answer, event and sum', async () => {
    const open = await createTestSession(api, PIX_5)
    expect(await payPix(open)).toMatchObject({ amount: 24_690, discount: 1300, interest: 0 })
    const paid = await open.read()
    expect(paid).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      amount: 25_990,
      amountCaptured: 24_690,
      amountOwed: 0,
      payment: { amount: 24_690, amountCaptured: 24_690, discount: 1300, interest: 0, late: false },
    })
    const { data } = (await api.merchant.get(`/v1/sessions/${open.id}/payments`)).as(PaymentList)
    expect(data).toEqual([paid.payment])
    expect(await captured(open)).toMatchObject([{ amountMinor: 24_690 }])
    const events = await open.notifications()
    expect(events.at(-1)).toMatchObject({
      type: 'session.completed',
      data: { session: { ...PIX_5, payment: paid.payment }, payment: paid.payment },
    })
  })

  it('leave other methods their price', async () => {
    const open = await createTestSession(api, { ...PIX_5, installments: TWELVE })
    expect((await open.payByCard('4242424242424242')).as(Checkout).payment).toMatchObject({
      amount: 25_990,
      discount: 0,
      interest: 0,
    })
  })

  it('of cards come before interest, and bind the sealed card', async () => {
    const open = await createTestSession(api, {
      paymentMethodDiscounts: { card: { amount: 990 } },
      installments: TWELVE,
    })
    const plans = installmentOptions(25_000, TWELVE)
    expect((await open.look()).installments).toEqual(plans)
    const seal = (await api.checkout.get(`${open.checkoutPath}/card-seal`)).as(CardSeal)
    expect(seal.plans).toEqual(
      plans.map(({ count, total }) => ({ installments: count, amount: total })),
    )
    await open.pay({ method: 'pix' }).then((answer) => answer.as(Checkout))
    expect((await open.look()).payment).toMatchObject({ amount: 25_990, discount: 0, interest: 0 })
  })

  it('of cards are charged with the interest of the plan', async () => {
    const open = await createTestSession(api, {
      paymentMethodDiscounts: { card: { amount: 990 } },
      installments: TWELVE,
    })
    const last = installmentOptions(25_000, TWELVE).at(-1)
    const body = { ...(await cardBody(api, '4242424242424242')), installments: 12 }
    expect((await open.pay(body)).as(Checkout).payment).toMatchObject({
      status: 'succeeded',
      amount: last?.total,
      discount: 990,
      interest: last?.interest,
    })
    expect(await captured(open)).toMatchObject([{ amountMinor: last?.total }])
  })

  it('are not given back: refunds end at what was paid', async () => {
    const open = await createTestSession(api, PIX_5)
    await payPix(open)
    const refund = (body: object) => api.merchant.post(`/v1/sessions/${open.id}/refunds`, body)
    expect((await refund({ amount: 24_691 })).problem()).toMatchObject({
      status: 422,
      code: 'refund_exceeds_payment',
    })
    expect((await refund({ amount: 4_690 })).as(Refund)).toMatchObject({ amount: 4_690 })
    expect(await open.read()).toMatchObject({
      paymentStatus: 'partially_refunded',
      amountRefunded: 4_690,
    })
    expect((await refund({})).as(Refund)).toMatchObject({ amount: 20_000 })
    expect(await open.read()).toMatchObject({
      paymentStatus: 'refunded',
      amountRefunded: 24_690,
      amountCaptured: 24_690,
    })
  })

  it.each<[string, object, Record<string, string>]>([
    [
      'a method that is not offered',
      { paymentMethods: ['card'], paymentMethodDiscounts: { pix: { basisPoints: 500 } } },
      { 'paymentMethodDiscounts.pix': 'not_offered' },
    ],
    [
      'a method that the currency leaves out',
      { currency: 'EUR', paymentMethodDiscounts: { pix: { amount: 1 } } },
      { 'paymentMethodDiscounts.pix': 'not_offered' },
    ],
    [
      'nothing, everything and an unknown method',
      {
        paymentMethodDiscounts: {
          pix: { basisPoints: 0 },
          card: { basisPoints: 10_000 },
          boleto: { amount: 0 },
          cash: { amount: 1 },
        },
      },
      {
        'paymentMethodDiscounts.pix.basisPoints': 'too_small',
        'paymentMethodDiscounts.card.basisPoints': 'too_big',
        'paymentMethodDiscounts.boleto.amount': 'too_small',
        'paymentMethodDiscounts.cash': 'unknown_field',
      },
    ],
    [
      'both kinds, and neither',
      { paymentMethodDiscounts: { pix: { basisPoints: 1, amount: 1 }, card: {} } },
      {
        'paymentMethodDiscounts.pix': 'invalid_value',
        'paymentMethodDiscounts.card': 'invalid_value',
      },
    ],
    [
      'the whole amount',
      { paymentMethodDiscounts: { pix: { amount: 25_990 }, card: { amount: 25_989 } } },
      { 'paymentMethodDiscounts.pix.amount': 'too_big' },
    ],
    [
      'more than the lines cost, beside another fault',
      {
        amount: undefined,
        lineItems: [{ name: 'Livro', quantity: 2, unitAmount: 100 }],
        paymentMethodDiscounts: { pix: { amount: 200 } },
        paymentMethods: ['card'],
        locale: '?',
      },
      {
        locale: 'invalid_format',
        'paymentMethodDiscounts.pix': 'not_offered',
        'paymentMethodDiscounts.pix.amount': 'too_big',
      },
    ],
  ])('of %s are refused', async (_, changes, expected) => {
    const body = { merchantId: api.merchant.id, amount: 25_990, ...changes }
    const { status, code, errors = [] } = (await api.merchant.post('/v1/sessions', body)).problem()
    expect([status, code]).toEqual([422, 'validation_failed'])
    expect(Object.fromEntries(errors.map((error) => [error.path, error.code]))).toEqual(expected)
    for (const { path, pointer } of errors) expect(pointer).toBe(`#/${path.replaceAll('.', '/')}`)
  })
})
