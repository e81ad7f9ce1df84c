import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { openSessionWatch } from '../../service/watch/session-watch.ts'

/** An answer within this time did not wait. */
const WAIT_MS = 20_000

describe('GET /v1/checkout/{reference}?afterVersion=&waitSeconds=', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  /** The view, and the duration of the call. */
  const wait = async (open: OpenSession, query: string, signal?: AbortSignal) => {
    const startedMs = performance.now()
    const path = `${open.checkoutPath}?${query}`
    const answer = await api.checkout.send('GET', path, signal ? { signal } : {})
    return { view: answer.as(Checkout), tookMs: performance.now() - startedMs }
  }
  const cancel = (open: OpenSession) => api.merchant.post(`/v1/sessions/${open.id}/cancel`)

  it('answers at once when there is a newer version', async () => {
    const open = await createTestSession(api)
    const { view, tookMs } = await wait(open, 'afterVersion=0&waitSeconds=20')
    expect(view.version).toBe(1)
    expect(tookMs).toBeLessThan(WAIT_MS)
  })

  it('answers at once without a version or without a wait', async () => {
    const open = await createTestSession(api)
    expect((await wait(open, 'waitSeconds=20')).tookMs).toBeLessThan(WAIT_MS)
    expect((await wait(open, 'afterVersion=1')).tookMs).toBeLessThan(WAIT_MS)
  })

  it('answers after the time-out when nothing changes', async () => {
    const open = await createTestSession(api)
    const { view, tookMs } = await wait(open, 'afterVersion=1&waitSeconds=1')
    expect(view.version).toBe(1)
    expect(tookMs).toBeGreaterThan(950)
  })

  it('wakes all waiters when the session changes, whichever process changed it', async () => {
    const open = await createTestSession(api)
    const waiting = Promise.all(
      Array.from({ length: 10 }, () => wait(open, 'afterVersion=1&waitSeconds=20')),
    )
    await sleep(100)
    await cancel(open)
    for (const { view, tookMs } of await waiting) {
      expect(view).toMatchObject({ status: 'canceled', version: 2 })
      expect(tookMs).toBeLessThan(WAIT_MS)
    }
  })

  it('misses no change close to the first read', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const open = await createTestSession(api)
      const [{ view, tookMs }] = await Promise.all([
        wait(open, 'afterVersion=1&waitSeconds=20'),
        sleep(turn / 4).then(() => cancel(open)),
      ])
      expect(view.version).toBe(2)
      expect(tookMs).toBeLessThan(WAIT_MS)
    }
  })

  it('misses no change between the first read and the wait', async () => {
    const open = await createTestSession(api)
    const { database } = api.context
    let looks = 0
    const query: typeof database.query = async (statement, values) => {
      const rows = await database.query<never>(statement, values)
      if (statement.name.startsWith('session by reference') && (looks += 1) === 1) {
        await cancel(open)
        // Until every subscriber has been notified.
        await sleep(50)
      }
      return rows
    }
    Object.assign(api.context, { database: { ...database, query } })
    try {
      expect((await wait(open, 'afterVersion=1&waitSeconds=20')).tookMs).toBeLessThan(WAIT_MS)
    } finally {
      Object.assign(api.context, { database })
    }
  })

  it('ends when the caller disconnects', async () => {
    const open = await createTestSession(api)
    const { tookMs } = await wait(open, 'afterVersion=1&waitSeconds=20', AbortSignal.timeout(200))
    expect(tookMs).toBeLessThan(WAIT_MS)
  })

  it('wakes a waiter after another one has disconnected', async () => {
    const open = await createTestSession(api)
    const gone = wait(open, 'afterVersion=1&waitSeconds=20', AbortSignal.timeout(50))
    const staying = wait(open, 'afterVersion=1&waitSeconds=20')
    await gone
    await cancel(open)
    const { view, tookMs } = await staying
    expect(view.version).toBe(2)
    expect(tookMs).toBeLessThan(WAIT_MS)
  })

  it('ends on graceful shutdown', async () => {
    const watch = await openSessionWatch(api.database)
    const waiting = watch.changed(
      { id: 'cs_x', merchantId: 'm' },
      WAIT_MS,
      new AbortController().signal,
    )
    await watch.close()
    expect(await waiting).toBeUndefined()
  })
})
