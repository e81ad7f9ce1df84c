import { describe, expect, it, onTestFinished } from 'vitest'
import { statement } from '../../../database/engine/database.ts'
import { openDatabase } from '../../../database/engine/open-database.ts'
import { readMerchant } from '../../../database/merchants/merchants.ts'
import { readReferenceHash } from '../../../database/sessions/sessions.ts'
import { createNamedFailures, OTHERS } from '#proof/testing/failing-database.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { startWebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import type { SendResult, Sender } from '../../../outgoing/send-webhook.ts'
import {
  answerWith,
  loopbackSender,
  reference,
  useDeliveries,
} from '#proof/testing/server/deliveries.fixture.ts'

const { at, later, newMerchant, newEvent, worker, deliveriesOf } = useDeliveries()

const AN_HOUR_MS = 3_600_000
/** A busy machine takes seconds to open connections, and a worker logs those that it cannot open in time. */
const PATIENT_MS = 30_000

// tests guard: busy-permits

describe('delivery workers', () => {
  it('deliver at once when woken', async () => {
    worker({ pollMs: AN_HOUR_MS }).start()
    await untilListening()
    for (let round = 1; round <= 5; round++) {
      await newEvent()
      await expect.poll(() => at.receiver.received.length).toBe(round)
    }
  })

  it('find deliveries by polling when not woken', async () => {
    const deaf = { ...at.test.database, listen: () => Promise.reject(new Error('no connection')) }
    worker({ database: deaf }).start()
    await expect
      .poll(() => at.logged)
      .toMatchObject([{ message: expect.stringContaining('polling') }])
    await newEvent()
    await expect.poll(() => at.receiver.received.length).toBe(1)
  })

  it('R-22: that race deliver each event once', async () => {
    const merchants = [at.merchant]
    while (merchants.length < 10) merchants.push(await newMerchant(at.receiver.url))
    const events = []
    for (let index = 0; index < 200; index++)
      events.push((await newEvent({}, merchants[index % 10] ?? at.merchant)).id)
    const databases = Array.from({ length: 4 }, () =>
      openDatabase({
        url: at.test.url,
        log: { info: () => {}, warn: () => {} },
        timeoutMs: PATIENT_MS,
      }),
    )
    const workers = databases.map((database) => worker({ database }))
    for (const each of workers) each.start()
    await expect.poll(() => at.receiver.received.length).toBe(200)
    await Promise.all(workers.map((each) => each.stop()))
    await Promise.all(databases.map((database) => database.close()))
    const ids = at.receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids)).toEqual(new Set(events))
    expect(ids).toHaveLength(200)
    expect(at.logged).toEqual([])
  })

  it('R-21: cannot write after their lease has expired', async () => {
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
    at.now = later(60)
    expect(await worker().runOnce()).toBe(1)
    answer.resolve({ statusCode: 410, durationMs: 60_000 })
    await stale
    expect(await deliveriesOf(event)).toMatchObject([
      { status: 'succeeded', attempts: [{ number: 1, statusCode: 204 }] },
    ])
    expect((await readMerchant(at.test.database, at.merchant.id))?.callbackDisabledAt).toBeNull()
    expect(at.logged).toMatchObject([{ outcome: 'lost' }])
  })

  it.each(OTHERS)(
    'R-80: outlive each statement that fails while others are pending, which %s',
    async (others) => {
      const failures = createNamedFailures()
      const database = failures.around(at.test.database)
      const merchants = [at.merchant, await newMerchant(at.receiver.url)]
      const batch = worker({
        database,
        async referenceOf(sessionId) {
          await readReferenceHash(database, sessionId)
          return reference
        },
      })
      const run = () => batch.runOnce().catch(() => 0)
      const addEvents = async () => {
        const events = []
        for (const merchant of [...merchants, ...merchants]) {
          const sessionId = await insertBareSession(at.test.database, merchant.id, at.now)
          events.push({ merchant, event: await newEvent({ sessionId }, merchant) })
        }
        return events
      }
      await addEvents()
      const names = await failures.namesOf(run)
      expect(names.length).toBeGreaterThan(3)
      for (const name of names) {
        const events = await addEvents()
        expect([name, await failures.unhandledOf(name, others, run)]).toEqual([name, []])
        at.now = later(60)
        while ((await run()) > 0);
        for (const { event, merchant } of events)
          expect(await deliveriesOf(event, merchant)).toMatchObject([{ status: 'succeeded' }])
      }
    },
  )

  it('R-24: isolate a failing endpoint with a hundred due deliveries from others', async () => {
    const dead = await startWebhookReceiver()
    let connected = 0
    let connectedMax = 0
    dead.answer = (_, response) => {
      connectedMax = Math.max(connectedMax, ++connected)
      response.on('close', () => (connected -= 1))
    }
    const buried = await newMerchant(dead.url)
    for (let index = 0; index < 100; index++) await newEvent({}, buried)
    worker({ sender: loopbackSender(AN_HOUR_MS) }).start()
    await expect.poll(() => dead.received.length).toBe(5)
    for (let index = 0; index < 20; index++) await newEvent()
    await expect.poll(() => at.receiver.received.length).toBe(20)
    expect([connected, connectedMax]).toEqual([5, 5])
    await dead[Symbol.asyncDispose]()
  })

  it('R-24: isolate twenty silent endpoints with new events from others', async () => {
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
    const addEvents = async (count: number) => {
      for (const each of silent)
        for (let index = 0; index < count; index++) await newEvent({}, each)
    }
    await addEvents(3)
    worker({ sender }).start()
    onTestFinished(() => unanswered.forEach((giveUp) => giveUp()))
    await expect.poll(() => unanswered.length).toBe(50)
    for (const giveUp of unanswered.splice(0)) giveUp()
    // The unclaimed deliveries are claimed now and fail, too: every silent endpoint is known to be slow.
    await expect.poll(() => unanswered.length).toBe(10)
    for (const giveUp of unanswered.splice(0)) giveUp()
    await addEvents(3)
    await expect.poll(() => unanswered.length).toBe(25)
    await newEvent()
    await expect.poll(() => at.receiver.received.length).toBe(1)
    expect(unanswered.length).toBe(25)
  })

  it('R-62: a receiver that keeps up gets more at once, within a bound for all', async () => {
    const others = [
      await newMerchant('http://busy-1.example/'),
      await newMerchant('http://busy-2.example/'),
    ]
    const merchants = [at.merchant, ...others]
    for (const each of merchants) for (let index = 0; index < 40; index++) await newEvent({}, each)
    const unanswered: { url: string; answer: () => void }[] = []
    const sender: Sender = {
      close: async () => {},
      post({ url }) {
        const { promise, resolve } = Promise.withResolvers<SendResult>()
        unanswered.push({ url, answer: () => resolve({ statusCode: 204, durationMs: 300 }) })
        return promise
      },
    }
    const waiting = () => merchants.map(({ callbackUrl }) => countOf(unanswered, callbackUrl))
    worker({ sender }).start()
    onTestFinished(() => unanswered.forEach(({ answer }) => answer()))
    await expect.poll(waiting).toEqual([5, 5, 5])

    const [first] = unanswered.splice(firstOf(unanswered, at.merchant.callbackUrl), 1)
    first?.answer()
    await expect.poll(waiting).toEqual([16, 5, 5])
    for (const { callbackUrl } of others)
      for (const { answer } of unanswered.splice(firstOf(unanswered, callbackUrl), 1)) answer()
    // Fifteen within the limits of the three merchants, and thirty extra.
    await expect.poll(() => unanswered.length).toBe(45)
    expect(Math.max(...waiting())).toBe(16)
  })

  it('finish attempts under way on stop, and start none', async () => {
    at.receiver.answer = (_, response) => void setTimeout(() => response.end(), 300)
    const event = await newEvent()
    const stopping = worker()
    stopping.start()
    await expect.poll(() => at.receiver.received.length).toBe(1)
    const late = await newEvent({ createdAt: later(1) })
    at.now = later(1)
    await stopping.stop()
    expect(await deliveriesOf(event)).toMatchObject([{ status: 'succeeded' }])
    expect(await deliveriesOf(late)).toMatchObject([{ status: 'pending', attempts: [] }])
  })

  it('leave an attempt that shutdown aborted to the next worker', async () => {
    at.receiver.answer = () => {}
    const event = await newEvent()
    const sender = loopbackSender()
    const attempting = worker({ sender }).runOnce()
    await expect.poll(() => at.receiver.received.length).toBe(1)
    await sender.close()
    await attempting
    expect(await deliveriesOf(event)).toMatchObject([{ status: 'pending', attempts: [] }])
    at.receiver.answer = answerWith(204)
    at.now = later(60)
    expect(await worker().runOnce()).toBe(1)
  })

  it('R-12: survive a short database outage', async () => {
    let away = true
    const { database } = at.test
    const shaky = {
      ...database,
      query: ((...asked) =>
        away
          ? Promise.reject(new Error('away'))
          : database.query(...asked)) as typeof database.query,
    }
    worker({ database: shaky }).start()
    await expect
      .poll(() => at.logged)
      .toMatchObject([{ message: 'due deliveries cannot be claimed' }])
    away = false
    await newEvent()
    await expect.poll(() => at.receiver.received.length).toBe(1)
  })
})

async function untilListening(): Promise<void> {
  const LISTENERS = statement(
    'test: listeners',
    `select pid from pg_stat_activity where query like 'listen %deliveries%' and datname = current_database()`,
  )
  await expect.poll(() => at.test.database.query(LISTENERS, [])).not.toEqual([])
}

type Unanswered = readonly { url: string }[]

const countOf = (unanswered: Unanswered, url: string | null) =>
  unanswered.filter((one) => one.url === url).length

const firstOf = (unanswered: Unanswered, url: string | null) =>
  unanswered.findIndex((one) => one.url === url)
