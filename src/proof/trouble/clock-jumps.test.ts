import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyWebhookSignature } from '#domain/webhook-signature.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { deliverAll } from '../testing/deliver-all.ts'
import { cardBody, createTestSession } from '../testing/shopper.ts'
import { readLedger } from '../testing/simulation.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const KEY = { 'idempotency-key': 'once' }

let api: TestApi
let receiver: WebhookReceiver
beforeAll(async () => {
  api = await startTestApi()
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await api.close()
})

describe("the database's own clock is set, and set right again", () => {
  it.each([
    ['an hour ahead', HOUR_MS],
    ['an hour behind', -HOUR_MS],
    ['nearly a day behind', HOUR_MS - DAY_MS],
  ])('R-18: %s: paid once, refunded once, published once, and never expired', async (_, jumpMs) => {
    const merchant = await api.addMerchant({ callbackUrl: receiver.url })
    const open = await createTestSession(api, {}, merchant)
    const card = await cardBody(api, '4242424242424242')
    const pay = () => open.pay(card, KEY)
    const refund = () =>
      merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 1000, reason: 'late' }, KEY)

    api.clock.advance(jumpMs)
    expect((await pay()).status).toBe(200)
    expect((await refund()).status).toBe(201)
    api.clock.advance(-jumpMs)
    expect((await pay()).status).toBe(200)
    expect((await refund()).status).toBe(201)

    expect((await open.read()).status).toBe('complete')
    const ledger = await readLedger(api.database, open.id)
    expect(ledger.map(({ kind }) => kind)).toEqual(['capture', 'refund'])
    const events = await open.notifications()
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))

    receiver.received = []
    await deliverAll(api.context)
    // Anything deferred by the wrong clock runs once that time comes.
    api.clock.advance(Math.max(0, jumpMs))
    await deliverAll(api.context)
    const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']))
    expect(ids.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
    for (const { headers, body } of receiver.received)
      expect(
        await verifyWebhookSignature({
          headers,
          body,
          secrets: [merchant.webhookSecret],
          now: api.clock.now(),
          toleranceSeconds: HOUR_MS / 1000 + 300,
        }),
      ).toEqual({ ok: true })
  })

  it('R-18: a day ahead: an expired session stays expired, and takes no money', async () => {
    const open = await createTestSession(api)
    const card = await cardBody(api, '4242424242424242')
    api.clock.advance(DAY_MS)
    const refused = await open.pay(card, KEY)
    expect(refused.problem().code).toBe('session_expired')
    api.clock.advance(-DAY_MS)
    expect((await open.pay(card, KEY)).status).toBe(refused.status)
    expect((await open.read()).status).toBe('expired')
    expect(await readLedger(api.database, open.id)).toEqual([])
    expect((await open.notifications()).map(({ type }) => type)).toEqual(['session.expired'])
  })
})
