import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { createDeliveryWorker } from '#server/service/events/deliveries/delivery-worker.ts'
import { startWorker } from '#server/worker/worker.ts'
import { Clock } from '#contract/sandbox-clock.ts'
import { Checkout } from '#contract/checkout.ts'
import {
  deliveryOf,
  PATH,
  readClock,
  setClock,
  startSecondProcess,
} from '#proof/testing/sandbox/clock.fixture.ts'
import { openMerchantClocks } from '../clock/merchant-clocks.ts'
import { startMerchantWorker } from '../clock/merchant-worker.ts'

let api: TestApi
let second: Awaited<ReturnType<typeof startSecondProcess>>
let receiver: WebhookReceiver
let merchant: TestMerchant
beforeAll(async () => {
  api = await startTestApi({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] })
  second = await startSecondProcess(api)
})
afterAll(async () => {
  await second.close()
  await api.close()
})
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  merchant = await api.addMerchant({ callbackUrl: receiver.url })
  return () => receiver[Symbol.asyncDispose]()
})

const elsewhere = () => api.caller(merchant.apiKey, second.fetch)

/** Starts the background work of a process. */
function startBackground() {
  const { context } = second
  const worker = startWorker(context)
  const merchantWorker = startMerchantWorker(context)
  const deliveries = createDeliveryWorker(
    { ...context.sandbox.deliveries, clock: context.clock },
    () => context.time.due(),
  )
  deliveries.start()
  return async () => {
    await Promise.all([worker.stop(), merchantWorker.stop(), deliveries.stop()])
  }
}

describe('another process', () => {
  it('sees a clock that any process has moved', async () => {
    const { now } = await setClock(merchant, { action: 'freeze' })
    const seen = async () => (await elsewhere().get(PATH)).as(Clock)
    await expect.poll(seen).toMatchObject({ now, frozen: true })
    const moved = (await elsewhere().post(PATH, { action: 'advance', by: '1h' })).as(Clock)
    await expect.poll(() => readClock(merchant)).toMatchObject({ now: moved.now })
    await setClock(merchant, { action: 'resume' })
    await expect.poll(seen).toMatchObject({ frozen: false, offsetSeconds: 0 })
  })

  it('sees the clock when it starts later', async () => {
    const { now } = await setClock(merchant, { action: 'freeze' })
    const third = await startSecondProcess(api)
    const seen = (await api.caller(merchant.apiKey, third.fetch).get(PATH)).as(Clock)
    await third.close()
    expect(seen).toMatchObject({ now, frozen: true })
  })

  it('learns of one change for each, although a lease comes before the first', async () => {
    const changes: string[] = []
    const clocks = await openMerchantClocks(api.database, api.context.wallClock, {
      onChange: (merchantId) => changes.push(merchantId),
      onError: (error) => api.context.log.error(error),
    })
    await setClock(merchant, { action: 'freeze' })
    await expect.poll(() => clocks.isFrozen(merchant.id)).toBe(true)
    await setClock(merchant, { action: 'resume' })
    await expect.poll(() => clocks.isFrozen(merchant.id)).toBe(false)
    await setClock(merchant, { action: 'advance', by: '1h' })
    await expect.poll(() => clocks.offsetMs(merchant.id)).toBeGreaterThan(0)
    await clocks.close()
    expect(changes.filter((merchantId) => merchantId === merchant.id)).toHaveLength(3)
  })

  it("wakes long polls on the merchant's sessions, even without a new version", async () => {
    const open = await createTestSession(api, {}, merchant)
    const waiting = api.checkout.get(`${open.checkoutPath}?afterVersion=1&waitSeconds=20`)
    const begun = performance.now()
    await elsewhere().post(PATH, { action: 'freeze', at: '2026-12-01T00:00:00.000Z' })
    // The session has expired by the new time; nothing else has changed.
    expect((await waiting).as(Checkout)).toMatchObject({ clockFrozen: true })
    const again = await open.look()
    const next = api.checkout.get(
      `${open.checkoutPath}?afterVersion=${again.version}&waitSeconds=20`,
    )
    await elsewhere().post(PATH, { action: 'advance', by: '1h' })
    expect((await next).as(Checkout)).toMatchObject({
      version: again.version,
      now: '2026-12-01T01:00:00.000Z',
    })
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})

describe('the background work', () => {
  it("does each merchant's work by their own clock, once across processes", async () => {
    const stop = startBackground()
    try {
      await setClock(merchant, { action: 'freeze' })
      const open = await createTestSession(api, { expiresInSeconds: 60 }, merchant)
      const real = await createTestSession(api, { expiresInSeconds: 60 })
      api.clock.advance(120_000)
      await expect.poll(async () => (await real.read()).status).toBe('expired')
      expect((await open.read()).status).toBe('open')
      await setClock(merchant, { action: 'advance', by: '2m' })
      expect((await open.read()).status).toBe('expired')
      expect(receiver.received).toHaveLength(1)
      await open.payByCard('4242424242424242')
      const paid = await createTestSession(api, {}, merchant)
      await paid.payByCard('4242424242424242')
      const types = () =>
        receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
      await expect
        .poll(types)
        .toEqual(
          expect.arrayContaining(['session.expired', 'payment.succeeded', 'session.completed']),
        )
      expect(types()).toHaveLength(3)
    } finally {
      await stop()
    }
  })

  it('keeps the retry schedule during an advance', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end()
    await setClock(merchant, { action: 'freeze' })
    const stop = startBackground()
    try {
      await createTestSession(api, { expiresInSeconds: 60 }, merchant)
      await setClock(merchant, { action: 'advance', by: '4d' })
      const { status, attempts } = await deliveryOf(merchant, 'session.expired')
      expect([status, attempts.length]).toEqual(['exhausted', 12])
      expect(receiver.received).toHaveLength(12)
    } finally {
      await stop()
    }
  })
})

describe('a process that dies during an advance', () => {
  it('leaves a clock that the next process can move, and loses nothing', async () => {
    let tries = 0
    const { resolve: die, promise: death } = Promise.withResolvers<undefined>()
    receiver.answer = (_, response) => {
      tries += 1
      response.writeHead(500).end()
      if (tries === 4) die(undefined)
    }
    await setClock(merchant, { action: 'freeze' })
    await createTestSession(api, { expiresInSeconds: 60 }, merchant)
    // Ends the lease of the other process while it works, as if that process had died long ago.
    const dying = elsewhere().post(PATH, { action: 'advance', by: '4d' })
    await death
    await api.sql('update sandbox_clocks set lease_token = null, leased_until = null')
    expect((await dying).problem().code).toBe('temporarily_unavailable')

    const reached = await readClock(merchant)
    expect(reached.frozen).toBe(true)
    await setClock(merchant, { action: 'advance', by: '4d' })
    const { status, attempts } = await deliveryOf(merchant, 'session.expired')
    expect([status, attempts.length]).toEqual(['exhausted', 12])
    expect(attempts.map(({ startedAt }) => startedAt)).toEqual(
      attempts.map(({ startedAt }) => startedAt).toSorted(),
    )
    expect(tries).toBe(12)
  })
})
