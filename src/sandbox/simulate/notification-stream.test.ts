import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutClient } from '#client/index.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

describe("the client's stream", () => {
  it('yields events in order and once until its signal aborts', async () => {
    const client = new CheckoutClient({
      apiKey: api.merchant.apiKey,
      environment: 'sandbox',
      fetch: (request) => api.fetch(request),
    })
    const { cursor } = await client.sandbox.notifications.list()
    const end = new AbortController()
    const seen: string[] = []
    const following = (async () => {
      const options = { after: cursor, signal: end.signal }
      for await (const { type } of client.sandbox.notifications.stream(options)) {
        seen.push(type)
        if (type === 'refund.succeeded') end.abort()
      }
    })()
    const open = await createTestSession(api)
    await open.payByCard('4000000000000002')
    await open.payByCard('4242424242424242')
    await api.merchant.post(`/v1/sessions/${open.id}/refunds`, {})
    await following
    expect(seen).toEqual([
      'payment.failed',
      'payment.succeeded',
      'session.completed',
      'refund.succeeded',
    ])
  })
})
