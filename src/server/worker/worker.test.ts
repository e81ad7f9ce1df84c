import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { forEach } from '../service/for-each.ts'
import { prune } from '../service/installation/prune.ts'
import { repeat } from './repeat.ts'
import { startWorker } from './worker.ts'

const DAY_MS = 86_400_000
const silent = pino({ level: 'silent' })

describe('repeat', () => {
  it('continues after a failed run and logs it', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    let runs = 0
    const task = async () => {
      runs += 1
      if (runs === 1) throw new Error('once')
      return false
    }
    const repeated = repeat('sweep', 1, task, log)
    await expect.poll(() => runs).toBeGreaterThan(2)
    await repeated.stop()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('sweep')
  })

  it('runs again at once while there is work, and pauses otherwise', async () => {
    let runs = 0
    const repeated = repeat('work', 60_000, async () => (runs += 1) < 5, silent)
    await expect.poll(() => runs).toBe(5)
    await repeated.stop()
    expect(runs).toBe(5)
  })

  it('pauses after a failed run, too', async () => {
    let runs = 0
    const task = async () => {
      runs += 1
      throw new Error('every time')
    }
    const repeated = repeat('broken', 60_000, task, silent)
    await new Promise((tick) => setTimeout(tick, 50))
    await repeated.stop()
    expect(runs).toBe(1)
  })

  it('stops during its pause, but not before a run has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let stopped = false
    const repeated = repeat('slow', 60_000, () => promise, silent)
    const stopping = repeated.stop().then(() => (stopped = true))
    await new Promise((tick) => setTimeout(tick, 20))
    expect(stopped).toBe(false)
    resolve(false)
    await stopping
    const waiting = repeat('pausing', 60_000, async () => false, silent)
    await new Promise((tick) => setTimeout(tick, 20))
    await waiting.stop()
  })
})

describe('forEach', () => {
  it('processes each item once despite failures, and counts the successes', async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, index }))
    const seen: number[] = []
    const done = await forEach('test', items, { log: silent }, async ({ index }) => {
      seen.push(index)
      await Promise.resolve()
      if (index % 10 === 0) throw new Error('broken')
      return index % 2 === 0
    })
    expect(seen.toSorted((a, b) => a - b)).toEqual(items.map(({ index }) => index))
    expect(done).toBe(40)
  })

  it('bounds its concurrency', async () => {
    let now = 0
    let most = 0
    await forEach(
      'test',
      Array.from({ length: 50 }, (_, index) => ({ id: `${index}` })),
      { log: silent },
      async () => {
        most = Math.max(most, (now += 1))
        await new Promise((tick) => setTimeout(tick, 1))
        now -= 1
        return true
      },
    )
    expect(most).toBeLessThanOrEqual(8)
  })
})

describe('the worker', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  it('runs the due jobs, and stops on request', async () => {
    const open = await createTestSession(api, { expiresInSeconds: 60 })
    const worker = startWorker(api.context)
    api.clock.advance(60_000)
    await expect.poll(async () => (await open.read()).status).toBe('expired')
    await worker.stop()
    const later = await createTestSession(api, { expiresInSeconds: 60 })
    api.clock.advance(60_000)
    await new Promise((tick) => setTimeout(tick, 1200))
    expect((await later.read()).status).toBe('open')
  })

  it('prunes idempotency keys after a day, and no earlier', async () => {
    const body = { merchantId: api.merchant.id, amount: 1 }
    await api.merchant.post('/v1/sessions', body, { 'idempotency-key': 'kept' })
    const count = async () =>
      Number((await api.sql<{ count: number }>('select count(*) from idempotency_keys'))[0]?.count)
    api.clock.advance(DAY_MS - 60_000)
    await prune(api.context)
    expect(await count()).toBe(1)
    api.clock.advance(60_000)
    await prune(api.context)
    expect(await count()).toBe(0)
  })
})
