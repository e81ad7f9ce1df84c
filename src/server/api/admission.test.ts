import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS, operationsOf } from '#contract/operations.ts'
import { newId } from '#domain/id.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { createApi } from './api.ts'
import { createMetrics } from '../monitoring/metrics.ts'
import { createAdmission } from './admission.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '../limits/concurrency-limit.ts'

const API_URL = 'https://api.example'

let api: TestApi
let reference: string
beforeAll(async () => {
  api = await startTestApi()
  reference = (await createTestSession(api)).checkoutPath.split('/').at(-1) ?? ''
})
afterAll(() => api.close())

function open(limit: ConcurrencyLimit, environment: 'sandbox' | 'production' = 'sandbox') {
  const { context } = api
  const metrics = createMetrics()
  const admission = createAdmission(limit, {
    environment,
    apiUrl: API_URL,
    random: context.random,
    metrics,
  })
  const app = createApi(context, {
    ...api.joined,
    apiUrl: API_URL,
    metrics,
    requestsPerSecond: 100_000,
    concurrencyLimit: limit,
  })
  return { metrics, admission, app }
}

function pathOf(path: string): string {
  const id = newId('cs', api.clock.now(), api.context.random)
  return path.replace('{reference}', reference).replaceAll(/\{\w+\}/g, id)
}

const priced = operationsOf('sandbox').filter((id) => id !== 'readHealth')

describe('R-29: admission control without a free permit', () => {
  it.each(priced)('%s: refuses exactly as the API does', async (id) => {
    const { admission, app } = open(createConcurrencyLimit(0))
    const method = OPERATIONS[id].method.toUpperCase()
    const target = `${pathOf(OPERATIONS[id].path)}?limit=3`
    const refused = admission(method, target)
    const inside = await app.fetch(new Request(API_URL + target, { method }))
    expect(refused?.status).toBe(503)
    expect(inside.status).toBe(503)
    const admissionResponse = new Response(refused?.body ?? '', refused)
    const variable = (response: Response) =>
      [...response.headers].filter(([name]) => name !== 'x-request-id')
    expect(variable(admissionResponse)).toEqual(variable(inside))
    expect(admissionResponse.headers.get('retry-after')).toBe('2')
    const requestId = admissionResponse.headers.get('x-request-id')
    expect(requestId).toMatch(/^req_/)
    const problem = (await inside.json()) as object
    expect(await admissionResponse.json()).toEqual({ ...problem, requestId })
  })

  it.each([
    ['liveness', 'GET', '/v1/health'],
    ['what is not there', 'GET', '/v1/nothing'],
    ['another method', 'DELETE', '/v1/sessions'],
    ['no path at all', 'OPTIONS', '*'],
  ])('leaves %s to the API', (_, method, target) => {
    expect(open(createConcurrencyLimit(0)).admission(method, target)).toBeUndefined()
  })

  it('has no sandbox operations in production', () => {
    const { admission } = open(createConcurrencyLimit(0), 'production')
    expect(admission('GET', '/v1/sandbox/clock')).toBeUndefined()
  })

  it('admits everything while permits are free, and high priorities while few are', async () => {
    const limit = createConcurrencyLimit(2)
    const { admission } = open(limit)
    const targets = [
      ['GET', '/v1/sessions'],
      ['POST', '/v1/sessions'],
      ['POST', `/v1/checkout/${reference}/payments`],
      ['GET', '/v1/checkout/card-encryption-key'],
      ['GET', `/v1/checkout/${reference}`],
    ] as const
    /** The statuses of the targets, each asked for in a turn of the event loop of its own. */
    const asked = async () => {
      const statuses: (number | undefined)[] = []
      for (const [method, target] of targets) {
        statuses.push(admission(method, target)?.status)
        await setImmediate()
      }
      return statuses
    }
    expect(await asked()).toEqual([undefined, undefined, undefined, undefined, undefined])
    const release = limit.acquire('pay')
    expect(await asked()).toEqual([503, undefined, undefined, undefined, undefined])
    limit.acquire('pay')
    expect(await asked()).toEqual([503, 503, 503, 503, 503])
    release?.()
    expect(await asked()).toEqual([503, undefined, undefined, undefined, undefined])
  })

  it('counts calls that arrive together, before their bodies are read', async () => {
    const limit = createConcurrencyLimit(2)
    const { admission } = open(limit)
    const pay = () => admission('POST', `/v1/checkout/${reference}/payments`)?.status
    expect([pay(), pay(), pay()]).toEqual([undefined, undefined, 503])
    // Two permits are free for the calls themselves.
    expect(limit.hasPermit('pay')).toBe(true)
    const { promise, resolve } = Promise.withResolvers<void>()
    const work = [limit.run('pay', () => promise), limit.run('pay', () => promise)]
    expect(pay()).toBe(503)
    resolve()
    await Promise.all(work)
    // A slow sender holds no permit.
    expect([pay(), pay()]).toEqual([undefined, undefined])
    await setImmediate()
    expect(pay()).toBeUndefined()
  })

  it('counts refused calls in the metrics', async () => {
    const { admission, metrics } = open(createConcurrencyLimit(0))
    admission('POST', '/v1/sessions')
    expect(await metrics.text()).toContain(
      'checkout_request_duration_seconds_count{operation="createSession",status="503"} 1',
    )
  })
})
