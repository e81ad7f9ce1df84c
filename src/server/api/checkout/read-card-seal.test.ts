import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CardSeal } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'

describe('S-111: GET /v1/checkout/{reference}/card-seal', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  it('returns both public keys, and what a card of the session is bound to', async () => {
    const open = await createTestSession(api)
    expect((await api.checkout.get(`${open.checkoutPath}/card-seal`)).as(CardSeal)).toStrictEqual({
      encryptionKey: await api.context.processor.cardEncryptionKey(),
      envelopeKey: api.context.keys.cardEnvelopes.publicKey,
      sessionId: open.id,
      merchantId: api.merchant.id,
      currency: 'BRL',
      plans: [{ installments: 1, amount: 25_990 }],
    })
  })

  it('lists every plan with its whole amount', async () => {
    const installments = { max: 3, interestFree: 2, monthlyInterestBasisPoints: 199 }
    const open = await createTestSession(api, { installments })
    const { plans } = (await api.checkout.get(`${open.checkoutPath}/card-seal`)).as(CardSeal)
    const { installments: shown } = await open.look()
    expect(plans).toEqual(
      shown?.map(({ count, total }) => ({ installments: count, amount: total })),
    )
    expect(plans).toHaveLength(3)
  })

  it('is not available to merchants, for no session, and for one that has ended', async () => {
    const open = await createTestSession(api)
    const path = `${open.checkoutPath}/card-seal`
    expect((await api.merchant.get(path)).problem().status).toBe(403)
    await api.merchant.post(`/v1/sessions/${open.id}/cancel`)
    expect((await api.checkout.get(path)).problem()).toMatchObject({
      status: 409,
      code: 'session_not_open',
    })
    const none = await api.checkout.get(`/v1/checkout/${'0'.repeat(33)}/card-seal`)
    expect(none.problem().code).toBe('not_found')
  })
})
