import { hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireApiKey, readApiKey, revokeApiKey } from '../../database/keys/api-keys.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { createApi } from '../../api/api.ts'
import { createApiKeyCache } from './api-key-cache.ts'
import { deriveMasterKeys, type MasterKeys } from './master-keys.ts'
import { createMetrics } from '../../monitoring/metrics.ts'
import { issueKey, keyOfCheckout } from './issue-key.ts'
import { rotateKey } from './rotate-key.ts'
import { valueOf } from '../outcome.ts'

describe('a valid API key', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  /** The same merchant calling another process. */
  const elsewhere = (merchant: TestMerchant) => {
    const app = createApi(api.context, {
      apiUrl: API_URL,
      metrics: createMetrics(),
      requestsPerSecond: 1000,
    })
    return api.caller(merchant.apiKey, (request) => app.fetch(request))
  }
  const statusFor = async (caller: Pick<TestMerchant, 'get'>) =>
    (await caller.get('/v1/sessions')).status

  it('is cached for a second', async () => {
    const merchant = await api.addMerchant()
    const open = await createTestSession(api, {}, merchant)
    const read = () => merchant.get(`/v1/sessions/${open.id}`)
    expect(await api.database.statementsOf(read)).toHaveLength(1)
    api.clock.advance(1000)
    const statements = await api.database.statementsOf(read)
    expect(statements.filter((name) => name.startsWith('api key by hash'))).toHaveLength(1)
    expect(await api.database.statementsOf(read)).toHaveLength(1)
  })

  it('is looked up once for calls that come together', async () => {
    const merchant = await api.addMerchant()
    const together = () =>
      Promise.all(Array.from({ length: 8 }, () => merchant.get('/v1/sessions')))
    const statements = await api.database.statementsOf(together)
    expect(statements.filter((name) => name.startsWith('api key by hash'))).toHaveLength(1)
    await revokeApiKey(api.database, merchant.keyId, api.clock.now())
    api.clock.advance(1000)
    const refused = await together()
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 401))
  })

  it('S-11: ends on every process within a second of its revocation', async () => {
    const merchant = await api.addMerchant()
    const callers = [merchant, elsewhere(merchant)]
    for (const caller of callers) expect(await statusFor(caller)).toBe(200)
    await revokeApiKey(api.database, merchant.keyId, api.clock.now())
    api.clock.advance(1000)
    for (const caller of callers) expect(await statusFor(caller)).toBe(401)
  })

  it.each([0, 3600, 86_400, 7 * 86_400])(
    'S-10: works on every process beside its successor for %i seconds, and ends within one more',
    async (overlapSeconds) => {
      const merchant = await api.addMerchant()
      const rotation = { environment: 'sandbox', keyId: merchant.keyId, overlapSeconds } as const
      const rotated = valueOf(await rotateKey(api.context, rotation))
      const heir = { ...merchant, ...api.caller(rotated.apiKey), apiKey: rotated.apiKey }
      const lastUsed = async () => (await readApiKey(api.database, rotated.keyId))?.lastUsedAt
      expect(await lastUsed()).toBeNull()
      const marginMs = Math.min(60_000, overlapSeconds * 1000)
      api.clock.advance(overlapSeconds * 1000 - marginMs)
      for (const caller of [heir, elsewhere(heir)]) expect(await statusFor(caller)).toBe(200)
      await expect.poll(lastUsed).not.toBeNull()
      const old = [merchant, elsewhere(merchant)]
      const meanwhile = overlapSeconds === 0 ? 401 : 200
      for (const caller of old) expect(await statusFor(caller)).toBe(meanwhile)
      api.clock.advance(marginMs + 1000)
      for (const caller of old) expect(await statusFor(caller)).toBe(401)
      for (const caller of [heir, elsewhere(heir)]) expect(await statusFor(caller)).toBe(200)
    },
  )

  it('S-12: cannot be authenticated with the database alone', async () => {
    const merchant = await api.addMerchant()
    const stolen = deriveMasterKeys(randomBytes(32))
    const { database, clock, log } = api.context
    const find = (keys: MasterKeys) =>
      createApiKeyCache({ database, keys, clock, log }).find(merchant.apiKey)
    expect(await find(api.context.keys)).toBeDefined()
    expect(await find(stolen)).toBeUndefined()
    const dump = await api.dump()
    expect(dump).not.toContain(merchant.apiKey.slice(8, 51))
    const plain = hash('sha256', merchant.apiKey, 'buffer')
    for (const encoding of ['hex', 'base64'] as const)
      expect(dump).not.toContain(plain.toString(encoding))
  })

  it('ends at its expiry, also while it is cached', async () => {
    const merchant = await api.addMerchant()
    await expireApiKey(api.database, merchant.keyId, new Date(api.clock.now().getTime() + 500))
    expect(await statusFor(merchant)).toBe(200)
    api.clock.advance(500)
    expect(await statusFor(merchant)).toBe(401)
  })

  it('is not cached longer when the clock jumps back', async () => {
    const merchant = await api.addMerchant()
    expect(await statusFor(merchant)).toBe(200)
    await api.sql("update api_keys set revoked_at = '2020-01-01' where id = $1", merchant.keyId)
    api.clock.advance(-3_600_000)
    expect(await statusFor(merchant)).toBe(401)
    api.clock.advance(3_600_000)
  })

  it('works at once when it becomes valid, also after a refusal', async () => {
    const merchant = await api.addMerchant()
    await api.sql("update api_keys set expires_at = '2020-01-01' where id = $1", merchant.keyId)
    expect(await statusFor(merchant)).toBe(401)
    await api.sql('update api_keys set expires_at = null where id = $1', merchant.keyId)
    api.clock.advance(1000)
    expect(await statusFor(merchant)).toBe(200)
  })

  it('applies changes of its merchant within a second', async () => {
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

  it('R-82: records from where a key of the page was used, to the minute, and of no merchant', async () => {
    const { apiKey, keyId } = await issueKey(api.context, keyOfCheckout('sandbox'))
    const merchant = await api.addMerchant()
    const ask = (key: string, path: string, address: string) =>
      api.fetch(new Request(`http://api.test${path}`, { headers: { 'x-api-key': key } }), {
        address,
      })
    const used = async (id: string) => {
      const { lastUsedAt = null, lastUsedAddress } = (await readApiKey(api.database, id)) ?? {}
      return lastUsedAt && { lastUsedAt, lastUsedAddress }
    }
    const path = `/v1/checkout/${'0'.repeat(33)}`
    expect((await ask(apiKey, path, '10.0.0.7')).status).toBe(404)
    await expect.poll(() => used(keyId)).toMatchObject({ lastUsedAddress: '10.0.0.7' })
    const statements = await api.database.statementsOf(async () => {
      for (const second of [10, 20, 30]) {
        api.clock.advance(second * 100)
        await ask(apiKey, path, '10.0.0.8')
      }
    })
    expect(statements.filter((name) => name.startsWith('touch'))).toEqual([])
    api.clock.advance(60_000)
    await ask(apiKey, path, '10.0.0.8')
    await expect.poll(() => used(keyId)).toMatchObject({ lastUsedAddress: '10.0.0.8' })
    await ask(merchant.apiKey, '/v1/sessions', '10.0.0.9')
    await expect.poll(() => used(merchant.keyId)).toMatchObject({ lastUsedAddress: null })
  })

  it('records its last use to the minute', async () => {
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
