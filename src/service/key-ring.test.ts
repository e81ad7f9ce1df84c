import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireApiKey, readApiKey, revokeApiKey } from '../store/api-keys.ts'
import { startTestApi, type TestApi, type TestMerchant } from '../testing/api.ts'
import { createTestSession } from '../testing/shopper.ts'
import { createApi } from './api.ts'
import { createMetrics } from './metrics.ts'

describe('a key in force', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  /** The same merchant through another process. */
  const elsewhere = (merchant: TestMerchant) => {
    const app = createApi(api.context, { metrics: createMetrics(), requestsPerSecond: 1000 })
    return api.caller(merchant.apiKey, (request) => app.fetch(request))
  }
  const statusFor = async (caller: Pick<TestMerchant, 'get'>) =>
    (await caller.get('/v1/sessions')).status

  it('is looked up once a second', async () => {
    const merchant = await api.addMerchant()
    const open = await createTestSession(api, {}, merchant)
    const read = () => merchant.get(`/v1/sessions/${open.id}`)
    expect(await api.database.statementsOf(read)).toHaveLength(1)
    api.clock.advance(1000)
    const asked = await api.database.statementsOf(read)
    expect(asked.filter((name) => name.startsWith('api key by hash'))).toHaveLength(1)
    expect(await api.database.statementsOf(read)).toHaveLength(1)
  })

  it('ends on every process within a second of its revocation', async () => {
    const merchant = await api.addMerchant()
    const callers = [merchant, elsewhere(merchant)]
    for (const caller of callers) expect(await statusFor(caller)).toBe(200)
    await revokeApiKey(api.database, merchant.keyId, api.clock.now())
    api.clock.advance(1000)
    for (const caller of callers) expect(await statusFor(caller)).toBe(401)
  })

  it('ends at its expiry, also where it is remembered', async () => {
    const merchant = await api.addMerchant()
    await expireApiKey(api.database, merchant.keyId, new Date(api.clock.now().getTime() + 500))
    expect(await statusFor(merchant)).toBe(200)
    api.clock.advance(500)
    expect(await statusFor(merchant)).toBe(401)
  })

  it('is not believed longer because the clock went back', async () => {
    const merchant = await api.addMerchant()
    expect(await statusFor(merchant)).toBe(200)
    await api.sql("update api_keys set revoked_at = '2020-01-01' where id = $1", merchant.keyId)
    api.clock.advance(-3_600_000)
    expect(await statusFor(merchant)).toBe(401)
    api.clock.advance(3_600_000)
  })

  it('works from the moment of its issue, also after it was asked for in vain', async () => {
    const merchant = await api.addMerchant()
    await api.sql("update api_keys set expires_at = '2020-01-01' where id = $1", merchant.keyId)
    expect(await statusFor(merchant)).toBe(401)
    await api.sql('update api_keys set expires_at = null where id = $1', merchant.keyId)
    api.clock.advance(1000)
    expect(await statusFor(merchant)).toBe(200)
  })

  it('follows its merchant: what the operator changes holds within a second', async () => {
    const merchant = await api.addMerchant()
    const body = { merchantId: merchant.id, amount: 1, successUrl: 'https://new.example/' }
    expect((await merchant.post('/v1/sessions', body)).status).toBe(422)
    await api.sql(
      "update merchants set return_origins = '{https://new.example}' where id = $1",
      merchant.id,
    )
    api.clock.advance(1000)
    expect((await merchant.post('/v1/sessions', body)).status).toBe(201)
  })

  it('tells to the minute when it was last used', async () => {
    const merchant = await api.addMerchant()
    const lastUsed = async () => (await readApiKey(api.database, merchant.keyId))?.lastUsedAt
    expect(await lastUsed()).toBeNull()
    await statusFor(merchant)
    const first = await expect.poll(lastUsed).not.toBeNull().then(lastUsed)
    api.clock.advance(30_000)
    await statusFor(merchant)
    expect(await lastUsed()).toEqual(first)
    api.clock.advance(30_000)
    await statusFor(merchant)
    await expect.poll(lastUsed).not.toEqual(first)
  })
})
