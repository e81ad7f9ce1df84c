import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Event, EventList } from '#contract/event.ts'
import { verifyWebhookSignature } from '#domain/webhook-signature.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { deliverAll } from '#proof/testing/deliver-all.ts'
import type { OpenSession } from '#proof/testing/shopper.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { expireSessions } from './expire-sessions.ts'
import {
  ALL_CANARIES,
  booksOf,
  canariesIn,
  DAY_MS,
  ofPerson,
  payAsPerson,
  TOLD,
} from '#proof/testing/server/personal-data.fixture.ts'
import { erasePersonalData } from './erase-personal-data.ts'

const REMOVED = { customer: null, personalDataRemovedAt: expect.any(String) as string }

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  return () => receiver[Symbol.asyncDispose]()
})

describe('S-108: personal data after its retention period', () => {
  let api: TestApi
  let merchant: TestMerchant
  let paid: OpenSession
  let canceled: OpenSession
  let expired: OpenSession
  beforeAll(async () => {
    api = await startTestApi({ callsUnderWayMax: 1000 })
    merchant = await api.addMerchant({ callbackUrl: receiver.url })
    // A receiver that echoes the personal data of the event.
    receiver.answer = (_, response) => response.writeHead(200).end(JSON.stringify(TOLD))
    paid = await ofPerson(api, merchant)
    await payAsPerson(api, paid)
    await merchant.post(`/v1/sessions/${paid.id}/refunds`, { amount: 990, reason: 'half' })
    expired = await ofPerson(api, merchant)
    canceled = await ofPerson(api, merchant)
    await merchant.post(
      `/v1/sessions/${canceled.id}/cancel`,
      { reason: 'changed my mind' },
      { 'idempotency-key': 'cancel' },
    )
    api.clock.advance(DAY_MS)
    await expireSessions(api.context)
    await deliverAll(api.context)
  })
  afterAll(() => api.close())

  it('S-108: is complete before, absent from every table after, and the books are unchanged', async () => {
    const { context, clock } = api
    const before = await booksOf(api)
    const bodies = await notificationsOf(merchant)
    expect((await canceled.read()).status).toBe('canceled')
    clock.advance(88 * DAY_MS)
    expect(await erasePersonalData(context)).toBe(false)
    expect(await canariesIn(api)).toEqual(ALL_CANARIES)

    clock.advance(2 * DAY_MS)
    await erasePersonalData({ ...context, retentionDays: 0 })
    expect(await canariesIn(api)).toEqual(ALL_CANARIES)
    await erasePersonalData(context)
    expect(await canariesIn(api)).toEqual([])
    expect(await booksOf(api)).toEqual(before)
    expect(await verifyAudit(api.database, [context.keys])).toMatchObject({ ok: true })

    const removedAt = (await paid.read()).personalDataRemovedAt ?? ''
    expect(Date.parse(removedAt)).toBeGreaterThan(Date.parse(paid.session.createdAt) + 90 * DAY_MS)
    for (const session of [paid, expired, canceled])
      expect(await session.read()).toMatchObject(REMOVED)
    const expected = bodies.map((body) => ({
      ...body,
      data: { ...body.data, session: { ...body.data.session, ...REMOVED } },
    }))
    expect(expected.length).toBeGreaterThan(4)
    expect(await notificationsOf(merchant)).toEqual(expected)
    expect(await erasePersonalData(context)).toBe(false)
  })

  it('S-108: leaves a receipt that can be refunded and whose events can be replayed, newly signed', async () => {
    expect(await paid.look()).toMatchObject({
      status: 'complete',
      amount: 25_990,
      orderReference: 'A-1',
      customer: null,
      payment: { card: { lastFour: '4242' } },
    })
    const [event] = (await merchant.get('/v1/events?type=session.completed')).as(EventList).data
    receiver.received.length = 0
    const again = await merchant.post(`/v1/events/${event?.id ?? ''}/replay`)
    expect(again.as(Event).id).toBe(event?.id)
    await deliverAll(api.context)
    const [sent] = receiver.received
    expect(sent?.headers['webhook-id']).toBe(event?.id)
    expect(JSON.parse(sent?.body ?? '')).toEqual(event?.notification)
    expect(event?.notification.data.session).toMatchObject({
      customer: null,
      url: paid.session.url,
    })
    const signed = await verifyWebhookSignature({
      headers: sent?.headers ?? {},
      body: sent?.body ?? '',
      secrets: [merchant.webhookSecret],
      now: api.clock.now(),
    })
    expect(signed).toEqual({ ok: true })
    await merchant.post(`/v1/sessions/${paid.id}/refunds`)
    expect((await paid.read()).paymentStatus).toBe('refunded')
  })
})

async function notificationsOf(merchant: TestMerchant) {
  const { data } = (await merchant.get('/v1/events?limit=100')).as(EventList)
  return data.map(({ notification }) => notification)
}
