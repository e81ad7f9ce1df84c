import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession } from '#proof/testing/shopper.ts'

describe('manners of every call', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  it('422 invalid_cursor for an unknown `after`, and for that of another merchant', async () => {
    const { id } = await createPaidSession(api)
    const other = await api.addMerchant()
    for (const path of [
      '/v1/sessions?after=cs_0000000000000000000000',
      '/v1/events?after=evt_0000000000000000000000',
      '/v1/sandbox/notifications?after=bm90aGluZw',
    ])
      expect((await api.merchant.get(path)).problem()).toMatchObject({
        status: 422,
        code: 'invalid_cursor',
        errors: [{ path: 'after', pointer: '#/after' }],
      })
    const known = `/v1/sessions?after=${id}`
    expect((await api.merchant.get(known)).status).toBe(200)
    expect((await other.get(known)).problem().code).toBe('invalid_cursor')
  })

  it('`expand` is refused by name in every call alike', async () => {
    const { id } = await createPaidSession(api)
    const calls = [
      api.merchant.get('/v1/sessions?expand=payment'),
      api.merchant.get(`/v1/sessions/${id}?expand=payment`),
      api.merchant.get('/v1/events?expand=payment'),
      api.merchant.get('/v1/events/evt_0000000000000000000000?expand=x'),
      api.merchant.post('/v1/sessions?expand=payment', {}),
      api.merchant.post(`/v1/sessions/${id}/refunds?expand=payment`),
    ]
    for (const answer of await Promise.all(calls))
      expect(answer.problem()).toMatchObject({
        status: 422,
        errors: [{ path: 'expand', code: 'unknown_field' }],
      })
  })
})
