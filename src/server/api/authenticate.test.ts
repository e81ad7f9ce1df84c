import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeApiKey } from '#domain/api-key.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'

describe('X-Api-Key', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const listWith = (headers: HeadersInit, path = '/v1/sessions') =>
    api.anyone.send('GET', path, { headers })

  it('S-01: 401 missing_api_key without it, and without a database query', async () => {
    for (const headers of [
      {},
      { 'x-api-key': '' },
      { authorization: `Bearer ${api.merchant.apiKey}` },
    ]) {
      const asked = await api.database.statementsOf(async () => {
        const answer = await listWith(headers)
        expect(answer.problem()).toMatchObject({ status: 401, code: 'missing_api_key' })
        expect(answer.headers.get('www-authenticate')).toBe('ApiKey header="X-Api-Key"')
      })
      expect(asked).toEqual([])
    }
  })

  it('S-02: 401 missing_api_key when it is sent in the query or the body', async () => {
    const { apiKey } = api.merchant
    const query = await listWith({}, `/v1/sessions?X-Api-Key=${apiKey}`)
    expect(query.problem().code).toBe('missing_api_key')
    const body = await api.anyone.post('/v1/sessions', { 'X-Api-Key': apiKey, apiKey })
    expect(body.problem().code).toBe('missing_api_key')
  })

  it('S-02: 401 invalid_api_key for a malformed key, without a database query', async () => {
    const { apiKey } = api.merchant
    const malformed = [
      'x',
      'hp_',
      'hp_test_',
      apiKey.slice(0, -1),
      `${apiKey}a`,
      apiKey.slice(1),
      apiKey.toUpperCase(),
      apiKey.replace('hp_test', 'sk_test'),
      apiKey.replace('hp_test', 'hp_live'),
      apiKey.replace('hp_test', 'hp_demo'),
      apiKey.replace('hp_test', 'hp-test'),
      `Bearer ${apiKey}`,
      `${apiKey} ${apiKey}`,
      `${apiKey},${apiKey}`,
      `${apiKey}\u00a0`,
      'hp_test_'.padEnd(8192, 'a'),
      swapCase(apiKey, 20),
    ]
    const asked = await api.database.statementsOf(async () => {
      for (const key of malformed)
        expect((await listWith({ 'x-api-key': key })).problem().code).toBe('invalid_api_key')
      const twice = new Headers({ 'x-api-key': apiKey })
      twice.append('x-api-key', apiKey)
      expect((await listWith(twice)).problem().code).toBe('invalid_api_key')
    })
    expect(asked).toEqual([])
  })

  it('S-02: 401 invalid_api_key for every key that differs in one character, offline', async () => {
    const { apiKey } = api.merchant
    const asked = await api.database.statementsOf(async () => {
      for (let index = 0; index < apiKey.length; index++)
        for (const character of ['0', 'Z', 'a', '_']) {
          const key = apiKey.slice(0, index) + character + apiKey.slice(index + 1)
          if (key === apiKey) continue
          const { code } = (await listWith({ 'x-api-key': key })).problem()
          expect(code).toBe('invalid_api_key')
        }
    })
    expect(asked).toEqual([])
  })

  it('S-02: 401 for every mutation of a key, offline', async () => {
    const { apiKey } = api.merchant
    const asked = await api.database.statementsOf(() =>
      fc.assert(
        fc.asyncProperty(mutationOf(apiKey), async (key) => {
          fc.pre(key.trim() !== apiKey)
          const { status, code } = (await listWith({ 'x-api-key': key })).problem()
          expect(status).toBe(401)
          expect(['invalid_api_key', 'missing_api_key', 'wrong_environment']).toContain(code)
        }),
        { numRuns: 2000 },
      ),
    )
    expect(asked).toEqual([])
  })

  it('S-03: 401 with the same bytes for a malformed, an unknown, a revoked and an expired key', async () => {
    const revoked = await api.addMerchant()
    await api.sql("update api_keys set revoked_at = '2020-01-01' where id = $1", revoked.keyId)
    const expired = await api.addMerchant()
    await api.sql("update api_keys set expires_at = '2020-01-01' where id = $1", expired.keyId)
    const unknown = makeApiKey('sandbox', api.context.random)
    const bodies = new Set<string>()
    for (const key of ['hp_test_x', unknown, revoked.apiKey, expired.apiKey]) {
      const answer = await listWith({ 'x-api-key': key })
      expect(answer.headers.get('www-authenticate')).not.toBeNull()
      bodies.add(answer.text.replace(answer.problem().requestId, 'req'))
    }
    expect(bodies.size).toBe(1)
  })

  it("S-05: 401 wrong_environment for the other environment's key, without a database query", async () => {
    const production = makeApiKey('production', api.context.random)
    const asked = await api.database.statementsOf(async () => {
      expect((await listWith({ 'x-api-key': production })).problem()).toMatchObject({
        status: 401,
        code: 'wrong_environment',
        detail: 'This is the sandbox; the key is of the production.',
      })
    })
    expect(asked).toEqual([])
  })

  it('S-16: 403 browser_use_forbidden for any Origin, and no CORS header', async () => {
    for (const origin of ['https://store.example', 'null', 'http://checkout.test', '']) {
      const headers = { origin, 'x-api-key': api.merchant.apiKey }
      expect((await listWith(headers)).problem()).toMatchObject({
        status: 403,
        code: 'browser_use_forbidden',
      })
    }
    const preflight = await api.anyone.send('OPTIONS', '/v1/sessions', {
      headers: {
        origin: 'https://store.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key',
      },
    })
    expect(preflight.status).toBe(405)
  })

  it('S-09: never returns, stores or logs a key', async () => {
    const open = await createTestSession(api)
    const secret = api.merchant.apiKey.slice(8, 51)
    const answers = [
      await api.merchant.get(`/v1/sessions/${open.id}`),
      await api.merchant.get('/v1/events'),
      await open.pay({ method: 'pix' }),
      await listWith({ 'x-api-key': `${api.merchant.apiKey}x` }),
    ]
    const everything = [...answers.map(({ text }) => text), ...api.logged, await api.dump()].join()
    expect(everything).not.toContain(secret)
  })

  it('S-05: assigns a key to its own environment', async () => {
    const production = await startTestApi({ environment: 'production' })
    try {
      const sandboxKey = { 'x-api-key': api.merchant.apiKey }
      const answer = await production.anyone.get('/v1/sessions', sandboxKey)
      expect(answer.problem().code).toBe('wrong_environment')
      expect((await production.merchant.get('/v1/sessions')).status).toBe(200)
    } finally {
      await production.close()
    }
  })
})

/** Valid header values that differ from a key in a few characters. */
function mutationOf(apiKey: string): fc.Arbitrary<string> {
  const place = fc.nat(apiKey.length - 1)
  const character = fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code))
  const cut = (at: number, taken: number, put: string) =>
    apiKey.slice(0, at) + put + apiKey.slice(at + taken)
  const piece = fc.array(character, { maxLength: 4 }).map((some) => some.join(''))
  return fc.oneof(
    fc.tuple(place, fc.nat(4), piece).map(([at, taken, put]) => cut(at, taken, put)),
    fc.tuple(place, place).map(([one, other]) => apiKey.slice(one) + apiKey.slice(0, other)),
    place.map((at) => swapCase(apiKey, at)),
  )
}

function swapCase(text: string, from: number): string {
  const swapped = text
    .slice(from)
    .replaceAll(/[a-zA-Z]/g, (letter) =>
      letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
    )
  return text.slice(0, from) + swapped
}
