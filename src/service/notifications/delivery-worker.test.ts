import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import { newId } from '../../domain/id.ts'
import { RETRY_DELAYS_SECONDS } from '../../domain/retry-schedule.ts'
import { makeWebhookSecret } from '../../domain/webhook-secret.ts'
import { openDatabase, statement } from '../../store/database.ts'
import { insertReplay } from '../../store/deliveries.ts'
import { readEvent } from '../../store/events.ts'
import { readMerchant } from '../../store/merchants.ts'
import { rotateWebhookSecret } from '../../store/webhook-secrets.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import {
  insertBareSession,
  insertNotifiedMerchant,
  insertTestEvent,
  type NotifiedMerchant,
} from '../../testing/notification-records.ts'
import {
  startWebhookReceiver,
  type ReceivedNotification,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts'
import { createSender, type Sender, type SendResult } from '../outgoing/send-notification.ts'
import type { Delivering } from './deliver.ts'
import { createDeliveryWorker, type DeliveryWorker } from './delivery-worker.ts'

const masterKey = randomBytes(32)
const reference = 'R'.repeat(33)

let test: TestDatabase
let receiver: WebhookReceiver
let merchant: NotifiedMerchant
let now: Date
let logged: object[]

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const EMPTY = statement('test: empty', 'truncate merchants cascade')
beforeEach(async () => {
  now = new Date()
  logged = []
  await test.database.query(EMPTY, [])
  receiver = await startWebhookReceiver()
  merchant = await newMerchant(receiver.url)
})
afterEach(() => receiver[Symbol.asyncDispose]())

const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const newMerchant = (callbackUrl: string) =>
  insertNotifiedMerchant(test.database, { callbackUrl, key: masterKey, now })
const newEvent = (asked: object = {}, of = merchant) =>
  insertTestEvent(test.database, {
    merchantId: of.id,
    callbackUrl: of.callbackUrl,
    createdAt: now,
    reference,
    ...asked,
  })

function worker(options: Partial<Delivering> = {}): DeliveryWorker {
  const made = createDeliveryWorker({
    database: test.database,
    clock: () => now,
    wallClock: () => now,
    random: randomBytes,
    secretKeys: [masterKey],
    sender: loopbackSender(),
    referenceOf: async () => reference,
    log: {
      warn: (details, message) => logged.push({ ...details, message }),
      error: (details, message) => logged.push({ ...details, message }),
    },
    ...options,
  })
  onTestFinished(() => made.stop())
  return made
}

function loopbackSender(timeoutMs?: number): Sender {
  return createSender({
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    allowLoopback: true,
    clock: () => new Date(),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
}

async function deliveriesOf(event: { id: string }, of = merchant) {
  const read = await readEvent(test.database, of.id, event.id)
  return read?.deliveries ?? []
}

function verified(secret: string, { body, headers }: ReceivedNotification): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

const answerWith =
  (status: number, headers: Record<string, string> = {}): WebhookReceiver['answer'] =>
  (_, response) =>
    response.writeHead(status, headers).end()

describe('a delivery', () => {
  it('S-85: is signed as Standard Webhooks say', async () => {
    const sessionId = await insertBareSession(test.database, merchant.id, now)
    const event = await newEvent({ sessionId, type: 'session.completed', sequence: 1 })
    expect(await worker().runOnce()).toBe(1)
    const [notification] = receiver.received
    expect(notification).toMatchObject({
      path: '/hooks',
      headers: {
        'user-agent': 'HostedCheckout/1',
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': expect.stringMatching(/^v1,\S+$/),
      },
    })
    expect(notification && verified(merchant.secret, notification)).toMatchObject({
      id: event.id,
      type: 'session.completed',
      data: { session: { url: `http://localhost:4242/c/${reference}`, description: 'São' } },
    })
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'succeeded', attempts: [{ number: 1, statusCode: 204, startedAt: now }] },
    ])
    expect(logged).toEqual([])
  })

  it('S-87: carries a signature for each secret while one is rotated out', async () => {
    const secret = makeWebhookSecret(randomBytes)
    const rotation = { id: randomUUID(), merchantId: merchant.id, secret, key: masterKey, now }
    await rotateWebhookSecret(test.database, { ...rotation, overlapSeconds: 60 })
    await newEvent()
    await worker().runOnce()
    now = later(60)
    await newEvent()
    await worker().runOnce()
    const [during, afterwards] = receiver.received
    if (during === undefined || afterwards === undefined) throw new Error('not delivered')
    expect(verified(secret, during)).toBeDefined()
    expect(verified(merchant.secret, during)).toBeDefined()
    expect(verified(secret, afterwards)).toBeDefined()
    expect(() => verified(merchant.secret, afterwards)).toThrow('No matching signature')
  })

  it('R-23: is tried by the whole schedule, the same bytes each time, and rests as exhausted', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end('try later')
    const event = await newEvent()
    const retrying = worker()
    const waits: number[] = []
    while ((await retrying.runOnce()) === 1) {
      const [delivery] = await deliveriesOf(event)
      if (delivery?.nextAttemptAt == null) break
      waits.push((delivery.nextAttemptAt.getTime() - now.getTime()) / 1000)
      now = new Date(delivery.nextAttemptAt.getTime() - 1)
      expect(await retrying.runOnce()).toBe(0)
      now = delivery.nextAttemptAt
    }
    const [, ...schedule] = RETRY_DELAYS_SECONDS
    expect(waits).toHaveLength(schedule.length)
    for (const [index, seconds] of schedule.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(seconds * 0.8)
      expect(waits[index]).toBeLessThanOrEqual(seconds * 1.2)
    }
    expect(receiver.received).toHaveLength(12)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([event.id]),
    )
    const [rested] = await deliveriesOf(event)
    expect(rested).toMatchObject({ status: 'exhausted', nextAttemptAt: null })
    expect(rested?.attempts.map(({ number }) => number)).toEqual(
      [...Array(12).keys()].map((n) => n + 1),
    )
    expect(rested?.attempts[11]).toMatchObject({ statusCode: 500, responseExcerpt: 'try later' })
    now = later(90 * 86_400)
    expect(await retrying.runOnce()).toBe(0)
  })

  it('can be replayed: the same id, the same bytes', async () => {
    const event = await newEvent()
    await worker().runOnce()
    now = later(3600)
    const deliveryId = newId('dlv', now, randomBytes)
    const replay = { merchantId: merchant.id, eventId: event.id, deliveryId, now }
    expect(await insertReplay(test.database, replay)).toBe(true)
    await worker().runOnce()
    const [first, second] = receiver.received
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(event.id)
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'succeeded' },
      { id: deliveryId, status: 'succeeded' },
    ])
  })
})

describe('R-25: a receiver that answers', () => {
  it('410 is not called again: its callback is disabled', async () => {
    receiver.answer = answerWith(410)
    const first = await newEvent()
    const second = await newEvent({ createdAt: later(1) })
    await worker().runOnce()
    expect(await deliveriesOf(first)).toMatchObject([{ status: 'disabled' }])
    expect(await deliveriesOf(second)).toMatchObject([{ status: 'disabled', attempts: [] }])
    expect((await readMerchant(test.database, merchant.id))?.callbackDisabledAt).toEqual(now)
    now = later(86_400)
    expect(await worker().runOnce()).toBe(0)
  })

  it.each([429, 503])('%i with Retry-After is left alone for that long', async (status) => {
    receiver.answer = answerWith(status, { 'retry-after': '3600' })
    const event = await newEvent()
    await worker().runOnce()
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'pending', nextAttemptAt: later(3600), attempts: [{ statusCode: status }] },
    ])
  })

  it('S-82: a redirect has failed', async () => {
    const elsewhere = await startWebhookReceiver()
    receiver.answer = answerWith(307, { location: elsewhere.url })
    const event = await newEvent()
    await worker().runOnce()
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'pending', attempts: [{ statusCode: 307 }] },
    ])
    expect(elsewhere.received).toEqual([])
    await elsewhere[Symbol.asyncDispose]()
  })

  it('nothing has failed, for a reason that is kept', async () => {
    receiver.answer = () => {}
    const event = await newEvent()
    await worker({ sender: loopbackSender(200) }).runOnce()
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'pending', attempts: [{ statusCode: null, error: 'timeout' }] },
    ])
  })

  it('an error is told to the operator, without body, secret or query', async () => {
    receiver.answer = answerWith(500)
    const nosy = await newMerchant(`${receiver.url}/token-in-path?token=in-query`)
    const event = await newEvent({}, nosy)
    await worker().runOnce()
    expect(logged).toEqual([
      {
        message: 'a notification failed',
        deliveryId: event.deliveryId,
        eventId: event.id,
        eventType: 'ping',
        merchantId: nosy.id,
        host: new URL(receiver.url).host,
        attempt: 1,
        statusCode: 500,
        durationMs: expect.any(Number),
        outcome: 'pending',
      },
    ])
    const line = JSON.stringify(logged)
    for (const secret of ['token-in', 'whsec_', reference, 'São'])
      expect(line).not.toContain(secret)
  })
})

describe('workers', () => {
  it('send at once what they are woken for', async () => {
    worker().start()
    await untilSomebodyListens()
    for (let round = 1; round <= 5; round++) {
      const started = performance.now()
      await newEvent()
      await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(round)
      expect(performance.now() - started).toBeLessThan(700)
    }
  })

  it('find by polling what nobody woke them for', async () => {
    const deaf = { ...test.database, listen: () => Promise.reject(new Error('no connection')) }
    worker({ database: deaf }).start()
    await expect.poll(() => logged).toMatchObject([{ message: expect.stringContaining('polling') }])
    await newEvent()
    await expect.poll(() => receiver.received.length, { timeout: 1900 }).toBe(1)
  })

  it('R-22: that race deliver each notification once', async () => {
    const merchants = [merchant]
    while (merchants.length < 10) merchants.push(await newMerchant(receiver.url))
    const events = []
    for (let index = 0; index < 200; index++)
      events.push((await newEvent({}, merchants[index % 10] ?? merchant)).id)
    const databases = Array.from({ length: 4 }, () =>
      openDatabase({ url: test.url, log: { info: () => {}, warn: () => {} } }),
    )
    const workers = databases.map((database) => worker({ database }))
    for (const each of workers) each.start()
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(200)
    await Promise.all(workers.map((each) => each.stop()))
    await Promise.all(databases.map((database) => database.close()))
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids)).toEqual(new Set(events))
    expect(ids).toHaveLength(200)
    expect(logged).toEqual([])
  })

  it('R-21: that slept through their lease cannot write', async () => {
    const answer = Promise.withResolvers<SendResult>()
    const asked = Promise.withResolvers<void>()
    const sleeping: Sender = {
      post() {
        asked.resolve()
        return answer.promise
      },
      close: async () => {},
    }
    const event = await newEvent()
    const stale = worker({ sender: sleeping }).runOnce()
    await asked.promise
    now = later(60)
    expect(await worker().runOnce()).toBe(1)
    answer.resolve({ statusCode: 410, durationMs: 60_000 })
    await stale
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'succeeded', attempts: [{ number: 1, statusCode: 204 }] },
    ])
    expect((await readMerchant(test.database, merchant.id))?.callbackDisabledAt).toBeNull()
    expect(logged).toMatchObject([{ outcome: 'lost' }])
  })

  it('R-24: keep a dead callback with a hundred due from slowing another', async () => {
    const dead = await startWebhookReceiver()
    let connected = 0
    let connectedMax = 0
    dead.answer = (_, response) => {
      connectedMax = Math.max(connectedMax, ++connected)
      response.on('close', () => (connected -= 1))
    }
    const buried = await newMerchant(dead.url)
    for (let index = 0; index < 100; index++) await newEvent({}, buried)
    const delays: number[] = []
    const sent = new Map<string, number>()
    receiver.answer = ({ headers }, response) => {
      delays.push(performance.now() - (sent.get(String(headers['webhook-id'])) ?? 0))
      response.end()
    }
    worker().start()
    await expect.poll(() => dead.received.length).toBe(5)
    for (let index = 0; index < 20; index++) {
      const began = performance.now()
      sent.set((await newEvent()).id, began)
    }
    await expect.poll(() => delays.length, { timeout: 5000 }).toBe(20)
    expect(Math.max(...delays)).toBeLessThan(2000)
    expect(connectedMax).toBe(5)
    await dead[Symbol.asyncDispose]()
  })

  it('R-24: keep twenty silent callbacks with ever new notifications from holding up another', async () => {
    const silent = await Promise.all(
      Array.from({ length: 20 }, () => newMerchant('http://silent.example/')),
    )
    const unanswered: (() => void)[] = []
    const honest = loopbackSender()
    const sender: Sender = {
      close: () => honest.close(),
      post(notification) {
        if (!notification.url.includes('silent')) return honest.post(notification)
        const { promise, resolve } = Promise.withResolvers<SendResult>()
        unanswered.push(() => resolve({ error: 'timeout', durationMs: 10_000 }))
        return promise
      },
    }
    const beingTold = async (count: number) => {
      for (const each of silent)
        for (let index = 0; index < count; index++) await newEvent({}, each)
    }
    await beingTold(3)
    worker({ sender }).start()
    onTestFinished(() => unanswered.forEach((giveUp) => giveUp()))
    await expect.poll(() => unanswered.length).toBe(50)
    for (const giveUp of unanswered.splice(0)) giveUp()
    // What was not claimed yet is claimed now, and is given up, too: each silent callback has been slow once.
    await expect.poll(() => unanswered.length).toBe(10)
    for (const giveUp of unanswered.splice(0)) giveUp()
    await beingTold(3)
    await expect.poll(() => unanswered.length).toBe(25)
    await newEvent()
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(unanswered.length).toBe(25)
  })

  it('that stop finish what is under way and begin nothing', async () => {
    receiver.answer = (_, response) => void setTimeout(() => response.end(), 300)
    const event = await newEvent()
    const stopping = worker()
    stopping.start()
    await expect.poll(() => receiver.received.length).toBe(1)
    const late = await newEvent({ createdAt: later(1) })
    now = later(1)
    await stopping.stop()
    expect(await deliveriesOf(event)).toMatchObject([{ status: 'succeeded' }])
    expect(await deliveriesOf(late)).toMatchObject([{ status: 'pending', attempts: [] }])
  })

  it('whose attempt is broken off by the end of the process leave it to the next', async () => {
    receiver.answer = () => {}
    const event = await newEvent()
    const sender = loopbackSender()
    const attempting = worker({ sender }).runOnce()
    await expect.poll(() => receiver.received.length).toBe(1)
    await sender.close()
    await attempting
    expect(await deliveriesOf(event)).toMatchObject([{ status: 'pending', attempts: [] }])
    receiver.answer = answerWith(204)
    now = later(60)
    expect(await worker().runOnce()).toBe(1)
  })

  it('R-12: outlive a database that is away for a moment', async () => {
    let away = true
    const { database } = test
    const shaky = {
      ...database,
      query: ((...asked) =>
        away
          ? Promise.reject(new Error('away'))
          : database.query(...asked)) as typeof database.query,
    }
    worker({ database: shaky }).start()
    await expect.poll(() => logged).toMatchObject([{ message: 'due deliveries cannot be claimed' }])
    away = false
    await newEvent()
    await expect.poll(() => receiver.received.length, { timeout: 4000 }).toBe(1)
  })
})

async function untilSomebodyListens(): Promise<void> {
  const LISTENERS = statement(
    'test: listeners',
    `select pid from pg_stat_activity where query like 'listen %deliveries%' and datname = current_database()`,
  )
  await expect.poll(() => test.database.query(LISTENERS, [])).not.toEqual([])
}
