import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import type { DeclineCode } from '#contract/payment.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'

describe('POST /v1/checkout/{reference}/payments: refusals', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  it('S-57: 409 already_paid once it is complete', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', {
      status: 'succeeded',
      capturedMinor: 25_990,
      currency: 'BRL',
    })
    await open.pay(SEALED_CARD)
    expect((await open.pay(SEALED_CARD)).problem()).toMatchObject({
      status: 409,
      code: 'already_paid',
    })
    expect((await open.look()).status).toBe('complete')
  })

  it('S-57: 410 session_canceled once it is canceled', async () => {
    const open = await createTestSession(api)
    await api.merchant.post(`/v1/sessions/${open.id}/cancel`)
    expect((await open.pay(SEALED_CARD)).problem()).toMatchObject({
      status: 410,
      code: 'session_canceled',
    })
    expect((await open.look()).status).toBe('canceled')
  })

  it('S-57: 410 session_expired from the moment of its expiry', async () => {
    const open = await createTestSession(api, { expiresInSeconds: 60 })
    api.clock.advance(Date.parse(open.session.expiresAt) - api.clock.now().getTime() - 1)
    const asked = processor.calls.length
    expect((await open.pay(SEALED_CARD)).problem()).toMatchObject({
      status: 410,
      code: 'session_expired',
    })
    expect(processor.calls).toHaveLength(asked)
    expect((await open.look()).status).toBe('expired')
  })

  it('S-67: 429 too_many_attempts after ten, until the session ends', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', { status: 'failed', declineCode: 'card_declined' })
    for (let attempt = 1; attempt <= 10; attempt++)
      expect((await open.pay(SEALED_CARD)).as(Checkout).attemptsLeft).toBe(10 - attempt)
    const answer = await open.pay(SEALED_CARD)
    expect(answer.problem()).toMatchObject({ status: 429, code: 'too_many_attempts' })
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(86_000)
    expect(seconds).toBeLessThanOrEqual(86_400)
    expect((await open.read()).attempts).toBe(10)
  })

  it('S-114: a processor module that throws leaves the payment unknown, to be asked about', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', new TypeError('a defect'))
    expect((await open.pay(SEALED_CARD)).as(Checkout)).toMatchObject({
      paymentStatus: 'processing',
      payment: { status: 'unknown' },
    })
    expect(api.logged.join('')).toContain('a defect')
  })

  it('holds the payment when the processor captured another amount or currency, and logs it', async () => {
    for (const taken of [
      { capturedMinor: 25_991, currency: 'BRL' },
      { capturedMinor: 25_990, currency: 'USD' },
    ]) {
      const open = await createTestSession(api)
      processor.script('createPayment', { status: 'succeeded', ...taken })
      const view = (await open.pay(SEALED_CARD)).as(Checkout)
      expect(view).toMatchObject({ status: 'open', payment: { status: 'amount_mismatch' } })
      const line = api.logged.find((text) => text.includes(view.payment?.id ?? '-'))
      expect(line).toContain('another amount')
    }
  })
})

describe('S-67: repeatedly declined cards', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor, cardDeclinesPerSession: 2 })
  })
  afterAll(() => api.close())

  const PIX = {
    type: 'pix',
    brCode: '00020126',
    expiresAt: '2026-11-21T12:00:00.000Z',
  } as const
  const decline = (declineCode: DeclineCode = 'card_declined') =>
    processor.script('createPayment', { status: 'failed', declineCode })

  it('429 rate_limited for a quarter of an hour; Pix still works, and the next card after that', async () => {
    const open = await createTestSession(api)
    decline()
    for (let turn = 0; turn < 2; turn++) expect((await open.pay(SEALED_CARD)).status).toBe(200)
    const asked = processor.calls.length
    const refused = await open.pay(SEALED_CARD)
    expect(refused.problem()).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(refused.headers.get('retry-after')).toBe('900')
    expect(processor.calls).toHaveLength(asked)
    expect((await open.read()).attempts).toBe(2)

    processor.script('createPayment', { status: 'requires_action', action: PIX })
    const byPix = (await open.pay({ method: 'pix' })).as(Checkout)
    expect(byPix.payment).toMatchObject({ method: 'pix', status: 'requires_action' })
    const replacePaymentId = byPix.payment?.id
    expect((await open.pay({ ...SEALED_CARD, replacePaymentId })).problem().code).toBe(
      'rate_limited',
    )
    expect((await open.look()).payment?.status).toBe('requires_action')

    api.clock.advance(900_000)
    processor.script('createPayment', {
      status: 'succeeded',
      capturedMinor: 25_990,
      currency: 'BRL',
    })
    const paid = (await open.pay({ ...SEALED_CARD, replacePaymentId })).as(Checkout)
    expect(paid.status).toBe('complete')
  })

  it('do not include failures at the bank, and a repeated key counts once', async () => {
    const open = await createTestSession(api)
    for (const failure of ['processing_error', 'issuer_unavailable'] as const) {
      decline(failure)
      for (let turn = 0; turn < 2; turn++) expect((await open.pay(SEALED_CARD)).status).toBe(200)
    }
    decline()
    const headers = { 'idempotency-key': 'one-key' }
    for (let turn = 0; turn < 3; turn++)
      expect((await open.pay(SEALED_CARD, headers)).status).toBe(200)
    expect((await open.pay(SEALED_CARD)).status).toBe(200)
    const again = await open.pay(SEALED_CARD, headers)
    expect(again.status).toBe(200)
    expect((await open.pay(SEALED_CARD)).problem().code).toBe('rate_limited')
  })

  it.each<[DeclineCode, retryable: boolean]>([
    ['issuer_unavailable', true],
    ['card_not_supported', false],
    ['card_blocked', false],
    ['limit_exceeded', true],
  ])('say why to the merchant: %s', async (declineCode, retryable) => {
    const open = await createTestSession(api)
    decline(declineCode)
    await open.pay(SEALED_CARD)
    expect((await open.read()).payment).toMatchObject({ status: 'failed', declineCode, retryable })
  })

  it('do not affect other sessions', async () => {
    decline()
    const [one, other] = [await createTestSession(api), await createTestSession(api)]
    for (let turn = 0; turn < 3; turn++) await one.pay(SEALED_CARD)
    expect((await one.pay(SEALED_CARD)).status).toBe(429)
    expect((await other.pay(SEALED_CARD)).status).toBe(200)
  })
})
