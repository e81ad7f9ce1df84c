import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'

const LINES_PER_MINUTE = 120

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Parses and clears the logged authentication failures. */
const refusals = () =>
  api.logged
    .splice(0)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'a caller was refused')

const from = (address: string, apiKey: string) =>
  api.caller(apiKey, (request) => api.fetch(request, { address }))

it('an authentication failure is logged: time, address, operation and code, never the key', async () => {
  const { apiKey, keyId } = await api.addMerchant({ scopes: ['sessions:read'] })
  const wrong = `${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`
  const unknown = await from('192.0.2.1', wrong).get('/v1/sessions')
  const forbidden = await from('192.0.2.2', apiKey).post('/v1/sessions', {})
  await from('192.0.2.2', apiKey).get('/v1/sessions')
  expect(api.logged.join()).not.toContain(wrong.slice(8, -6))
  expect(refusals()).toMatchObject([
    {
      time: expect.anything(),
      level: 40,
      requestId: unknown.problem().requestId,
      operation: 'listSessions',
      code: 'invalid_api_key',
      address: '192.0.2.1',
    },
    {
      requestId: forbidden.problem().requestId,
      operation: 'createSession',
      code: 'insufficient_scope',
      keyId,
      address: '192.0.2.2',
    },
  ])
})

it('guessing does not fill the log: a maximum of lines per minute, the last of which says so', async () => {
  api.clock.advance(60_000)
  for (let turn = 0; turn < LINES_PER_MINUTE + 5; turn++) await api.anyone.get('/v1/sessions')
  const lines = refusals()
  expect(lines).toHaveLength(LINES_PER_MINUTE)
  expect(lines.filter(({ restIsCounted }) => restIsCounted === true)).toEqual([lines.at(-1)])
  expect(await api.metrics.text()).toContain(
    'checkout_auth_failures_total{code="missing_api_key"} 125',
  )
  api.clock.advance(60_000)
  await api.anyone.get('/v1/sessions')
  expect(refusals()).toHaveLength(1)
})
