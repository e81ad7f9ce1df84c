import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession, type OpenSession } from '#proof/testing/shopper.ts'

describe('POST /v1/checkout/{reference}/cancel', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const cancel = (open: OpenSession) => api.checkout.post(`${open.checkoutPath}/cancel`)

  it('cancels once, and returns the signed cancel URL', async () => {
    const open = await createTestSession(api)
    const view = (await cancel(open)).as(Checkout)
    expect(view).toMatchObject({ status: 'canceled', cardEncryptionKey: null, version: 2 })
    expect(view.cancelUrl).toContain('status=canceled')
    expect((await cancel(open)).as(Checkout).version).toBe(2)
    expect(await open.read()).toMatchObject({
      status: 'canceled',
      cancellationReason: 'the shopper went back',
    })
    expect((await open.notifications()).map(({ type }) => type)).toEqual(['session.canceled'])
  })

  it('cancels once for twenty concurrent requests', async () => {
    const open = await createTestSession(api)
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(open)))
    expect(new Set(answers.map((answer) => answer.as(Checkout).status))).toEqual(
      new Set(['canceled']),
    )
    expect(await open.notifications()).toHaveLength(1)
  })

  it('409 already_paid once it is paid', async () => {
    const open = await createPaidSession(api)
    expect((await cancel(open)).problem()).toMatchObject({ status: 409, code: 'already_paid' })
  })

  it('410 session_expired after its expiry', async () => {
    const open = await createTestSession(api, { expiresInSeconds: 60 })
    api.clock.advance(60_000)
    expect((await cancel(open)).problem()).toMatchObject({ status: 410, code: 'session_expired' })
  })

  it('409 payment_in_progress while a payment may still take money', async () => {
    const open = await createTestSession(api)
    await open.payByCard('4000202000000004')
    expect((await cancel(open)).problem().code).toBe('payment_in_progress')
  })

  it('404 for an unknown reference', async () => {
    const answer = await api.checkout.post(`/v1/checkout/${'0'.repeat(33)}/cancel`)
    expect(answer.problem().code).toBe('not_found')
  })

  it('ignores any Idempotency-Key', async () => {
    const open = await createTestSession(api)
    const headers = { 'idempotency-key': 'not a key' }
    const answer = await api.checkout.post(`${open.checkoutPath}/cancel`, {}, headers)
    expect(answer.status).toBe(200)
  })

  it('accepts no field', async () => {
    const open = await createTestSession(api)
    const answer = await api.checkout.post(`${open.checkoutPath}/cancel`, { reason: 'x' })
    expect(answer.problem().errors).toMatchObject([{ path: 'reason', code: 'unknown_field' }])
  })

  it('excludes a concurrent payment', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const open = await createTestSession(api)
      const [canceled, paid] = await Promise.all([cancel(open), open.payByCard('4242424242424242')])
      expect([canceled.status, paid.status].filter((status) => status === 200)).toHaveLength(1)
    }
  })
})
