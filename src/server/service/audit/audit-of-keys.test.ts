import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventList } from '#contract/event.ts'
import { Refund } from '#contract/refund.ts'
import { lookBackAtEntries } from '../../database/audit/look-back-at-log.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { verifyAudit } from './verify-audit.ts'

let api: TestApi
let merchant: TestMerchant
beforeAll(async () => {
  api = await startTestApi()
  merchant = await api.addMerchant()
})
afterAll(() => api.close())

const entries = async () => {
  const { items: rows } = await lookBackAtEntries(api.database, {
    merchantId: merchant.id,
    limit: 100,
  })
  return rows
    .filter(({ actorKind }) => actorKind === 'api_key')
    .map(({ actor, action, subject, details }) => [actor, action, subject, JSON.parse(details)])
}

describe('the audit log records what an API key does to money or rights', () => {
  it('a refund, once per Idempotency-Key, and no refused one', async () => {
    const session = await createTestSession(api, { amount: 5000 }, merchant)
    await session.payByCard('4242424242424242')
    const path = `/v1/sessions/${session.id}/refunds`
    const headers = { 'idempotency-key': 'once' }
    const refund = await merchant.post(path, { amount: 1000, reason: 'for Ana' }, headers)
    expect(refund.status).toBe(201)
    await merchant.post(path, { amount: 1000, reason: 'for Ana' }, headers)
    expect((await merchant.post(path, { amount: 9000 })).status).toBe(422)
    const { id, amount } = refund.as(Refund)
    expect(await entries()).toEqual([
      [
        merchant.keyId,
        'refund.created',
        id,
        {
          sessionId: session.id,
          paymentId: expect.stringMatching(/^pay_/) as string,
          amountMinor: amount,
          currency: 'BRL',
        },
      ],
    ])
  })

  it('a cancellation, once, and a replay of an event', async () => {
    const session = await createTestSession(api, {}, merchant)
    const before = (await entries()).length
    const cancel = () => merchant.post(`/v1/sessions/${session.id}/cancel`, {})
    expect((await cancel()).status).toBe(200)
    expect((await cancel()).status).toBe(409)
    const [event] = (await merchant.get('/v1/events')).as(EventList).data
    expect((await merchant.post(`/v1/events/${event?.id}/replay`, {})).status).toBe(200)
    expect((await entries()).slice(0, -before)).toEqual([
      [
        merchant.keyId,
        'event.replayed',
        event?.id,
        { deliveryId: expect.stringMatching(/^dlv_/) as string },
      ],
      [merchant.keyId, 'session.canceled', session.id, {}],
    ])
  })

  it('in a valid hash chain', async () => {
    expect(await verifyAudit(api.database, [api.context.keys])).toMatchObject({ ok: true })
  })
})
