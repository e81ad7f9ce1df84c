import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { processorNotification } from '#proof/testing/processor-notification.ts'
import { createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'

describe('S-91: POST /processor/notifications', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
    // The simulator's notifications are off: this test sends them.
    api.simulation.notifies = false
  })
  afterAll(() => api.close())

  let count = 0
  const notify = async (
    paymentId: string,
    {
      id = `ntf_${(count += 1)}`,
      at = api.clock.now(),
      ...signed
    }: { id?: string; at?: Date; secret?: string } = {},
    changes: { headers?: Record<string, string>; body?: string } = {},
  ) => {
    const request = await processorNotification(paymentId, { id, at, ...signed }, changes)
    const response = await api.fetch(request)
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    return response
  }
  const pix = async (open: OpenSession) => {
    const { payment } = (await open.pay({ method: 'pix' })).as(Checkout)
    return payment?.id ?? ''
  }
  const typesOf = (notifications: { type: string }[]) => notifications.map(({ type }) => type)

  it('204, and reads the outcome from the processor', async () => {
    const open = await createTestSession(api)
    const id = await pix(open)
    await api.simulation.simulate(id, 'pay')
    expect((await notify(id)).status).toBe(204)
    expect(await open.look()).toMatchObject({ status: 'complete' })
  })

  it('is only a hint: an unpaid payment does not become paid', async () => {
    const open = await createTestSession(api)
    const id = await pix(open)
    expect((await notify(id)).status).toBe(204)
    expect(await open.look()).toMatchObject({
      status: 'open',
      payment: { status: 'requires_action' },
    })
  })

  it('R-10: is idempotent: duplicates, late ones and many at once change nothing twice', async () => {
    const open = await createTestSession(api)
    const id = await pix(open)
    await api.simulation.simulate(id, 'pay')
    const twin = { id: 'ntf_twin' }
    const responses = await Promise.all([
      ...Array.from({ length: 10 }, () => notify(id, twin)),
      ...Array.from({ length: 10 }, () => notify(id)),
    ])
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]))
    expect((await notify(id, twin)).status).toBe(204)
    expect(typesOf(await open.notifications())).toEqual([
      'payment.requires_action',
      'payment.succeeded',
      'session.completed',
    ])
    expect(await readLedger(api.database, open.id)).toHaveLength(1)
  })

  it('R-10: ends in the same state for any order of several payments, three times each', async () => {
    const open = await createTestSession(api, {
      customer: { email: 'expire_immediately@example.com' },
    })
    const first = await pix(open)
    await api.simulation.runDue()
    await notify(first)
    const second = await pix(open)
    await api.simulation.simulate(second, 'pay')
    const order = [first, second, second, first, first, second]
    await Promise.all(order.map((id) => notify(id)))
    expect(await open.look()).toMatchObject({ status: 'complete', payment: { id: second } })
    expect(typesOf(await open.notifications())).toEqual([
      'payment.requires_action',
      'payment.failed',
      'payment.requires_action',
      'payment.succeeded',
      'session.completed',
    ])
  })

  it('400 when it is forged, without a request to the processor', async () => {
    const open = await createTestSession(api)
    const id = await pix(open)
    await api.simulation.simulate(id, 'pay')
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    const hour = 3_600_000
    const forged = [
      await notify(id, { secret: other }),
      await notify(id, { at: new Date(api.clock.now().getTime() - hour) }),
      await notify(id, { at: new Date(api.clock.now().getTime() + hour) }),
      await notify(id, {}, { headers: { 'webhook-signature': 'v1,AAAA' } }),
      await notify(id, {}, { headers: { 'webhook-signature': '' } }),
      await notify(id, {}, { headers: { 'webhook-id': 'ntf_other' } }),
      await notify(id, {}, { body: `{"id":"x","paymentId":"${id}"}` }),
      await notify(id, {}, { body: 'x' }),
    ]
    expect(forged.map(({ status }) => status)).toEqual(forged.map(() => 400))
    expect((await open.look()).status).toBe('open')
  })

  it('204 for an unknown payment: the account may have other systems', async () => {
    expect((await notify('pay_0000000000000000000000')).status).toBe(204)
  })

  it('415 and 413 for a body that is not small JSON', async () => {
    const text = await notify('pay_x', {}, { headers: { 'content-type': 'text/plain' } })
    expect(text.status).toBe(415)
    const large = await notify('pay_x', {}, { body: ' '.repeat(65_537) })
    expect(large.status).toBe(413)
  })
})
