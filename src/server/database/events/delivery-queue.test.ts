import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import {
  insertBareSession,
  insertNotifiedMerchant,
  insertTestEvent,
  type NotifiedMerchant,
} from '#proof/testing/notification-records.ts'
import { statement, type Database } from '../engine/database.ts'
import { finishAttempt, type FinishedAttempt } from './delivery-attempts.ts'
import {
  claimDueDeliveries,
  disableWebhookEndpoint,
  resumeDeliveries,
  type ClaimRules,
} from './delivery-queue.ts'
import { readEvent } from './events.ts'
import { readMerchant, setWebhookEndpoint } from '../merchants/merchants.ts'

const key = randomBytes(32)
const start = new Date('2026-11-20T12:00:00.000Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const newToken = () => randomBytes(16).toString('hex')

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
})
afterAll(() => test.drop())

const EMPTY = statement('test: empty', 'truncate merchants cascade')
beforeEach(() => database.query(EMPTY, []))

const newMerchant = (): Promise<NotifiedMerchant> =>
  insertNotifiedMerchant(database, { callbackUrl: 'https://store.example/', key, now: start })

async function events(merchant: NotifiedMerchant, count: number, createdAt = start) {
  const { id: merchantId, callbackUrl } = merchant
  const made = []
  for (let index = 0; index < count; index++)
    made.push(await insertTestEvent(database, { merchantId, callbackUrl, createdAt }))
  return made
}

const claim = (rules: Partial<ClaimRules> = {}) =>
  claimDueDeliveries(database, {
    now: start,
    wallNow: rules.now ?? start,
    leaseSeconds: 60,
    token: newToken(),
    limit: 50,
    doubtfulMax: 25,
    slowMerchants: [],
    perMerchantMax: 5,
    ...rules,
  })

const failed: Omit<FinishedAttempt, 'deliveryId' | 'token'> = {
  url: 'https://store.example/',
  status: 'pending',
  nextAttemptAt: after(5),
  startedAt: start,
  finishedAt: after(1),
  durationMs: 1000,
  statusCode: 500,
  error: null,
  responseExcerpt: null,
  requestHeaders: null,
}
const delivered = { ...failed, status: 'succeeded', nextAttemptAt: null, statusCode: 204 } as const

/** Claimed deliveries per merchant, in descending order. */
function shares(claimed: readonly { merchantId: string }[]): number[] {
  const counts = new Map<string, number>()
  for (const { merchantId } of claimed) counts.set(merchantId, (counts.get(merchantId) ?? 0) + 1)
  return [...counts.values()].toSorted((a, b) => b - a)
}

describe('claimDueDeliveries', () => {
  it('leases what is due, once, with all that an attempt needs', async () => {
    const merchant = await newMerchant()
    const [due] = await events(merchant, 1)
    await events(merchant, 1, after(1))
    expect(await claim()).toEqual([
      {
        id: due?.deliveryId,
        eventId: due?.id,
        eventType: 'ping',
        merchantId: merchant.id,
        sessionId: null,
        url: merchant.callbackUrl,
        body: due?.body,
        attemptsMade: 0,
        traceparent: null,
      },
    ])
    expect(await claim()).toEqual([])
  })

  it('takes over an expired lease', async () => {
    const [due] = await events(await newMerchant(), 1)
    await claim()
    expect(await claim({ now: after(59) })).toEqual([])
    expect(await claim({ now: after(60) })).toMatchObject([{ id: due?.deliveryId }])
  })

  it('gives each merchant the same share, however much is due', async () => {
    const [busy, calm] = [await newMerchant(), await newMerchant()]
    await events(busy, 40)
    await events(calm, 3, after(-1))
    await events(await newMerchant(), 1, after(1))
    expect(shares(await claim({ now: after(1), limit: 4 }))).toEqual([2, 1, 1])
    expect(shares(await claim({ now: after(1) }))).toEqual([4, 1])
  })

  it('counts leased deliveries toward the concurrency limit of a merchant', async () => {
    const merchant = await newMerchant()
    await events(merchant, 12)
    const token = newToken()
    const [first] = await claim({ token })
    expect(await claim()).toEqual([])
    await finishAttempt(database, { ...delivered, deliveryId: first?.id ?? '', token })
    expect(await claim()).toHaveLength(1)
    expect(await claim({ now: after(60) })).toHaveLength(5)
  })

  it('R-22: never leases a delivery to two concurrent workers', async () => {
    const merchants = await Promise.all(Array.from({ length: 20 }, newMerchant))
    for (const merchant of merchants) await events(merchant, 5)
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim({ limit: 20 })))
    const rest = await claim({ limit: 100 })
    const ids = [...claims.flat(), ...rest].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(100)
  })

  it('R-24: claims first attempts before retries, which have their own limit', async () => {
    for (let index = 0; index < 6; index++) await events(await newMerchant(), 1)
    const token = newToken()
    for (const { id } of await claim({ token }))
      await finishAttempt(database, { ...failed, deliveryId: id, token })
    const fresh = await events(await newMerchant(), 2, after(60))
    const again = { now: after(60), doubtfulMax: 2 }
    const first = await claim({ ...again, limit: 2 })
    expect(new Set(first.map(({ eventId }) => eventId))).toEqual(new Set(fresh.map(({ id }) => id)))
    expect(await claim({ ...again, limit: 4 })).toMatchObject([
      { attemptsMade: 1 },
      { attemptsMade: 1 },
    ])
    expect(await claim({ ...again, doubtfulMax: 0 })).toEqual([])
  })

  it('R-24: counts first attempts to a slow merchant among the retries', async () => {
    const slow = [await newMerchant(), await newMerchant()]
    for (const merchant of slow) await events(merchant, 3)
    const [quick] = await events(await newMerchant(), 1)
    const rules = { doubtfulMax: 2, slowMerchants: slow.map(({ id }) => id) }
    expect((await claim({ ...rules, limit: 1 })).map(({ eventId }) => eventId)).toEqual([quick?.id])
    expect(shares(await claim(rules))).toEqual([1, 1])
    expect(await claim({ ...rules, doubtfulMax: 0 })).toEqual([])
  })

  it('skips a hundred merchants with nothing due', async () => {
    for (let index = 0; index < 100; index++) await events(await newMerchant(), 2, after(3600))
    const [due] = await events(await newMerchant(), 1)
    expect(await claim()).toMatchObject([{ id: due?.deliveryId }])
  })
})

describe('finishAttempt', () => {
  it('writes the attempt and when the next one is due', async () => {
    const merchant = await newMerchant()
    const [event] = await events(merchant, 1)
    const deliveryId = event?.deliveryId ?? ''
    const token = newToken()
    await claim({ token })
    expect(await finishAttempt(database, { ...failed, deliveryId, token })).toBe('pending')
    const read = await readEvent(database, merchant.id, event?.id ?? '')
    expect(read?.deliveries).toMatchObject([
      { status: 'pending', nextAttemptAt: after(5), attempts: [{ number: 1, durationMs: 1000 }] },
    ])
    expect(await claim({ now: after(4) })).toEqual([])
    expect(await claim({ now: after(5) })).toMatchObject([{ id: deliveryId, attemptsMade: 1 }])
  })

  it('R-21: refuses the writes of a worker whose lease was taken over', async () => {
    const merchant = await newMerchant()
    const [event] = await events(merchant, 1)
    const deliveryId = event?.deliveryId ?? ''
    const [stale, fresh] = [newToken(), newToken()]
    await claim({ token: stale })
    await claim({ token: fresh, now: after(60) })
    const write = (token: string, attempt: typeof failed) =>
      finishAttempt(database, { ...attempt, deliveryId, token })
    expect(
      await write(stale, { ...failed, status: 'exhausted', nextAttemptAt: null }),
    ).toBeUndefined()
    expect(await write(fresh, delivered)).toBe('succeeded')
    expect(await write(fresh, failed)).toBeUndefined()
    const read = await readEvent(database, merchant.id, event?.id ?? '')
    expect(read?.deliveries).toMatchObject([
      { status: 'succeeded', nextAttemptAt: null, attempts: [{ number: 1, statusCode: 204 }] },
    ])
  })

  const VERSION = statement('test: version', 'select version from sessions where id = $1')

  it.each([
    ['session.completed', delivered, 2],
    ['session.completed', failed, 1],
    ['payment.succeeded', delivered, 1],
  ] as const)('%s, %o: makes the version of the session %i', async (type, attempt, version) => {
    const merchant = await newMerchant()
    const sessionId = await insertBareSession(database, merchant.id, start)
    const { id: merchantId, callbackUrl } = merchant
    const { deliveryId } = await insertTestEvent(database, {
      merchantId,
      callbackUrl,
      sessionId,
      type,
      createdAt: start,
    })
    const changed: string[] = []
    const stop = await database.listen(
      'sessions',
      (payload) => changed.push(payload),
      () => {},
    )
    const token = newToken()
    await claim({ token })
    await finishAttempt(database, { ...attempt, deliveryId, token })
    expect(await database.query(VERSION, [sessionId])).toEqual([{ version }])
    await expect.poll(() => changed.length).toBe(version - 1)
    expect(changed.every((payload) => payload === `${sessionId} ${version}`)).toBe(true)
    await stop()
  })
})

describe('disableWebhookEndpoint', () => {
  it('R-25: holds pending deliveries, lets attempts under way finish, and stops their retries', async () => {
    const merchant = await newMerchant()
    const made = await events(merchant, 3)
    const token = newToken()
    const [failing, succeeding] = await claim({ token, limit: 2 })
    const gone = {
      merchantId: merchant.id,
      url: merchant.callbackUrl,
      now: after(1),
      wallNow: after(1),
    }
    expect(await disableWebhookEndpoint(database, gone)).toBe(true)
    expect(await disableWebhookEndpoint(database, gone)).toBe(false)
    const finish = (id: string | undefined, attempt: typeof failed) =>
      finishAttempt(database, { ...attempt, deliveryId: id ?? '', token })
    expect(await finish(failing?.id, failed)).toBe('disabled')
    expect(await finish(succeeding?.id, delivered)).toBe('succeeded')
    const states: string[] = []
    for (const { id } of made) {
      const read = await readEvent(database, merchant.id, id)
      states.push(read?.deliveries[0]?.status ?? '')
    }
    expect(states.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'disabled',
      'disabled',
      'succeeded',
    ])
    expect((await readMerchant(database, merchant.id))?.callbackDisabledAt).toEqual(after(1))
    expect(await claim({ now: after(3600) })).toEqual([])
  })

  it('does nothing when the URL has changed meanwhile', async () => {
    const merchant = await newMerchant()
    await events(merchant, 1)
    await setWebhookEndpoint(database, merchant.id, 'https://new.example/')
    const gone = {
      merchantId: merchant.id,
      url: merchant.callbackUrl,
      now: after(1),
      wallNow: after(1),
    }
    expect(await disableWebhookEndpoint(database, gone)).toBe(false)
    expect(await claim()).toHaveLength(1)
  })
})

describe('R-26: resumeDeliveries', () => {
  it('sends held and pending deliveries to the new endpoint', async () => {
    const merchant = await newMerchant()
    await events(merchant, 2)
    const gone = {
      merchantId: merchant.id,
      url: merchant.callbackUrl,
      now: after(1),
      wallNow: after(1),
    }
    await disableWebhookEndpoint(database, gone)
    const url = 'https://new.example/'
    await setWebhookEndpoint(database, merchant.id, url)
    await events(merchant, 1, after(3))
    const resumed = { merchantId: merchant.id, url, now: after(2) }
    expect(await resumeDeliveries(database, resumed)).toBe(3)
    expect(await claim({ now: after(2) })).toMatchObject([{ url }, { url }])
    expect(await claim({ now: after(3) })).toMatchObject([{ url }])
  })
})
