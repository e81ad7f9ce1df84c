import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { NO_MERCHANT_FACTS } from '#contract/merchant.ts'
import { verifyReturnSignature } from '#domain/return-signature.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { updateMerchant } from '../../database/merchants/merchants.ts'
import { rotateWebhookSecret } from '../../service/merchants/rotate-webhook-secret.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createPaidSession, createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'

describe('GET /v1/checkout/{reference}', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  it('follows no clock of merchants in production', async () => {
    const live = await startTestApi({ environment: 'production' })
    const open = await createTestSession(live, {})
    const view = (await live.checkout.get(open.checkoutPath)).as(Checkout)
    expect(view.topics).toEqual([open.id])
    await live.close()
  })

  it('F-4 names the zone of the merchant, in which shoppers are told times', async () => {
    const { checkoutPath } = await createTestSession(api)
    const zoneOf = async (timeZone: string | null) => {
      await updateMerchant(api.database, api.merchant.id, { timeZone })
      return (await api.checkout.get(checkoutPath)).as(Checkout).merchant.timeZone
    }
    expect(await zoneOf('America/Manaus')).toBe('America/Manaus')
    expect(await zoneOf(null)).toBe('America/Sao_Paulo')
  })

  it('has exactly the fields that the shopper may see', async () => {
    const open = await createTestSession(api, {
      amount: undefined,
      lineItems: [{ name: 'Camiseta', quantity: 2, unitAmount: 12_995 }],
      orderReference: 'A-1',
      description: 'Pedido',
      metadata: { secret: 'of the merchant' },
      collect: { name: 'required' },
    })
    const answer = await api.checkout.get(open.checkoutPath)
    const view = answer.as(Checkout)
    expect(answer.body).toStrictEqual({
      object: 'checkout',
      environment: 'sandbox',
      version: 1,
      topics: [open.id, 'clocks'],
      now: view.now,
      clockFrozen: false,
      status: 'open',
      detailsWithheld: false,
      paymentStatus: 'unpaid',
      paidLate: false,
      merchant: {
        name: 'Loja São João',
        country: 'BR',
        timeZone: 'America/Sao_Paulo',
        brand: { color: null, logoUrl: null, radiusPx: null },
        ...NO_MERCHANT_FACTS,
      },
      currency: 'BRL',
      amount: 25_990,
      amountRefunded: 0,
      refunds: [],
      amountUndelivered: 0,
      amountReversed: 0,
      amountReinstated: 0,
      lineItems: [{ name: 'Camiseta', quantity: 2, unitAmount: 12_995 }],
      discounts: [],
      shipping: null,
      tax: null,
      orderReference: 'A-1',
      description: 'Pedido',
      customer: { email: 'maria@example.com' },
      collect: {
        name: 'required',
        email: 'required',
        phone: 'hidden',
        taxId: 'hidden',
        billingAddress: 'hidden',
      },
      locale: 'auto',
      paymentMethods: ['card', 'pix', 'boleto'],
      captureMethod: 'automatic',
      paymentMethodDiscounts: {},
      installments: null,
      expiresAt: open.session.expiresAt,
      payment: null,
      attemptsLeft: 10,
      cardEncryptionKey: await api.context.processor.cardEncryptionKey(),
      challengeFrameOrigins: ['https://api.test'],
      receiptEmail: null,
      emailsReceipts: false,
      notifiesMerchant: true,
      merchantNotified: false,
      successUrl: null,
      cancelUrl: view.cancelUrl,
    })
    expect(answer.text).not.toContain(open.id.replace('cs_', 'cs_x'))
    expect(answer.text).not.toContain('of the merchant')
    expect(answer.text).not.toContain(api.merchant.id)
  })

  it('R-108: tells of refunds that came back, until another one takes their place', async () => {
    const open = await createPaidSession(api)
    const refund = (amount: number) =>
      api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount })
    await refund(1000)
    await refund(990)
    expect(await open.look()).toMatchObject({ amountRefunded: 1990, amountUndelivered: 0 })
    await api.sql(
      `update refunds set status = 'reversed', reversed_at = $2::timestamptz where session_id = $1`,
      open.id,
      api.clock.now().toISOString(),
    )
    expect(await open.look()).toMatchObject({ amountUndelivered: 1990 })
    api.clock.advance(1000)
    await refund(5)
    expect(await open.look()).toMatchObject({ amountUndelivered: 0 })
  })

  it('S-59: signs the cancel URL, and the success URL once it is paid', async () => {
    const open = await createPaidSession(api)
    const { successUrl, cancelUrl, cardEncryptionKey, status } = await open.look()
    expect([status, cardEncryptionKey]).toEqual(['complete', null])
    expect(successUrl).toContain(`https://store.example/ok?s=${open.id}&session_id=${open.id}`)
    for (const url of [successUrl, cancelUrl])
      expect(
        await verifyReturnSignature({
          url: url ?? '',
          secrets: [api.merchant.webhookSecret],
          now: api.clock.now(),
          toleranceSeconds: 300,
        }),
      ).toEqual({ ok: true, sessionId: open.id, status: 'complete' })
  })

  it('R-100: leads back with the status authorized while the payment is held', async () => {
    const open = await createTestSession(api, { captureMethod: 'manual' })
    expect(await open.look()).toMatchObject({ captureMethod: 'manual', successUrl: null })
    const authorize = { outcome: 'authorize' }
    await api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, authorize)
    const held = await open.look()
    expect(held).toMatchObject({
      status: 'open',
      paymentStatus: 'authorized',
      merchantNotified: false,
      payment: { status: 'authorized', amountAuthorized: 25_990, moneyTaken: false },
    })
    expect(Date.parse(held.payment?.captureBefore ?? '')).toBeGreaterThan(Date.parse(held.now))
    expect(
      await verifyReturnSignature({
        url: held.successUrl ?? '',
        secrets: [api.merchant.webhookSecret],
        now: api.clock.now(),
        toleranceSeconds: 300,
      }),
    ).toEqual({ ok: true, sessionId: open.id, status: 'authorized' })
    await api.sql(
      `update deliveries d set status = 'succeeded', next_attempt_at = null from events e
       where e.id = d.event_id and e.session_id = $1 and e.type = 'payment.authorized'`,
      open.id,
    )
    expect((await open.look()).merchantNotified).toBe(true)
  })

  it('S-119: signs returns with every live secret, over the whole address', async () => {
    const merchant = await api.addMerchant({ cancelUrl: 'https://store.example/cart?order=1001' })
    const { webhookSecret: added } = await rotateWebhookSecret(
      { ...api.context, clock: () => api.clock.now() },
      { merchantId: merchant.id, overlapSeconds: 60 },
    )
    const open = await createTestSession(api, {}, merchant)
    const { cancelUrl } = await open.look()
    const verify = async (url: string | null, secret: string) =>
      await verifyReturnSignature({
        url: url ?? '',
        secrets: [secret],
        now: api.clock.now(),
        toleranceSeconds: 300,
      })
    for (const secret of [merchant.webhookSecret, added]) {
      expect(await verify(cancelUrl, secret)).toMatchObject({ ok: true, sessionId: open.id })
      const forged = cancelUrl?.replace('order=1001', 'order=9999') ?? null
      expect(await verify(forged, secret)).toEqual({ ok: false, reason: 'no_match' })
    }
  })

  it('manners: says of a merchant without a callback, or with a disabled one, that it is not notified', async () => {
    const merchant = await api.addMerchant({ callbackUrl: null })
    const quiet = await createTestSession(api, {}, merchant)
    expect((await quiet.look()).notifiesMerchant).toBe(false)
    const other = await api.addMerchant()
    const open = await createTestSession(api, {}, other)
    expect((await open.look()).notifiesMerchant).toBe(true)
    await api.sql('update merchants set callback_disabled_at = now() where id = $1', other.id)
    expect((await open.look()).notifiesMerchant).toBe(false)
  })

  it('shows whether the merchant has acknowledged the completion event, not another one', async () => {
    const open = await createPaidSession(api)
    const deliver = (type: string) =>
      api.sql(
        `update deliveries d set status = 'succeeded', next_attempt_at = null from events e
         where e.id = d.event_id and e.session_id = $1 and e.type = $2`,
        open.id,
        type,
      )
    expect((await open.look()).merchantNotified).toBe(false)
    await deliver('payment.succeeded')
    expect((await open.look()).merchantNotified).toBe(false)
    await deliver('session.completed')
    expect((await open.look()).merchantNotified).toBe(true)
  })

  it.each([
    [null, null],
    ['https://store.example/ok', null],
    [null, 'https://store.example/cart'],
  ])('has null for an absent return URL: success %s, cancel %s', async (successUrl, cancelUrl) => {
    const merchant = await api.addMerchant({ successUrl, cancelUrl })
    const open = await createTestSession(api, {}, merchant)
    await open.payByCard('4242424242424242')
    const view = await open.look()
    expect([view.successUrl !== null, view.cancelUrl !== null]).toEqual([
      successUrl !== null,
      cancelUrl !== null,
    ])
  })

  it("shows the merchant's brand", async () => {
    const merchant = await api.addMerchant()
    await api.sql(
      `update merchants set brand = '{"color":"#ff0000","radiusPx":4}' where id = $1`,
      merchant.id,
    )
    const open = await createTestSession(api, {}, merchant)
    expect((await open.look()).merchant.brand).toEqual({
      color: '#ff0000',
      logoUrl: null,
      radiusPx: 4,
    })
  })

  it('says who the merchant is and how to reach them, once an operator has said so', async () => {
    const merchant = await api.addMerchant()
    const open = await createTestSession(api, {}, merchant)
    expect((await open.look()).merchant).toMatchObject(NO_MERCHANT_FACTS)
    const facts = {
      legalName: 'Loja Exemplo Ltda',
      taxId: '12345678000195',
      supportEmail: 'ajuda@loja.example',
      supportPhone: '+551130040000',
      termsUrl: 'https://loja.example/termos',
      privacyUrl: 'https://loja.example/privacidade',
    }
    await updateMerchant(api.database, merchant.id, { facts })
    expect((await open.look()).merchant).toMatchObject(facts)
    await updateMerchant(api.database, merchant.id, { name: 'Outra' })
    expect((await open.look()).merchant).toMatchObject({ ...facts, name: 'Outra' })
  })

  it.each([
    '0'.repeat(33),
    'x'.repeat(32),
    'x'.repeat(34),
    '%00'.repeat(33),
    'cs_0000000000000000000000',
  ])('404 for %s', async (reference) => {
    expect((await api.checkout.get(`/v1/checkout/${reference}`)).problem().code).toBe('not_found')
  })

  it('404 for the id of a session, which is no reference', async () => {
    const open = await createTestSession(api)
    expect((await api.checkout.get(`/v1/checkout/${open.id}`)).status).toBe(404)
  })

  it.each(['waitSeconds=21', 'waitSeconds=-1', 'afterVersion=-1', 'afterVersion=x', 'after=1'])(
    '422 for ?%s',
    async (query) => {
      const open = await createTestSession(api)
      const problem = (await api.checkout.get(`${open.checkoutPath}?${query}`)).problem()
      expect(problem.errors?.map(({ path }) => path)).toEqual([query.split('=')[0]])
    },
  )

  it('expires a due session on read', async () => {
    const open = await createTestSession(api, { expiresInSeconds: 60 })
    api.clock.advance(60_000)
    expect(await open.look()).toMatchObject({ status: 'expired', cardEncryptionKey: null })
    expect((await open.notifications()).map(({ type }) => type)).toEqual(['session.expired'])
  })

  it('is readable while the processor does not answer, even with an unknown payment', async () => {
    const processor = createScriptedProcessor()
    const silent = await startTestApi({ processor })
    try {
      const open = await createTestSession(silent)
      processor.script('createPayment', SILENT)
      processor.script('cardEncryptionKey', SILENT)
      const answer = await open.pay(SEALED_CARD)
      expect(answer.as(Checkout)).toMatchObject({
        status: 'open',
        paymentStatus: 'processing',
        payment: { status: 'unknown' },
        cardEncryptionKey: null,
      })
      expect(await open.look()).toMatchObject({ payment: { status: 'unknown' } })

      // A shopper who is about to pay needs the key.
      const other = await createTestSession(silent)
      const refused = await silent.checkout.get(other.checkoutPath)
      expect(refused.problem()).toMatchObject({ status: 503, code: 'temporarily_unavailable' })
      expect(refused.headers.get('retry-after')).toBe('2')
      processor.script('cardEncryptionKey', new TypeError('a defect'))
      expect((await silent.checkout.get(other.checkoutPath)).problem()).toMatchObject({
        status: 503,
        code: 'temporarily_unavailable',
      })
      expect(await open.look()).toMatchObject({ payment: { status: 'unknown' } })
    } finally {
      await silent.close()
    }
  })
})
