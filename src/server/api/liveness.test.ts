import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createApi } from './api.ts'
import { createLiveness } from './liveness.ts'
import { createMetrics } from '../monitoring/metrics.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

function open(apiUrl: string, environment: 'sandbox' | 'production' = 'sandbox') {
  const metrics = createMetrics()
  const context = { ...api.context, environment }
  const liveness = createLiveness({ environment, apiUrl, random: context.random, metrics })
  const app = createApi(context, { apiUrl, metrics, requestsPerSecond: 1 })
  return { metrics, liveness, app }
}

const COUNTED = 'checkout_request_duration_seconds_count{operation="readHealth",status="200"}'

// tests guard: liveness-at-the-door

describe('S-15: liveness before the API', () => {
  it.each([
    ['http://api.example', 'sandbox'],
    ['https://api.example', 'production'],
  ] as const)('answers at %s as the API of the %s does', async (apiUrl, environment) => {
    const { liveness, app } = open(apiUrl, environment)
    const parts = liveness('GET', '/v1/health')
    const early = new Response(parts?.body ?? '', parts)
    const inside = await app.fetch(new Request(`${apiUrl}/v1/health`))
    const constant = (response: Response) =>
      [...response.headers].filter(([name]) => name !== 'x-request-id')
    expect(early.status).toBe(inside.status)
    expect(constant(early)).toEqual(constant(inside))
    expect(await early.text()).toBe(await inside.text())
    expect(early.headers.get('x-request-id')).toMatch(/^req_\w{17}$/)
  })

  it('gives each request its own id, and counts it', async () => {
    const { liveness, metrics } = open('https://api.example')
    const ids = Array.from({ length: 50 }, () => liveness('GET', '/v1/health'))
    expect(new Set(ids.map((parts) => parts?.headers['X-Request-Id'])).size).toBe(50)
    expect(await metrics.text()).toContain(`${COUNTED} 50`)
  })

  it.each([
    ['HEAD', '/v1/health'],
    ['POST', '/v1/health'],
    ['GET', '/v1/health?deep=1'],
    ['GET', '/v1/health/'],
    ['GET', '/v1/sessions'],
    ['OPTIONS', '*'],
  ])('leaves %s %s to the API', (method, target) => {
    expect(open('https://api.example').liveness(method, target)).toBeUndefined()
  })
})
