import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '#contract/openapi.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { checkHeaders } from '#proof/testing/contract-check.ts'
import { createApi, type ApiOptions } from './api.ts'
import { createDocs } from './docs/docs.ts'
import { createMetrics } from '../monitoring/metrics.ts'
import { createPrivateApp } from '../monitoring/private-app.ts'

const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']

describe.each(['sandbox', 'production'] as const)('S-40: in %s', (environment) => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ environment })
  })
  afterAll(() => api.close())

  /** Composed as by `checkout serve`. */
  async function open(changes: Partial<ApiOptions> = {}) {
    const { context } = api
    const document = openApiDocument({ environment, apiUrl: API_URL, version: '1.2.3' })
    return createApi(context, {
      ...api.joined,
      apiUrl: API_URL,
      metrics: createMetrics(),
      requestsPerSecond: 1000,
      mounts: {
        simulator: api.simulation.fetch,
        ...(await createDocs({ document, random: context.random })),
      },
      ...changes,
    })
  }

  it('every address of the API has its headers, for every method, with a key and without', async () => {
    const app = await open()
    const paths = new Set(app.routes.map(({ path }) => path.replaceAll(/:\w+|\*/g, 'x')))
    expect(paths.size).toBeGreaterThan(20)
    for (const path of [...paths, '/', '/nothing'])
      for (const method of METHODS)
        for (const headers of [{}, { 'x-api-key': api.merchant.apiKey }]) {
          const response = await app.request(API_URL + path, { method, headers })
          if (!/^\/(docs|v1\/openapi\.json)/.test(path)) checkHeaders(response.headers, path)
          expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=63072000; /)
        }
  })

  it('without https there is no Strict-Transport-Security', async () => {
    const app = await open({ apiUrl: 'http://localhost:4243' })
    for (const path of ['/v1/health', '/v1/sessions', '/docs', '/nothing', '/simulator/x'])
      expect((await app.request(path)).headers.has('strict-transport-security')).toBe(false)
  })
})

describe('S-40: on the private port', () => {
  it('every address has the headers of the API, without Strict-Transport-Security', async () => {
    const app = createPrivateApp({
      database: {
        healthy: async () => true,
        isReadOnly: async () => false,
        pendingMigrations: async () => [],
      },
      metrics: createMetrics(),
      phase: () => 'serving',
    })
    const paths = app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
    expect(paths).toEqual(['/ready', '/metrics'])
    for (const path of [...paths, '/nothing']) {
      const { headers } = await app.request(path)
      expect(headers.has('strict-transport-security')).toBe(false)
      headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains; preload')
      headers.set('x-request-id', 'req_00000000000000000')
      checkHeaders(headers, '/ready')
    }
  })
})
