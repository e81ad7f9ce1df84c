import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventList } from '#contract/event.ts'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'

const DAY_MS = 86_400_000

interface Route {
  /** Prepares a call, with two different valid bodies. */
  prepare(api: TestApi): Promise<{ path: string; body: object; other: object }>
  /** Counts the resources that the calls have created. */
  count: string
}

const ROUTES: Record<string, Route> = {
  'POST /v1/sessions': {
    prepare: async (api) => ({
      path: '/v1/sessions',
      body: { merchantId: api.merchant.id, amount: 1 },
      other: { merchantId: api.merchant.id, amount: 2 },
    }),
    count: 'select count(*) from sessions',
  },
  'POST /v1/sessions/{id}/cancel': {
    prepare: async (api) => ({
      path: `/v1/sessions/${(await createTestSession(api)).id}/cancel`,
      body: { reason: 'out of stock' },
      other: { reason: 'other' },
    }),
    count: "select count(*) from events where type = 'session.canceled'",
  },
  'POST /v1/sessions/{id}/refunds': {
    prepare: async (api) => ({
      path: `/v1/sessions/${(await createPaidSession(api)).id}/refunds`,
      body: { amount: 100, reason: 'broken' },
      other: { amount: 200 },
    }),
    count: 'select count(*) from refunds',
  },
  'POST /v1/sandbox/sessions/{id}/simulate': {
    prepare: async (api) => ({
      path: `/v1/sandbox/sessions/${(await createTestSession(api)).id}/simulate`,
      body: { outcome: 'decline' },
      other: { outcome: 'pay' },
    }),
    count: 'select count(*) from payments',
  },
  'POST /v1/events/{id}/replay': {
    async prepare(api) {
      const { id } = await createPaidSession(api)
      const { data } = (await api.merchant.get(`/v1/events?sessionId=${id}`)).as(EventList)
      return { path: `/v1/events/${data[0]?.id}/replay`, body: {}, other: {} }
    },
    count: 'select count(*) from deliveries',
  },
}

// tests guard: same-body

describe('Idempotency-Key', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  let keys = 0
  const newKey = () => ({ 'idempotency-key': `key-${(keys += 1)}` })
  const count = async (sql: string) => Number((await api.sql<{ count: number }>(sql))[0]?.count)

  describe.each(Object.keys(ROUTES))('%s', (name) => {
    const route = ROUTES[name]
    if (route === undefined) throw new Error('no such route')

    it('R-28: replays the response byte for byte, after a second and up to the end of 24 hours', async () => {
      const { path, body } = await route.prepare(api)
      const key = newKey()
      const first = await api.merchant.post(path, body, key)
      expect(first.status).toBeLessThan(300)
      expect(first.headers.get('idempotency-replayed')).toBeNull()
      const made = await count(route.count)
      api.clock.advance(1000)
      expect((await api.merchant.post(path, body, key)).text).toBe(first.text)
      api.clock.advance(DAY_MS - 61_000)
      const second = await api.merchant.post(path, body, key)
      expect(second.text).toBe(first.text)
      expect(second.status).toBe(first.status)
      expect(second.headers.get('location')).toBe(first.headers.get('location'))
      expect(second.headers.get('idempotency-replayed')).toBe('true')
      expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
      expect(await count(route.count)).toBe(made)
    })

    it('R-28: expires after 24 hours', async () => {
      const { path, body } = await route.prepare(api)
      const key = newKey()
      const first = await api.merchant.post(path, body, key)
      api.clock.advance(DAY_MS + 1000)
      const second = await api.merchant.post(path, body, key)
      expect(second.headers.get('idempotency-replayed')).toBeNull()
      expect(second.text).not.toBe(first.text)
    })

    it('R-28: runs once for twenty concurrent requests', async () => {
      const { path, body } = await route.prepare(api)
      const key = newKey()
      const made = await count(route.count)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => api.merchant.post(path, body, key)),
      )
      expect(await count(route.count)).toBe(made + 1)
      const texts = new Set(answers.filter(({ status }) => status < 300).map(({ text }) => text))
      expect(texts.size).toBe(1)
      for (const answer of answers.filter(({ status }) => status >= 300))
        expect(answer.problem().code).toBe('idempotency_in_progress')
    })

    it('is stored without the reference of the session', async () => {
      const { path, body } = await route.prepare(api)
      const answer = await api.merchant.post(path, body, newKey())
      const references = /\/c\/([0-9A-Za-z]{33})/.exec(answer.text)
      expect(await api.dump()).not.toContain(references?.[1] ?? 'no reference in this answer')
    })
  })

  describe.each(Object.keys(ROUTES).slice(0, 3))('%s', (name) => {
    it('422 idempotency_key_reused for another body', async () => {
      const { path, body, other } = (await ROUTES[name]?.prepare(api)) ?? { path: '' }
      const key = newKey()
      expect((await api.merchant.post(path, body, key)).status).toBeLessThan(300)
      expect((await api.merchant.post(path, other, key)).problem()).toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
      })
    })

    it('compares bodies by value: other spaces, order, numbers and escapes are the same body', async () => {
      const { path, body } = (await ROUTES[name]?.prepare(api)) ?? { path: '', body: {} }
      const key = newKey()
      const first = await api.merchant.post(path, body, key)
      expect(first.status).toBeLessThan(300)
      const fields = Object.entries(body).toReversed()
      const reversed = JSON.stringify(Object.fromEntries(fields), null, 1)
      const escaped = JSON.stringify(body).replaceAll('e', String.raw`\u0065`)
      const decimal = JSON.stringify(body).replaceAll(/:(\d+)\b/g, ':$1.0')
      for (const spelled of [reversed, escaped, decimal]) {
        const again = await api.merchant.post(path, spelled, key)
        expect(again.headers.get('idempotency-replayed')).toBe('true')
        expect(again.text).toBe(first.text)
      }
    })

    it('replays to the same bytes what an earlier release has stored, without a hash of the value', async () => {
      const { path, body, other } = (await ROUTES[name]?.prepare(api)) ?? { path: '' }
      const key = newKey()
      const first = await api.merchant.post(path, body, key)
      await api.sql('update idempotency_keys set value_hash = null')
      expect((await api.merchant.post(path, body, key)).text).toBe(first.text)
      const refused = (await api.merchant.post(path, other, key)).problem()
      expect(refused.code).toBe('idempotency_key_reused')
    })

    it('can be used again after a refusal', async () => {
      const { path, body } = (await ROUTES[name]?.prepare(api)) ?? { path: '' }
      const key = newKey()
      const refused = await api.merchant.post(path, { ...body, x: 1 }, key)
      expect(refused.problem().code).toBe('validation_failed')
      expect((await api.merchant.post(path, body, key)).status).toBeLessThan(300)
    })
  })

  it('S-30: is scoped to its merchant', async () => {
    const other = await api.addMerchant()
    const key = newKey()
    const create = async (merchant: TestMerchant) =>
      (await merchant.post('/v1/sessions', { merchantId: merchant.id, amount: 1 }, key)).as(Session)
    const sessions = [await create(api.merchant), await create(other)]
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2)
  })

  it('S-30: is scoped to its route and the resource in the path', async () => {
    const key = newKey()
    const one = await createPaidSession(api)
    const two = await createPaidSession(api)
    const created = await api.merchant.post(
      '/v1/sessions',
      { merchantId: api.merchant.id, amount: 1 },
      key,
    )
    expect(created.status).toBe(201)
    for (const { id } of [one, two]) {
      const answer = await api.merchant.post(`/v1/sessions/${id}/refunds`, { amount: 1 }, key)
      expect(answer.status).toBe(201)
      expect(answer.headers.get('idempotency-replayed')).toBeNull()
    }
  })

  it('is the same however the path is encoded', async () => {
    const key = newKey()
    const body = { merchantId: api.merchant.id, amount: 1 }
    const first = await api.merchant.post('/v1/sessions', body, key)
    const second = await api.merchant.post('/v1/sessi%6Fns', body, key)
    expect(second.text).toBe(first.text)
  })

  it.each([
    ['empty', ''],
    ['256 characters', 'x'.repeat(256)],
    ['a space within', 'a b'],
    ['a tab within', 'a\tb'],
    ['beyond ASCII', 'chävé'],
  ])('S-31: 400 invalid_idempotency_key when it is %s', async (_, key) => {
    const body = { merchantId: api.merchant.id, amount: 1 }
    const answer = await api.merchant.post('/v1/sessions', body, { 'idempotency-key': key })
    expect(answer.problem()).toMatchObject({ status: 400, code: 'invalid_idempotency_key' })
  })

  it.each(['x', '~!@#$%^&*()', 'x'.repeat(255)])('may be %s', async (key) => {
    const body = { merchantId: api.merchant.id, amount: 1 }
    const answer = await api.merchant.post('/v1/sessions', body, { 'idempotency-key': key })
    expect(answer.status).toBe(201)
  })

  it('a refused cancellation releases its key', async () => {
    const open = await createPaidSession(api)
    const key = newKey()
    for (let turn = 0; turn < 2; turn++) {
      const answer = await api.merchant.post(`/v1/sessions/${open.id}/cancel`, {}, key)
      expect(answer.problem().code).toBe('session_not_open')
    }
    expect(await count('select count(*) from idempotency_keys where made_id is null')).toBe(0)
  })

  it('writes an idempotent session in one statement, too', async () => {
    const body = { merchantId: api.merchant.id, amount: 1 }
    await api.merchant.post('/v1/sessions', body)
    const asked = await api.database.statementsOf(() =>
      api.merchant.post('/v1/sessions', body, newKey()),
    )
    expect(asked).toHaveLength(1)
  })
})
