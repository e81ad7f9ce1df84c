import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import {
  insertBareSession,
  insertNotifiedMerchant,
  insertTestEvent,
  type NotifiedMerchant,
} from '#proof/testing/notification-records.ts'
import type { Database } from '../engine/database.ts'
import { insertReplay, listDeliveries, replayDelivery } from './deliveries.ts'
import { finishAttempt, pruneAttempts } from './delivery-attempts.ts'
import { claimDueDeliveries } from './delivery-queue.ts'
import { listEvents, readEvent } from './events.ts'

const key = randomBytes(32)
const start = new Date('2026-11-20T12:00:00.000Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

let test: TestDatabase
let database: Database
let merchant: NotifiedMerchant
beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
  const callbackUrl = 'https://store.example/hooks'
  merchant = await insertNotifiedMerchant(database, { callbackUrl, key, now: start })
})
afterAll(() => test.drop())

const eventOf = (options: object = {}) =>
  insertTestEvent(database, {
    merchantId: merchant.id,
    callbackUrl: merchant.callbackUrl,
    createdAt: start,
    ...options,
  })

async function attemptDelivery(deliveryId: string, status: 'pending' | 'succeeded', now: Date) {
  const token = randomBytes(16).toString('hex')
  await claimDueDeliveries(database, {
    now,
    wallNow: now,
    leaseSeconds: 60,
    token,
    limit: 50,
    doubtfulMax: 50,
    slowMerchants: [],
    perMerchantMax: 50,
  })
  return finishAttempt(database, {
    deliveryId,
    token,
    url: 'https://store.example/',
    status,
    nextAttemptAt: status === 'pending' ? after(5) : null,
    startedAt: now,
    finishedAt: now,
    durationMs: 12,
    statusCode: status === 'pending' ? 500 : 204,
    error: null,
    responseExcerpt: 'oops',
    requestHeaders: { 'webhook-id': 'evt' },
  })
}

describe('insertEvent', () => {
  it('inserts the event and its delivery, due at once, and notifies the workers', async () => {
    const woken = Promise.withResolvers<string>()
    const stop = await database.listen('deliveries', woken.resolve, () => {})
    const event = await eventOf()
    expect(await woken.promise).toBe('')
    await stop()
    expect(await readEvent(database, merchant.id, event.id)).toEqual({
      id: event.id,
      merchantId: merchant.id,
      sessionId: null,
      type: 'ping',
      sequence: 0,
      body: event.body,
      createdAt: start,
      deliveries: [
        {
          id: event.deliveryId,
          url: merchant.callbackUrl,
          status: 'pending',
          createdAt: start,
          nextAttemptAt: start,
          attempts: [],
        },
      ],
    })
  })

  it('inserts no delivery without a webhook endpoint', async () => {
    const event = await eventOf({ callbackUrl: null })
    expect(await readEvent(database, merchant.id, event.id)).toMatchObject({ deliveries: [] })
  })

  it('refuses a second event of a session with the same sequence', async () => {
    const sessionId = await insertBareSession(database, merchant.id, start)
    await eventOf({ sessionId, sequence: 1 })
    await expect(eventOf({ sessionId, sequence: 1 })).rejects.toThrow('events_session_id_sequence')
  })
})

describe('readEvent', () => {
  it('returns the attempts of each delivery in order', async () => {
    const event = await eventOf()
    await attemptDelivery(event.deliveryId, 'pending', start)
    await attemptDelivery(event.deliveryId, 'succeeded', after(5))
    const read = await readEvent(database, merchant.id, event.id)
    expect(read?.deliveries).toMatchObject([
      {
        status: 'succeeded',
        nextAttemptAt: null,
        attempts: [
          { number: 1, startedAt: start, durationMs: 12, statusCode: 500, responseExcerpt: 'oops' },
          { number: 2, startedAt: after(5), durationMs: 12, statusCode: 204, error: null },
        ],
      },
    ])
  })

  it("S-07: does not find another merchant's event", async () => {
    const event = await eventOf()
    const other = await insertNotifiedMerchant(database, { ...merchant, key, now: start })
    expect(await readEvent(database, other.id, event.id)).toBeUndefined()
  })
})

describe('listEvents', () => {
  it('pages through the events of a merchant, newest first', async () => {
    const lister = await insertNotifiedMerchant(database, { ...merchant, key, now: start })
    const sessionId = await insertBareSession(database, lister.id, start)
    const made: string[] = []
    for (let sequence = 1; sequence <= 5; sequence++) {
      const event = await eventOf({
        merchantId: lister.id,
        sessionId: sequence % 2 === 0 ? sessionId : null,
        sequence,
        type: sequence === 3 ? 'session.canceled' : 'payment.failed',
        createdAt: after(sequence),
      })
      made.unshift(event.id)
    }
    const page = (query: object) => listEvents(database, lister.id, { limit: 20, ...query })
    const ids = async (query: object) => (await page(query)).items.map(({ id }) => id)
    expect(await ids({})).toEqual(made)
    expect(await ids({ limit: 2 })).toEqual(made.slice(0, 2))
    expect((await page({ limit: 2 })).hasMore).toBe(true)
    expect((await page({ limit: made.length })).hasMore).toBe(false)
    expect(await ids({ limit: 2, after: made[1] })).toEqual(made.slice(2, 4))
    expect(await ids({ type: 'session.canceled' })).toEqual([made[2]])
    expect(await ids({ sessionId })).toEqual([made[1], made[3]])
    expect(await ids({ sessionId, after: made[1] })).toEqual([made[3]])
    expect(await ids({ sessionId, type: 'session.canceled' })).toEqual([])
  })
})

describe('a replay', () => {
  const newDelivery = (seconds: number) => newId('dlv', after(seconds), randomBytes)

  it('is another delivery of the same event, to the present webhook endpoint', async () => {
    const event = await eventOf({ callbackUrl: 'https://old.example/hooks' })
    await attemptDelivery(event.deliveryId, 'succeeded', start)
    const first = { merchantId: merchant.id, eventId: event.id, deliveryId: newDelivery(60) }
    expect(await insertReplay(database, { ...first, now: after(60) })).toBe(true)
    const second = { replayedId: event.deliveryId, deliveryId: newDelivery(61) }
    expect(await replayDelivery(database, { ...second, now: after(61) })).toBe(merchant.id)
    const read = await readEvent(database, merchant.id, event.id)
    expect(read?.deliveries).toMatchObject([
      { id: event.deliveryId, status: 'succeeded', url: 'https://old.example/hooks' },
      { status: 'pending', url: merchant.callbackUrl, nextAttemptAt: after(60), attempts: [] },
      { status: 'pending', url: merchant.callbackUrl, nextAttemptAt: after(61), attempts: [] },
    ])
  })

  it("S-90: is refused for another merchant's event and for unknown ids", async () => {
    const event = await eventOf()
    const other = await insertNotifiedMerchant(database, { ...merchant, key, now: start })
    const replay = { deliveryId: newDelivery(60), now: start }
    const foreign = { ...replay, merchantId: other.id, eventId: event.id }
    expect(await insertReplay(database, foreign)).toBe(false)
    expect(await replayDelivery(database, { ...replay, replayedId: 'dlv_none' })).toBeUndefined()
    const read = await readEvent(database, merchant.id, event.id)
    expect(read?.deliveries).toHaveLength(1)
  })
})

describe('listDeliveries', () => {
  it('lists deliveries of a merchant by status, newest first, with the last attempt', async () => {
    const lister = await insertNotifiedMerchant(database, { ...merchant, key, now: start })
    const options = { merchantId: lister.id }
    const failing = await eventOf({ ...options, createdAt: after(1) })
    const done = await eventOf({ ...options, createdAt: after(2) })
    await attemptDelivery(failing.deliveryId, 'pending', after(1))
    await attemptDelivery(done.deliveryId, 'succeeded', after(3))
    const all = await listDeliveries(database, { ...options, limit: 10 })
    expect(all).toMatchObject([
      { id: done.deliveryId, status: 'succeeded', attemptsMade: 1, lastStatusCode: 204 },
      { id: failing.deliveryId, eventId: failing.id, eventType: 'ping', lastStatusCode: 500 },
    ])
    const pending = await listDeliveries(database, { ...options, status: 'pending', limit: 10 })
    expect(pending.map(({ id }) => id)).toEqual([failing.deliveryId])
    expect(await listDeliveries(database, { ...options, limit: 1 })).toHaveLength(1)
  })
})

describe('pruneAttempts', () => {
  it('deletes exactly the attempts before a time', async () => {
    const event = await eventOf()
    await attemptDelivery(event.deliveryId, 'pending', start)
    await attemptDelivery(event.deliveryId, 'succeeded', after(5))
    await pruneAttempts(database, after(5))
    const read = await readEvent(database, merchant.id, event.id)
    expect(read?.deliveries).toMatchObject([{ status: 'succeeded', attempts: [{ number: 2 }] }])
  })
})
