import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { EventList } from '#contract/event.ts'
import { Session } from '#contract/session.ts'
import { statement } from '../../database/engine/database.ts'
import { SealBroken } from '../../database/engine/secret-box.ts'
import { liveWebhookSecrets } from '../../database/merchants/webhook-secrets.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { createApi } from '../../api/api.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import type { ServiceContext } from '../context.ts'
import { deriveMasterKeys, type MasterKeys } from './master-keys.ts'
import { createMetrics } from '../../monitoring/metrics.ts'
import { masterKeyStatus } from '../installation/master-key-status.ts'
import { rotateMasterKey } from '../installation/rotate-master-key.ts'
import { findReference } from './reference.ts'

const OLD = randomBytes(32)
const NEW = randomBytes(32)
const both = deriveMasterKeys(NEW, [OLD])
const onlyNew = deriveMasterKeys(NEW)

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ masterKey: OLD })
})
afterAll(() => api.close())

/** Another process on the same database, with other keys. */
function processWith(keys: MasterKeys) {
  const context: ServiceContext = { ...api.context, keys }
  const app = createApi(context, {
    apiUrl: API_URL,
    metrics: createMetrics(),
    requestsPerSecond: 100_000,
  })
  return {
    context,
    as: ({ apiKey }: Pick<TestMerchant, 'apiKey'>) =>
      api.caller(apiKey, (request) => app.fetch(request)),
  }
}

const hashKeyOf = async ({ keyId }: TestMerchant) => {
  const [row] = await api.sql<{ id: string }>(
    'select hash_key_id as id from api_keys where id = $1',
    keyId,
  )
  return row?.id
}

describe('while MASTER_KEY is being replaced', () => {
  it('API keys work under either, and are rehashed when they are used', async () => {
    const merchant = await api.addMerchant()
    expect(await hashKeyOf(merchant)).toBe(both.previous[0]?.id)
    expect((await processWith(onlyNew).as(merchant).get('/v1/sessions')).status).toBe(401)

    expect((await processWith(both).as(merchant).get('/v1/sessions')).status).toBe(200)
    await expect.poll(() => hashKeyOf(merchant)).toBe(both.id)
    expect((await processWith(onlyNew).as(merchant).get('/v1/sessions')).status).toBe(200)
    // A process with the keys in reverse order finds it, too: the rotation can be rolled back.
    const reverse = processWith(deriveMasterKeys(OLD, [NEW]))
    expect((await reverse.as(merchant).get('/v1/sessions')).status).toBe(200)
    await expect.poll(() => hashKeyOf(merchant)).toBe(both.previous[0]?.id)
  })

  it('sessions keep their URL in every response', async () => {
    const merchant = await api.addMerchant()
    const next = processWith(both)
    const body = { merchantId: merchant.id, amount: 100, currency: 'BRL' }
    const headers = { 'idempotency-key': 'one-order' }
    const first = await merchant.post('/v1/sessions', body, headers)
    const { id, url } = first.as(Session)

    const caller = next.as(merchant)
    expect((await caller.post('/v1/sessions', body, headers)).text).toBe(first.text)
    expect((await caller.get(`/v1/sessions/${id}`)).as(Session).url).toBe(url)
    const listed = (await caller.get('/v1/sessions')).body as { data: Session[] }
    expect(listed.data.map((session) => session.url)).toEqual([url])
    const canceled = await caller.post(`/v1/sessions/${id}/cancel`, {}, headers)
    expect(canceled.as(Session).url).toBe(url)
    const again = await caller.post(`/v1/sessions/${id}/cancel`, {}, headers)
    expect(again.text).toBe(canceled.text)
    for (const by of [caller, merchant]) {
      const { data } = (await by.get('/v1/events')).as(EventList)
      expect(data.map((event) => event.notification.data.session?.url)).toEqual([url])
    }
    expect(await findReference(next.context, id)).toBe(url.slice(url.lastIndexOf('/') + 1))
    // The database contains no reference, under any key.
    expect(await api.dump()).not.toContain(url.slice(url.lastIndexOf('/') + 1))
  })

  it('new sessions have a URL of the new key, which every process with that key can compute', async () => {
    const merchant = await api.addMerchant()
    const made = await createTestSession(
      api,
      {},
      { ...merchant, ...processWith(both).as(merchant) },
    )
    const reverse = processWith(deriveMasterKeys(OLD, [NEW])).as(merchant)
    const read = (await reverse.get(`/v1/sessions/${made.id}`)).as(Session)
    expect(read.url).toBe(made.session.url)
    expect((await api.checkout.get(made.checkoutPath)).as(Checkout).status).toBe('open')
  })

  it('secrets decrypt under either, and are re-encrypted once by concurrent processes', async () => {
    const merchant = await api.addMerchant()
    const live = (keys: MasterKeys) =>
      liveWebhookSecrets(api.database, keys.opensWebhookSecrets, merchant.id, api.clock.now())
    expect(await live(both)).toEqual([merchant.webhookSecret])
    await expect(live(onlyNew)).rejects.toThrow(SealBroken)

    const { context } = processWith(both)
    const runs = await Promise.all([rotateMasterKey(context), rotateMasterKey(context)])
    const [rows] = await api.sql<{ all: number }>(
      'select count(*)::int as all from webhook_secrets',
    )
    expect(runs.reduce((sum, { resealedSecrets }) => sum + resealedSecrets, 0)).toBe(rows?.all)
    expect(await live(onlyNew)).toEqual([merchant.webhookSecret])
    expect(await rotateMasterKey(context)).toEqual({ resealedSecrets: 0 })
    expect(await verifyAudit(api.database, [onlyNew])).toMatchObject({ ok: true })
  })

  it('rejects when no key decrypts a secret', async () => {
    const { context } = processWith(deriveMasterKeys(randomBytes(32), [randomBytes(32)]))
    await expect(rotateMasterKey(context)).rejects.toThrow(SealBroken)
  })
})

describe('the status of a rotation', () => {
  it('lists what still needs the older key', async () => {
    const own = await startTestApi({ masterKey: OLD })
    try {
      const context = { ...own.context, keys: both }
      const open = await createTestSession(own, { expiresInSeconds: 3600 })
      const keyIds = async () => (await masterKeyStatus(context)).apiKeys.map(({ id }) => id)
      expect(await masterKeyStatus(context)).toMatchObject({
        keyId: both.id,
        previousKeyIds: [both.previous[0]?.id],
        webhookSecrets: 1,
        sessions: { count: 1, lastExpiresAt: new Date(open.session.expiresAt) },
        auditLog: 'to_seal',
        previousMayGo: false,
      })
      expect(await keyIds()).toContain(own.merchant.keyId)

      await rotateMasterKey(context)
      expect(await masterKeyStatus(context)).toMatchObject({
        webhookSecrets: 0,
        auditLog: 'sealed',
        previousMayGo: false,
      })
      const app = createApi(context, {
        apiUrl: API_URL,
        metrics: createMetrics(),
        requestsPerSecond: 1000,
      })
      const caller = own.caller(own.merchant.apiKey, (request) => app.fetch(request))
      await caller.post(`/v1/sessions/${open.id}/cancel`)
      await expect.poll(keyIds).not.toContain(own.merchant.keyId)
      // The cancellation is not delivered yet, and contains the URL.
      expect((await masterKeyStatus(context)).sessions.count).toBe(1)
      await own.database.query(
        statement(
          'test: deliver',
          `update deliveries set status = 'succeeded', next_attempt_at = null`,
        ),
        [],
      )
      expect((await masterKeyStatus(context)).sessions).toEqual({ count: 0, lastExpiresAt: null })
      await own.sql(`update api_keys set revoked_at = now() where hash_key_id <> $1`, both.id)
      expect(await masterKeyStatus(context)).toMatchObject({ apiKeys: [], previousMayGo: true })
    } finally {
      await own.close()
    }
  })
})

describe('without an older key', () => {
  it('a call makes no additional queries', async () => {
    const merchant = await api.addMerchant()
    const open = await createTestSession(api, {}, merchant)
    await open.read()
    await open.look()
    const body = { merchantId: merchant.id, amount: 100, currency: 'BRL' }
    const headers = { 'idempotency-key': 'again' }
    await merchant.post('/v1/sessions', body, headers)
    const namesOf = async (call: () => Promise<unknown>) =>
      (await api.database.statementsOf(call)).map((name) => name.slice(0, name.lastIndexOf(' ')))

    expect(await namesOf(() => open.read())).toEqual(['session by id'])
    expect(await namesOf(() => open.look())).toEqual(['session by reference'])
    expect(await namesOf(() => merchant.get('/v1/events'))).toEqual(['events of a merchant'])
    expect(await namesOf(() => merchant.post('/v1/sessions', body, headers))).toEqual([
      'insert session under key',
      'idempotency key',
    ])
    api.clock.advance(1000)
    expect(await namesOf(() => open.read())).toEqual([
      'api key by hash',
      'merchant by id',
      'session by id',
    ])
  })
})
