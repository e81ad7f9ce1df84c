import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { PATH, readClock, secondsBetween, setClock } from '#proof/testing/sandbox/clock.fixture.ts'

let api: TestApi
let merchant: TestMerchant
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  merchant = await api.addMerchant({ callbackUrl: null })
})

describe('the clock of a merchant', () => {
  it('starts in real time', async () => {
    expect(await readClock(merchant)).toMatchObject({
      object: 'clock',
      merchantId: merchant.id,
      frozen: false,
      offsetSeconds: 0,
    })
  })

  it('freezes, advances by the exact duration, and returns to real time', async () => {
    const frozen = await setClock(merchant, { action: 'freeze' })
    api.clock.advance(60_000)
    expect(await readClock(merchant)).toMatchObject({
      now: frozen.now,
      frozen: true,
      offsetSeconds: -60,
    })
    const { now } = await setClock(merchant, { action: 'advance', by: '1d2h3m4s' })
    expect(secondsBetween(frozen.now, now)).toBe(93_784)
    const to = new Date(Date.parse(now) + 1).toISOString()
    expect(await setClock(merchant, { action: 'advance', to })).toMatchObject({
      now: to,
      frozen: true,
    })
    expect(await setClock(merchant, { action: 'resume' })).toMatchObject({
      frozen: false,
      offsetSeconds: 0,
    })
    expect(await api.sql('select * from sandbox_clocks')).toEqual([])
  })

  it('runs on after an advance', async () => {
    const before = await readClock(merchant)
    const advanced = await setClock(merchant, { action: 'advance', by: '2h' })
    expect(advanced).toMatchObject({ frozen: false, offsetSeconds: 7200 })
    expect(secondsBetween(before.now, advanced.now)).toBeCloseTo(7200, 0)
    api.clock.advance(60_000)
    expect(secondsBetween(advanced.now, (await readClock(merchant)).now)).toBeCloseTo(60, 0)
  })

  it('freezes at a later time at once', async () => {
    const at = '2027-01-01T00:00:00.000Z'
    expect(await setClock(merchant, { action: 'freeze', at })).toMatchObject({
      now: at,
      frozen: true,
    })
  })

  it.each([
    [{ action: 'advance', to: '2020-01-01T00:00:00.000Z' }, 'to', 'in_the_past'],
    [{ action: 'freeze', at: '2020-01-01T00:00:00.000Z' }, 'at', 'in_the_past'],
    [{ action: 'advance', by: '367d' }, 'by', 'too_big'],
    [{ action: 'advance', to: '2099-01-01T00:00:00.000Z' }, 'to', 'too_big'],
  ])('refuses %j and changes nothing', async (body, path, code) => {
    const problem = (await merchant.post(PATH, body)).problem()
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path, code }] })
    expect(await readClock(merchant)).toMatchObject({ frozen: false, offsetSeconds: 0 })
  })

  it.each([
    {},
    { action: 'stop' },
    { action: 'advance' },
    { action: 'advance', by: '2h', to: '2027-01-01T00:00:00.000Z' },
    { action: 'advance', by: '-2h' },
    { action: 'advance', by: '2 hours' },
    { action: 'advance', by: '' },
    { action: 'advance', by: 'h' },
    { action: 'advance', by: '5m2h' },
    { action: 'resume', by: '2h' },
  ])('does not take %j', async (body) => {
    expect((await merchant.post(PATH, body)).problem().code).toBe('validation_failed')
  })

  it('needs the scope sandbox:simulate', async () => {
    const reader = await api.addMerchant({ scopes: ['sessions:read'] })
    expect((await reader.get(PATH)).problem().code).toBe('insufficient_scope')
    expect((await reader.post(PATH, { action: 'freeze' })).problem().code).toBe(
      'insufficient_scope',
    )
  })

  it('advances once per idempotency key, also past a day', async () => {
    const headers = { 'idempotency-key': 'two-days' }
    const body = { action: 'advance', by: '2d' }
    await setClock(merchant, { action: 'freeze' })
    const first = await merchant.post(PATH, body, headers)
    const again = await merchant.post(PATH, body, headers)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it('continues to the target of an interrupted request when it is retried', async () => {
    const start = await setClock(merchant, { action: 'freeze' })
    const target = new Date(Date.parse(start.now) + 7_200_000)
    const reached = new Date(Date.parse(start.now) + 600_000)
    await api.sql(
      `update sandbox_clocks set version = nextval('sandbox_clock_versions'), frozen_at = $2, target = $3,
         request_key = 'died' where merchant_id = $1 returning pg_notify('sandbox_clocks', json_build_object('merchantId',
         merchant_id, 'version', version, 'offsetMs', offset_ms, 'frozenAt', frozen_at)::text)`,
      merchant.id,
      reached,
      target,
    )
    const body = { action: 'advance', by: '2h' }
    const taken = await merchant.post(PATH, body, { 'idempotency-key': 'died' })
    expect(taken.body).toMatchObject({ now: target.toISOString() })
    const another = await merchant.post(PATH, body, { 'idempotency-key': 'new' })
    expect(another.body).toMatchObject({
      now: new Date(target.getTime() + 7_200_000).toISOString(),
    })
  })

  it('serializes concurrent requests without losing one', async () => {
    const start = await setClock(merchant, { action: 'freeze' })
    const advances = Array.from({ length: 5 }, () =>
      setClock(merchant, { action: 'advance', by: '1h' }),
    )
    await Promise.all(advances)
    expect(secondsBetween(start.now, (await readClock(merchant)).now)).toBe(5 * 3600)
  })

  it('costs merchants in real time no query', async () => {
    const open = await createTestSession(api, {}, merchant)
    const look = () => api.checkout.get(open.checkoutPath)
    const { clocks } = api.sandbox
    for (const id of clocks.merchants()) clocks.learn(id, Number.MAX_SAFE_INTEGER, undefined)
    await look()
    const asked = await api.database.statementsOf(look)
    expect(asked.filter((name) => /clock|merchant of/.test(name))).toEqual([])
  })
})

describe('in production', () => {
  it('there is no clock: no path, and no query for one', async () => {
    const production = await startTestApi({ environment: 'production' })
    try {
      const answer = await production.merchant.post(PATH, { action: 'freeze' })
      expect(answer.problem().code).toBe('not_found')
      expect((await production.merchant.get(PATH)).problem().code).toBe('not_found')
      const asked = await production.database.statementsOf(async () => {
        const open = await createTestSession(production, {}, production.merchant)
        await open.look()
      })
      expect(asked.filter((name) => /clock|real time|of merchant|of reference/.test(name))).toEqual(
        [],
      )
    } finally {
      await production.close()
    }
  })
})
