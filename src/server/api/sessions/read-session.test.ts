import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'

describe('GET /v1/sessions/{id}', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  it('returns what the creation returned', async () => {
    const open = await createTestSession(api)
    expect(await open.read()).toStrictEqual(open.session)
  })

  it('has the last payment, masked, and the count of all', async () => {
    const open = await createTestSession(api)
    await open.payByCard('4000000000009995')
    await open.payByCard('5555555555554444')
    const session = await open.read()
    expect(session).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      attempts: 2,
      payment: {
        object: 'payment',
        status: 'succeeded',
        method: 'card',
        amount: 25_990,
        currency: 'BRL',
        installments: 1,
        card: { brand: 'mastercard', lastFour: '4444' },
        declineCode: null,
        retryable: false,
        late: false,
      },
    })
    expect(session.version).toBeGreaterThan(open.session.version)
    expect(session.completedAt).toBe(session.payment?.succeededAt)
  })

  it('makes one database query', async () => {
    const paid = await createPaidSession(api)
    expect(await api.database.statementsOf(() => paid.read())).toHaveLength(1)
  })

  it('404 for an invalid id', async () => {
    for (const id of ['cs_0000000000000000000000', 'cs_x', 'sessions', '1'])
      expect((await api.merchant.get(`/v1/sessions/${id}`)).problem().code).toBe('not_found')
  })
})
