import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import type { CreateSessionInput } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'

const NOBODY: Partial<CreateSessionInput> = { customer: undefined }
const PLAN = {
  max: 12,
  interestFree: 3,
  monthlyInterestBasisPoints: 199,
  minimumPerInstallment: 1000,
}

// tests guard: closed-payment

describe('POST /v1/checkout/{reference}/payments: validation', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const refusedPaths = async (session: Partial<CreateSessionInput>, body: object) => {
    const open = await createTestSession(api, session)
    const asked = processor.calls.length
    const problem = (await api.checkout.post(`${open.checkoutPath}/payments`, body)).problem()
    expect(problem).toMatchObject({ status: 422, code: 'validation_failed' })
    expect(processor.calls).toHaveLength(asked)
    expect((await open.read()).attempts).toBe(0)
    return problem.errors?.map(({ path, code }) => `${path} ${code}`)
  }

  it.each<[string, Partial<CreateSessionInput>, object, string[]]>([
    ['no method', {}, {}, ['method required']],
    ['an unknown method', {}, { method: 'cash' }, ['method invalid_union']],
    ['no card', {}, { method: 'card' }, ['card required']],
    [
      'a card in clear',
      {},
      {
        method: 'card',
        card: {
          number: '4242424242424242',
          encrypted: '4242424242424242',
          brand: 'visa',
          lastFour: '4242',
        },
      },
      ['card.encrypted invalid_format', 'card.number unknown_field'],
    ],
    [
      'more digits than four',
      {},
      { method: 'card', card: { ...SEALED_CARD.card, lastFour: '42424242' } },
      ['card.lastFour invalid_format'],
    ],
    [
      'S-61: an amount',
      {},
      { ...SEALED_CARD, amount: 1, currency: 'JPY' },
      ['amount unknown_field', 'currency unknown_field'],
    ],
    [
      'installments of a Pix',
      {},
      { method: 'pix', installments: 2 },
      ['installments unknown_field'],
    ],
    [
      'a method that is not offered',
      { paymentMethods: ['pix'] },
      SEALED_CARD,
      ['method not_offered'],
    ],
    ['no customer', NOBODY, SEALED_CARD, ['customer.email required']],
    [
      'fewer customer fields than required',
      {
        ...NOBODY,
        collect: {
          name: 'required',
          phone: 'required',
          taxId: 'required',
          billingAddress: 'required',
        },
      },
      SEALED_CARD,
      [
        'customer.name required',
        'customer.email required',
        'customer.phone required',
        'customer.taxId required',
        'customer.billingAddress required',
      ],
    ],
    [
      'a tax id with a wrong check digit',
      {},
      { ...SEALED_CARD, customer: { taxId: '529.982.247-26' } },
      ['customer.taxId invalid_tax_id'],
    ],
    [
      'two installments without a plan',
      {},
      { ...SEALED_CARD, installments: 2 },
      ['installments not_offered'],
    ],
    [
      'thirteen of twelve installments',
      { installments: PLAN },
      { ...SEALED_CARD, installments: 13 },
      ['installments not_offered'],
    ],
    [
      'installments below the minimum',
      { installments: PLAN, amount: 2500 },
      { ...SEALED_CARD, installments: 3 },
      ['installments not_offered'],
    ],
    [
      'everything wrong at once',
      { ...NOBODY, paymentMethods: ['pix'] },
      { ...SEALED_CARD, installments: 2, customer: { taxId: '1' } },
      [
        'method not_offered',
        'installments not_offered',
        'customer.email required',
        'customer.taxId invalid_tax_id',
      ],
    ],
  ])('422 for %s', async (_, session, body, paths) => {
    expect(await refusedPaths(session, body)).toEqual(paths)
  })

  it('offers installments, and charges their total', async () => {
    const open = await createTestSession(api, { installments: PLAN })
    const { installments } = await open.look()
    expect(installments).toHaveLength(12)
    expect(installments?.[0]).toEqual({
      count: 1,
      perInstallment: 25_990,
      total: 25_990,
      interestFree: true,
      interest: 0,
      monthlyInterestBasisPoints: 0,
    })
    expect(installments?.[2]).toMatchObject({ count: 3, total: 25_990, interestFree: true })
    const twelfth = installments?.[11]
    expect(twelfth?.total).toBeGreaterThan(25_990)
    expect(twelfth).toMatchObject({
      interest: (twelfth?.total ?? 0) - 25_990,
      monthlyInterestBasisPoints: PLAN.monthlyInterestBasisPoints,
    })
    processor.script('createPayment', {
      status: 'succeeded',
      capturedMinor: twelfth?.total ?? 0,
      currency: 'BRL',
    })
    const view = (await open.pay({ ...SEALED_CARD, installments: 12 })).as(Checkout)
    expect(processor.calls.at(-1)?.[1]).toMatchObject({
      amountMinor: twelfth?.total,
      method: { type: 'card', installments: 12 },
    })
    expect(view).toMatchObject({
      status: 'complete',
      amount: 25_990,
      payment: {
        amount: twelfth?.total,
        installments: 12,
        interest: twelfth?.interest,
        monthlyInterestBasisPoints: PLAN.monthlyInterestBasisPoints,
      },
    })
  })

  it('sends the processor what it needs and no more', async () => {
    const open = await createTestSession(api, { description: 'Pedido', metadata: { secret: 'x' } })
    processor.script('createPayment', { status: 'failed', declineCode: 'card_declined' })
    const view = (await open.pay({ ...SEALED_CARD, customer: { name: 'Maria' } })).as(Checkout)
    expect(
      processor.calls.filter(([asked]) => asked === 'createPayment').at(-1)?.[1],
    ).toStrictEqual({
      paymentId: view.payment?.id,
      amountMinor: 25_990,
      currency: 'BRL',
      sessionId: open.session.id,
      merchantId: api.merchant.id,
      merchantName: 'Loja São João',
      merchantCountry: 'BR',
      description: 'Pedido',
      customer: { email: 'maria@example.com', name: 'Maria' },
      returnUrl: `http://checkout.test/c/${open.reference}?from=challenge`,
      method: { type: 'card', encryptedCard: 'a.b.c.d.e', installments: 1 },
    })
  })

  it('S-130: 3-D Secure in a frame: lists its origins and returns there, where the processor knows them all', async () => {
    const framing = Object.assign(createScriptedProcessor(), {
      challengeFrameOrigins: ['https://acs.bank.example', 'https://3ds.acme.example'],
    })
    const other = await startTestApi({ processor: framing })
    const open = await createTestSession(other)
    expect((await open.look()).challengeFrameOrigins).toEqual(framing.challengeFrameOrigins)
    const view = (await open.pay(SEALED_CARD)).as(Checkout)
    const [created] = framing.calls.filter(([asked]) => asked === 'createPayment')
    expect(created?.[1]).toMatchObject({
      paymentId: view.payment?.id,
      returnUrl: `http://checkout.test/c/${open.reference}/challenge-return`,
    })
    const byPix = await createTestSession(other, { paymentMethods: ['pix'] })
    expect((await byPix.look()).challengeFrameOrigins).toEqual([])
    await other.close()

    const leaving = await createTestSession(api)
    expect((await leaving.look()).challengeFrameOrigins).toEqual([])
  })

  it('404 for an unknown reference', async () => {
    const answer = await api.checkout.post(`/v1/checkout/${'0'.repeat(33)}/payments`, SEALED_CARD)
    expect(answer.problem().code).toBe('not_found')
  })
})
