import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { RETRY_DELAYS_SECONDS } from '#domain/retry-schedule.ts'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import { insertReplay } from '../../../database/events/deliveries.ts'
import { readMerchant } from '../../../database/merchants/merchants.ts'
import { rotateWebhookSecret } from '../../../database/merchants/webhook-secrets.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { startWebhookReceiver, type ReceivedNotification } from '#proof/testing/webhook-receiver.ts'
import {
  answerWith,
  loopbackSender,
  masterKey,
  reference,
  useDeliveries,
} from '#proof/testing/server/deliveries.fixture.ts'

const { at, later, newMerchant, newEvent, worker, deliveriesOf } = useDeliveries()

function verified(secret: string, { body, headers }: ReceivedNotification): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

describe('a delivery', () => {
  it('S-85: is signed according to Standard Webhooks', async () => {
    const sessionId = await insertBareSession(at.test.database, at.merchant.id, at.now)
    const event = await newEvent({ sessionId, type: 'session.completed', sequence: 1 })
    expect(await worker().runOnce()).toBe(1)
    const [notification] = at.receiver.received
    expect(notification).toMatchObject({
      path: '/hooks',
      headers: {
        'user-agent': 'HostedCheckout/1',
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(at.now.getTime() / 1000)),
        'webhook-signature': expect.stringMatching(/^v1,\S+$/),
      },
    })
    expect(notification && verified(at.merchant.secret, notification)).toMatchObject({
      id: event.id,
      type: 'session.completed',
      data: { session: { url: `http://localhost:4242/c/${reference}`, description: 'São' } },
    })
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'succeeded', attempts: [{ number: 1, statusCode: 204, startedAt: at.now }] },
    ])
    expect(at.logged).toEqual([])
  })

  it('S-87: has a signature for each live secret during a rotation', async () => {
    const secret = makeWebhookSecret(randomBytes)
    const rotation = {
      id: randomUUID(),
      merchantId: at.merchant.id,
      secret,
      key: masterKey,
      now: at.now,
    }
    await rotateWebhookSecret(at.test.database, { ...rotation, overlapSeconds: 60 })
    await newEvent()
    await worker().runOnce()
    at.now = later(60)
    await newEvent()
    await worker().runOnce()
    const [during, afterwards] = at.receiver.received
    if (during === undefined || afterwards === undefined) throw new Error('not delivered')
    expect(verified(secret, during)).toBeDefined()
    expect(verified(at.merchant.secret, during)).toBeDefined()
    expect(verified(secret, afterwards)).toBeDefined()
    expect(() => verified(at.merchant.secret, afterwards)).toThrow('No matching signature')
  })

  it('R-23: is retried through the whole schedule with identical bytes, then exhausted', async () => {
    at.receiver.answer = (_, response) => response.writeHead(500).end('try later')
    const event = await newEvent()
    const retrying = worker()
    const waits: number[] = []
    while ((await retrying.runOnce()) === 1) {
      const [delivery] = await deliveriesOf(event)
      if (delivery?.nextAttemptAt == null) break
      waits.push((delivery.nextAttemptAt.getTime() - at.now.getTime()) / 1000)
      at.now = new Date(delivery.nextAttemptAt.getTime() - 1)
      expect(await retrying.runOnce()).toBe(0)
      at.now = delivery.nextAttemptAt
    }
    const [, ...schedule] = RETRY_DELAYS_SECONDS
    expect(waits).toHaveLength(schedule.length)
    for (const [index, seconds] of schedule.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(seconds * 0.8)
      expect(waits[index]).toBeLessThanOrEqual(seconds * 1.2)
    }
    expect(at.receiver.received).toHaveLength(12)
    expect(new Set(at.receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(at.receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([event.id]),
    )
    const [rested] = await deliveriesOf(event)
    expect(rested).toMatchObject({ status: 'exhausted', nextAttemptAt: null })
    expect(rested?.attempts.map(({ number }) => number)).toEqual(
      [...Array(12).keys()].map((n) => n + 1),
    )
    expect(rested?.attempts[11]).toMatchObject({ statusCode: 500, responseExcerpt: 'try later' })
    at.now = later(90 * 86_400)
    expect(await retrying.runOnce()).toBe(0)
  })

  it('can be replayed: same id, same bytes', async () => {
    const event = await newEvent()
    await worker().runOnce()
    at.now = later(3600)
    const deliveryId = newId('dlv', at.now, randomBytes)
    const replay = { merchantId: at.merchant.id, eventId: event.id, deliveryId, now: at.now }
    expect(await insertReplay(at.test.database, replay)).toBe(true)
    await worker().runOnce()
    const [first, second] = at.receiver.received
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(event.id)
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'succeeded' },
      { id: deliveryId, status: 'succeeded' },
    ])
  })
})

describe('R-25: the response of a receiver', () => {
  it('410 disables the webhook endpoint', async () => {
    at.receiver.answer = answerWith(410)
    const first = await newEvent()
    const second = await newEvent({ createdAt: later(1) })
    await worker().runOnce()
    expect(await deliveriesOf(first)).toMatchObject([{ status: 'disabled' }])
    expect(await deliveriesOf(second)).toMatchObject([{ status: 'disabled', attempts: [] }])
    expect((await readMerchant(at.test.database, at.merchant.id))?.callbackDisabledAt).toEqual(
      at.now,
    )
    at.now = later(86_400)
    expect(await worker().runOnce()).toBe(0)
  })

  it.each([429, 503])('%i with Retry-After delays the next attempt', async (status) => {
    at.receiver.answer = answerWith(status, { 'retry-after': '3600' })
    const event = await newEvent()
    await worker().runOnce()
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'pending', nextAttemptAt: later(3600), attempts: [{ statusCode: status }] },
    ])
  })

  it('S-82: a redirect is a failure', async () => {
    const elsewhere = await startWebhookReceiver()
    at.receiver.answer = answerWith(307, { location: elsewhere.url })
    const event = await newEvent()
    await worker().runOnce()
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'pending', attempts: [{ statusCode: 307 }] },
    ])
    expect(elsewhere.received).toEqual([])
    await elsewhere[Symbol.asyncDispose]()
  })

  it('a failure without a response is recorded with its reason', async () => {
    at.receiver.answer = () => {}
    const event = await newEvent()
    await worker({ sender: loopbackSender(200) }).runOnce()
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'pending', attempts: [{ statusCode: null, error: 'timeout' }] },
    ])
  })

  it('a failure is logged without body, secret or query', async () => {
    at.receiver.answer = answerWith(500)
    const nosy = await newMerchant(`${at.receiver.url}/token-in-path?token=in-query`)
    const event = await newEvent({}, nosy)
    await worker().runOnce()
    expect(at.logged).toEqual([
      {
        message: 'a notification failed',
        deliveryId: event.deliveryId,
        eventId: event.id,
        eventType: 'ping',
        merchantId: nosy.id,
        host: new URL(at.receiver.url).host,
        attempt: 1,
        statusCode: 500,
        durationMs: expect.any(Number),
        outcome: 'pending',
      },
    ])
    const line = JSON.stringify(at.logged)
    for (const secret of ['token-in', 'whsec_', reference, 'São'])
      expect(line).not.toContain(secret)
  })
})
