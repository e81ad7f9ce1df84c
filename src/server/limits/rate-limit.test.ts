import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import type { Caller } from '#proof/testing/caller.ts'
import { createRateLimit, createGuessLimit } from './rate-limit.ts'

const PER_SECOND = 5

describe('S-32: the rate limit of a merchant', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ requestsPerSecond: PER_SECOND })
  })
  afterAll(() => api.close())

  it('429 rate_limited beyond it, with Retry-After and RateLimit headers', async () => {
    const merchant = await api.addMerchant()
    const answers = await Promise.all(
      Array.from({ length: PER_SECOND * 3 }, () => merchant.get('/v1/sessions')),
    )
    const allowed = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect(allowed.length).toBeGreaterThanOrEqual(PER_SECOND)
    expect(allowed.length + refused.length).toBe(PER_SECOND * 3)
    for (const answer of answers) {
      expect(answer.headers.get('ratelimit')).toMatch(/^"merchant";r=\d+;t=[01]$/)
      expect(answer.headers.get('ratelimit-policy')).toBe('"merchant";q=5;w=1')
    }
    for (const answer of refused) {
      expect(answer.problem().code).toBe('rate_limited')
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(answer.headers.get('ratelimit')).toContain('r=0;')
    }
  })

  it('does not affect other merchants or the checkout', async () => {
    const busy = await api.addMerchant()
    const quiet = await api.addMerchant()
    await Promise.all(Array.from({ length: PER_SECOND * 3 }, () => busy.get('/v1/sessions')))
    expect((await quiet.get('/v1/sessions')).status).toBe(200)
    const looks = await Promise.all(
      Array.from({ length: PER_SECOND * 3 }, () =>
        api.checkout.get(`/v1/checkout/${'0'.repeat(33)}`),
      ),
    )
    expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([404]))
  })

  it('counts refused bodies, but not refused keys', async () => {
    const merchant = await api.addMerchant()
    const answers = await Promise.all(
      Array.from({ length: PER_SECOND * 2 }, () => merchant.post('/v1/sessions', '{')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]))
    const bad = api.caller(`${merchant.apiKey.slice(0, -1)}x`)
    expect((await bad.get('/v1/sessions')).status).toBe(401)
  })
})

/** Sends a body whose last part is withheld, so that the call stays under way. */
function callThatLasts(caller: Caller) {
  const [isUnderWay, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isUnderWay.resolve()
        await end.promise
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const answer = caller.send('POST', '/v1/sessions', {
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit)
  return { isUnderWay: isUnderWay.promise, end: end.resolve, answer }
}

describe("S-32: a merchant's concurrent calls", () => {
  const AT_ONCE = 3
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ callsUnderWayMax: AT_ONCE })
  })
  afterAll(() => api.close())

  it('429 rate_limited beyond the limit, until one ends; other merchants are not affected', async () => {
    const [busy, quiet] = [await api.addMerchant(), await api.addMerchant()]
    const calls = Array.from({ length: AT_ONCE }, () => callThatLasts(busy))
    await Promise.all(calls.map(({ isUnderWay }) => isUnderWay))
    const refused = await busy.get('/v1/sessions')
    expect(refused.status).toBe(429)
    expect(refused.problem().code).toBe('rate_limited')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await quiet.get('/v1/sessions')).status).toBe(200)
    for (const { end } of calls) end()
    for (const { answer } of calls) expect((await answer).status).toBe(422)
    expect((await busy.get('/v1/sessions')).status).toBe(200)
  })
})

describe('wrong keys', () => {
  const WRONG_KEYS = 20
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ requestsPerSecond: 1000 })
  })
  afterAll(() => api.close())

  const from = (address: string, apiKey: string) =>
    api.caller(apiKey, (request) => api.fetch(request, { address })).get('/v1/sessions')

  it('S-13: 429 after 20 from one address; the right key is still served there', async () => {
    const { apiKey } = await api.addMerchant()
    const wrong = `${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`
    for (let turn = 0; turn < WRONG_KEYS; turn++)
      expect((await from('192.0.2.1', wrong)).status).toBe(401)

    const refused = await from('192.0.2.1', wrong)
    expect(refused.status).toBe(429)
    expect(refused.problem().code).toBe('rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('192.0.2.1', apiKey)).status).toBe(200)
    expect((await from('192.0.2.2', wrong)).status).toBe(401)
  })

  it('S-142: the addresses of one IPv6 network count together', async () => {
    const wrong = 'hp_test_wrong'
    for (let turn = 0; turn < WRONG_KEYS; turn++)
      expect((await from(`2a00:1450:1:2::${turn.toString(16)}`, wrong)).status).toBe(401)
    expect((await from('2a00:1450:1:2:ffff::1', wrong)).status).toBe(429)
    expect((await from('2a00:1450:1:3::1', wrong)).status).toBe(401)
  })

  it('S-13: the operator sets the limit', async () => {
    const strict = await startTestApi({ wrongKeysPerMinute: 2 })
    try {
      const guess = async () =>
        (
          await strict
            .caller('hp_test_wrong', (request) => strict.fetch(request, { address: '192.0.2.1' }))
            .get('/v1/sessions')
        ).status
      expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429])
    } finally {
      await strict.close()
    }
  })

  it('are not counted within the process, where there is no address', async () => {
    const caller = api.caller('hp_test_wrong')
    for (let turn = 0; turn <= WRONG_KEYS; turn++)
      expect((await caller.get('/v1/sessions')).status).toBe(401)
  })
})

describe('R-18: a clock that is set back by an hour', () => {
  it('delays no caller for longer than the window', () => {
    let atMs = 7_200_000
    const nowMs = () => atMs
    const limit = createRateLimit(1, nowMs)
    const guesses = createGuessLimit(20, nowMs)
    for (let number = 0; number < 20; number++) guesses.count('here')
    limit.count('busy')
    expect(limit.count('busy')).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
    expect(guesses.count('here')).toBe(60)
    atMs -= 3_600_000
    expect(limit.count('busy')).toMatchObject({ allowed: true, retryAfterSeconds: 1 })
    expect(guesses.count('here')).toBeUndefined()
  })
})
