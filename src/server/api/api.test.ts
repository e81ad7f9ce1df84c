import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations.ts'
import { DatabaseUnavailable } from '../database/engine/database-errors.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { createCaller } from '#proof/testing/caller.ts'
import { createApi } from './api.ts'
import { HANDLERS } from './handlers.ts'
import type { ServiceContext } from '../service/context.ts'
import { createMetrics } from '../monitoring/metrics.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const
const JSON_TYPE = { 'content-type': 'application/json' }
const OPERATION_LIST: readonly Operation[] = Object.values(OPERATIONS)
const PATHS = [...new Set(OPERATION_LIST.map(({ path }) => path))]

// tests guard: light-liveness

describe('the API at its addresses', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  it.each(PATHS)('S-34: %s: 405 with Allow for every other method', async (path) => {
    const methodsOf = OPERATION_LIST.filter((operation) => operation.path === path)
    const allowed = methodsOf.map(({ method }) => method.toUpperCase())
    const address = path.replaceAll(/\{\w+\}/g, 'x')
    for (const method of METHODS.filter((method) => !allowed.includes(method))) {
      const answer = await api.anyone.send(method, address)
      expect(answer.problem()).toMatchObject({ status: 405, code: 'method_not_allowed' })
      expect(answer.headers.get('allow')).toBe(allowed.join(', '))
    }
  })

  it('S-34: TRACE is refused like other methods and does not echo its request', async () => {
    const request = new Request(`${API_URL}/v1/sessions`, { headers: { 'x-odd': 'odd-value' } })
    Object.defineProperty(request, 'method', { value: 'TRACE' })
    const response = await api.fetch(request)
    expect(response.status).toBe(405)
    expect(await response.text()).not.toContain('odd')
  })

  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/sessions',
    '/v1/sessions/',
    '//v1/sessions',
    '/v1//sessions',
    '/V1/sessions',
    '/v1/Sessions',
    '/v1/sessions;jsessionid=1',
    '/v1/sessions.json',
    '/v1/sessions%2f',
    '/v1/sessions%00',
    '/v1/%2e%2e/v1/sessions',
    '/.env',
    '/.git/config',
    '/v1/sessions/%E0%A4%A',
    '/constructor',
    '/__proto__',
  ])('S-34: %s: 404', async (path) => {
    const { apiKey } = api.merchant
    const request = new Request(`${API_URL}/`, { headers: { 'x-api-key': apiKey } })
    // The raw target, not normalized by a URL parser.
    Object.defineProperty(request, 'url', { value: API_URL + path })
    const response = await api.fetch(request)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  })

  it('S-15: liveness is public and makes no database query', async () => {
    const asked = await api.database.statementsOf(async () => {
      for (const headers of [{}, { 'x-api-key': 'hp_test_garbage' }, { 'x-api-key': 'é' }]) {
        const answer = await api.anyone.get('/v1/health', headers)
        expect(answer.text).toBe('{"status":"ok","environment":"sandbox"}')
      }
    })
    expect(asked).toEqual([])
  })

  it('S-33 S-40: each call refuses with the headers of the API and reveals no internals', async () => {
    for (const { method, path } of OPERATION_LIST) {
      const address = path.replaceAll(/\{\w+\}/g, 'x')
      for (const caller of [api.anyone, api.merchant, api.checkout]) {
        const init = method === 'get' ? {} : { headers: JSON_TYPE, body: '{"a":' }
        // The test client checks every response against the contract.
        const answer = await caller.send(method.toUpperCase(), address, init)
        expect(answer.status).toBeLessThan(500)
      }
    }
  })

  it('answers HEAD as GET without a body', async () => {
    const answer = await api.anyone.send('HEAD', '/v1/health')
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  it('gives every request its own id', async () => {
    const ids = new Set<string | null>()
    for (let turn = 0; turn < 50; turn++)
      ids.add((await api.anyone.get('/v1/health')).headers.get('x-request-id'))
    expect(ids.size).toBe(50)
  })

  it('S-35: builds URLs from its configuration only, whatever Host and Forwarded contain', async () => {
    const answer = await api.merchant.post(
      '/v1/sessions',
      { merchantId: api.merchant.id, amount: 1 },
      {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      },
    )
    expect(answer.text).not.toContain('evil')
    expect(answer.headers.get('location')).toMatch(/^\/v1\/sessions\/cs_/)
  })

  describe('an unexpected error', () => {
    const broken = (error: Error) => {
      const query = async () => {
        throw error
      }
      const database = { ...api.context.database, query, transaction: query }
      const context: ServiceContext = { ...api.context, database }
      const app = createApi(context, {
        apiUrl: API_URL,
        metrics: createMetrics(),
        requestsPerSecond: 1000,
        mounts: {
          mounted: () => {
            throw error
          },
        },
      })
      return createCaller((request) => app.fetch(request), api.merchant.apiKey)
    }

    it('S-33: 500 internal_error; the details are in the log only', async () => {
      const secret = 'select * from passwords at /srv/app/secret.ts:1:1'
      const problem = (await broken(new Error(secret)).get('/v1/sessions')).problem()
      expect(problem).toMatchObject({ status: 500, code: 'internal_error' })
      const line = api.logged.find((text) => text.includes(problem.requestId))
      expect(line).toContain('passwords')
    })

    it('503 temporarily_unavailable with Retry-After while the database is down', async () => {
      const answer = await broken(new DatabaseUnavailable('connect ECONNREFUSED')).get(
        '/v1/sessions',
      )
      expect(answer.problem()).toMatchObject({ status: 503, code: 'temporarily_unavailable' })
      expect(answer.headers.get('retry-after')).toBe('2')
    })

    it('with the rate limit headers of the merchant, where the merchant is known', async () => {
      const app = createApi(api.context, {
        apiUrl: API_URL,
        metrics: createMetrics(),
        requestsPerSecond: 1000,
        handlers: {
          ...HANDLERS,
          listSessions: async () => {
            throw new Error('gone')
          },
        },
      })
      const caller = createCaller((request) => app.fetch(request), api.merchant.apiKey)
      const answer = await caller.get('/v1/sessions')
      expect(answer.status).toBe(500)
      expect(answer.headers.get('ratelimit')).toMatch(/^"merchant";r=999;t=1$/)
    })

    it('does not affect liveness', async () => {
      expect((await broken(new Error('gone')).get('/v1/health')).status).toBe(200)
    })

    it('S-33: 500 internal_error as a problem also for a mounted part', async () => {
      const problem = (await broken(new Error('gone')).get('/mounted/x')).problem()
      expect(problem.code).toBe('internal_error')
    })
  })
})
