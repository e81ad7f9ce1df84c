import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'

describe('POST /v1/sessions/{id}/cancel', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const cancel = (id: string, body?: unknown) =>
    api.merchant.post(`/v1/sessions/${id}/cancel`, body)

  it('cancels an open session, records time and reason, and publishes one event', async () => {
    const open = await createTestSession(api)
    const canceled = (await cancel(open.id, { reason: 'out of stock' })).as(Session)
    expect(canceled).toMatchObject({
      status: 'canceled',
      paymentStatus: 'unpaid',
      cancellationReason: 'out of stock',
      completedAt: null,
      version: open.session.version + 1,
    })
    expect(canceled.canceledAt).not.toBeNull()
    expect(await open.read()).toStrictEqual(canceled)
    expect(await open.notifications()).toMatchObject([
      { type: 'session.canceled', sequence: 1, data: { session: canceled } },
    ])
  })

  it('requires neither a reason nor a body', async () => {
    const one = await createTestSession(api)
    expect((await cancel(one.id)).as(Session).cancellationReason).toBeNull()
    const two = await createTestSession(api)
    const answer = await api.merchant.send('POST', `/v1/sessions/${two.id}/cancel`)
    expect(answer.as(Session).status).toBe('canceled')
  })

  it.each([
    [{ reason: '' }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ why: 'x' }, 'why'],
  ])('422 for %j', async (body, path) => {
    const open = await createTestSession(api)
    const problem = (await cancel(open.id, body)).problem()
    expect(problem.errors?.map((error) => error.path)).toEqual([path])
    expect((await open.read()).status).toBe('open')
  })

  it('409 session_not_open once it has ended', async () => {
    const canceled = await createTestSession(api)
    await cancel(canceled.id)
    const paid = await createPaidSession(api)
    for (const { id } of [canceled, paid])
      expect((await cancel(id)).problem()).toMatchObject({ status: 409, code: 'session_not_open' })
  })

  it.each([
    ['Pix', { method: 'pix' }],
    ['boleto', { method: 'boleto', customer: { name: 'Maria', taxId: '529.982.247-25' } }],
  ] as const)('409 payment_in_progress while a %s may still be paid', async (_, body) => {
    const open = await createTestSession(api)
    await open.pay(body)
    expect((await cancel(open.id)).problem()).toMatchObject({
      status: 409,
      code: 'payment_in_progress',
    })
    expect((await open.read()).status).toBe('open')
  })

  it('is possible after a decline', async () => {
    const open = await createTestSession(api)
    await open.payByCard('4000000000000002')
    expect((await cancel(open.id)).as(Session).status).toBe('canceled')
  })

  it('happens once for twenty concurrent requests', async () => {
    const open = await createTestSession(api)
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(open.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await open.notifications()).toHaveLength(1)
  })

  it('excludes a concurrent payment', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const open = await createTestSession(api)
      const [canceled] = await Promise.all([cancel(open.id), open.payByCard('4242424242424242')])
      const { status } = await open.read()
      expect(status).toBe(canceled.status === 200 ? 'canceled' : 'complete')
    }
  })
})
