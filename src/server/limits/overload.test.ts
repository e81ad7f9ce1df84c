import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import type { Answer } from '#proof/testing/caller.ts'
import { processorNotification } from '#proof/testing/processor-notification.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { DatabaseUnavailable } from '../database/engine/database-errors.ts'
import { createApi } from '../api/api.ts'
import { createMetrics } from '../monitoring/metrics.ts'
import { issueKey, keyOfCheckout } from '../service/keys/issue-key.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const processor = createScriptedProcessor()
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ processor })
})
afterAll(() => api.close())

/** A session, and a second process on its database with few permits, whose database can be stalled. */
async function openProcess(permitsMax: number) {
  const open = await createTestSession(api)
  const { context } = api
  const limit = createConcurrencyLimit(permitsMax)
  let moving = Promise.resolve()
  let asked = 0
  const whenMoving = async () => {
    asked += 1
    await moving
  }
  const database: typeof context.database = {
    ...context.database,
    query: (statement, values) =>
      whenMoving().then(() => context.database.query(statement, values)),
    transaction: (work) => whenMoving().then(() => context.database.transaction(work)),
  }
  const options = {
    apiUrl: API_URL,
    metrics: createMetrics(),
    requestsPerSecond: 100_000,
    concurrencyLimit: limit,
  }
  const app = createApi({ ...context, database }, options)
  const fetch = (request: Request) => app.fetch(request)
  const { apiKey } = await issueKey(context, keyOfCheckout('sandbox'))
  const merchant = api.caller(api.merchant.apiKey, fetch)
  const checkout = api.caller(apiKey, fetch)
  const order = { merchantId: api.merchant.id, amount: 25_990, currency: 'BRL' }
  const calls = {
    read: () => merchant.get(`/v1/sessions/${open.id}`),
    create: () => merchant.post('/v1/sessions', order),
    show: () => checkout.get(open.checkoutPath),
    pay: () => checkout.post(`${open.checkoutPath}/payments`, { method: 'pix' }),
    live: () => api.caller('', fetch).get('/v1/health'),
  }
  // Caches both keys.
  await calls.read()
  await calls.show()
  return {
    ...calls,
    limit,
    merchant,
    checkout,
    open,
    asked: () => asked,
    /** Stalls the database until the returned function is called. */
    standStill: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      moving = promise
      return resolve
    },
  }
}

function expectShed(answer: Answer): void {
  expect(answer.status).toBe(503)
  expect(answer.problem().code).toBe('temporarily_unavailable')
  expect(answer.headers.get('retry-after')).toBe('2')
}

describe('load beyond capacity', () => {
  it('R-29: is shed by priority: reading first, then creating, then the page; paying and liveness are served', async () => {
    const { asked, standStill, live, ...calls } = await openProcess(10)
    const { read, create, show, pay } = calls
    const goOn = standStill()
    const held: Promise<Answer>[] = []
    const hold = async (call: () => Promise<Answer>, times: number) => {
      for (let taken = 0; taken < times; taken++) {
        const before = asked()
        held.push(call())
        await expect.poll(asked).toBeGreaterThan(before)
      }
    }
    const expectOnlyShed = async (...shed: (() => Promise<Answer>)[]) => {
      const before = asked()
      for (const call of shed) expectShed(await call())
      // Fast: no database query was made.
      expect(asked()).toBe(before)
      expect((await live()).status).toBe(200)
    }
    await hold(read, 5)
    await expectOnlyShed(read)
    await hold(create, 3)
    await expectOnlyShed(read, create)
    await hold(show, 1)
    await expectOnlyShed(read, create, show)
    await hold(pay, 1)
    await expectOnlyShed(read, create, show, pay)

    goOn()
    const answers = await Promise.all(held)
    expect(answers.map(({ status }) => status).join(' ')).toBe(
      '200 200 200 200 200 201 201 201 200 200',
    )
    expect((await read()).status).toBe(200)
  })

  it('R-29: long polls, waits for the processor and slow senders hold no permit', async () => {
    const { asked, limit, open, read, pay, checkout, merchant } = await openProcess(1)
    const before = { asked: asked(), paid: processor.count('createPayment') }
    const declined = Promise.withResolvers<{ status: 'failed'; declineCode: 'card_declined' }>()
    processor.script('createPayment', declined.promise)
    const news = checkout.get(`${open.checkoutPath}?afterVersion=1&waitSeconds=20`)
    // It reads twice, then waits.
    await expect.poll(asked).toBe(before.asked + 2)
    await expect.poll(() => limit.hasPermit('read')).toBe(true)
    expect((await read()).status).toBe(200)
    const payment = pay()
    await expect.poll(() => processor.count('createPayment')).toBe(before.paid + 1)
    // Wakes the long poll.
    expect((await news).status).toBe(200)
    const body = new TransformStream<Uint8Array>()
    const slow = merchant.send('POST', '/v1/sessions', {
      headers: { 'content-type': 'application/json' },
      body: body.readable,
      duplex: 'half',
    } as RequestInit)
    expect((await read()).status).toBe(200)
    declined.resolve({ status: 'failed', declineCode: 'card_declined' })
    expect((await payment).status).toBe(200)
    await body.writable.close()
    expect((await slow).status).toBe(422)
    expect((await read()).status).toBe(200)
  })

  it('R-29: a processor notification that finds no database shrinks the limit, as any call does', async () => {
    const { context } = api
    const query = () => Promise.reject(new DatabaseUnavailable('no connection'))
    const limit = createConcurrencyLimit(16)
    const app = createApi(
      { ...context, database: { ...context.database, query } },
      {
        apiUrl: API_URL,
        metrics: createMetrics(),
        requestsPerSecond: 100_000,
        concurrencyLimit: limit,
      },
    )
    const at = api.clock.now()
    const notify = async (id: string) => {
      const headers = { 'x-scripted': 'authentic' }
      const request = await processorNotification('pay_1', { id, at }, { headers })
      return (await app.fetch(request)).status
    }
    expect(limit.hasPermit('read')).toBe(true)
    for (let number = 0; number < 50; number++) expect(await notify(`ntf_${number}`)).toBe(503)
    expect(limit.acquire('read')).toBeDefined()
    // Two of 16 permits are left, one of them for 'read'.
    expect(limit.hasPermit('read')).toBe(false)
    expect(limit.hasPermit('pay')).toBe(true)
  })
})
