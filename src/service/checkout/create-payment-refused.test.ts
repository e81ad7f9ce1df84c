import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '../../contract/checkout.ts'
import { startTestApi, type TestApi } from '../../testing/api.ts'
import { createScriptedProcessor } from '../../testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '../../testing/shopper.ts'

describe('POST /v1/checkout/{reference}/payments: when not', () => {
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

  it('S-57: 410 session_expired once its time is over, from that very moment', async () => {
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

  it('500 when the processor breaks, and the attempt is not lost', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', new TypeError('a defect'))
    expect((await open.pay(SEALED_CARD)).problem().code).toBe('internal_error')
    expect(await open.look()).toMatchObject({
      paymentStatus: 'processing',
      payment: { status: 'created' },
    })
  })

  it('changes nothing when the processor took another amount or currency, and tells the operator', async () => {
    for (const taken of [
      { capturedMinor: 25_991, currency: 'BRL' },
      { capturedMinor: 25_990, currency: 'USD' },
    ]) {
      const open = await createTestSession(api)
      processor.script('createPayment', { status: 'succeeded', ...taken })
      const view = (await open.pay(SEALED_CARD)).as(Checkout)
      expect(view).toMatchObject({ status: 'open', payment: { status: 'created' } })
      const line = api.logged.find((text) => text.includes(view.payment?.id ?? '-'))
      expect(line).toContain('another amount')
    }
  })
})
