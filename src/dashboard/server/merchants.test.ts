import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DASHBOARD_ACTIONS } from '#contract/dashboard/actions.ts'
import { Integration, MerchantHome, MerchantList } from '#contract/dashboard/merchants.ts'
import { MERCHANT_ROLES, OPERATOR_ROLES, type Membership } from '#contract/dashboard/roles.ts'
import { grantOf } from '#contract/dashboard/permissions.ts'
import { addTenant, perform, type TenantOfTest } from '#proof/testing/dashboard/actions.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { createApiKeyCache } from '#server/service/keys/api-key-cache.ts'
import { liveWebhookSecrets } from '#server/database/merchants/webhook-secrets.ts'
import { createMerchant } from '#server/service/merchants/create-merchant.ts'

let to: TestDashboard
let admin: Browser
let own: TenantOfTest
let other: TenantOfTest
beforeAll(async () => {
  to = await openTestDashboard()
  admin = await enter({ merchantId: null, role: 'admin' })
  own = await addTenant(to)
  other = await addTenant(to)
})
afterAll(() => to.close())

async function enter(membership: Membership): Promise<Browser> {
  const browser = to.browser()
  const { token } = await to.invite(membership)
  await browser.post('/api/sign-in/link', { token })
  return browser
}

const bytesOf = ({ status, text }: Said) => [status, text.replace(/req_\w+/, '')]
const addMerchant = async (name: string, callbackUrl: string | null = null) =>
  createMerchant(to.context, {
    name,
    currency: 'BRL',
    country: 'BR',
    callbackUrl,
    returnOrigins: ['https://loja.example'],
    successUrl: null,
    cancelUrl: null,
  })
const NEW = {
  merchantId: null,
  name: 'Norte Livros',
  currency: 'BRL',
  country: 'BR',
  callbackUrl: 'https://norte.example/hooks',
  returnOrigins: ['https://norte.example/', 'https://norte.example'],
  successUrl: 'https://norte.example/thanks',
  cancelUrl: null,
}

describe('onboarding', () => {
  it('makes a merchant whose key works and whose secret signs, each answered this once', async () => {
    const key = randomUUID()
    const said = await perform(admin, 'merchant.create', NEW, { key })
    const made = DASHBOARD_ACTIONS['merchant.create'].answer.parse(said.body)
    const { merchantId, apiKey, webhookSecret } = made
    const { database, keys, clock } = to.context
    const cache = createApiKeyCache({ database, keys, clock, log: pino({ level: 'silent' }) })
    expect(await cache.find(apiKey)).toMatchObject({ key: { merchantId } })
    const live = await liveWebhookSecrets(database, keys.opensWebhookSecrets, merchantId, clock())
    expect(live).toEqual([webhookSecret])

    const again = await perform(admin, 'merchant.create', NEW, { key })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_done' } })
    const read = await admin.get(`/api/integration/${merchantId}`)
    expect(Integration.parse(read.body)).toMatchObject({
      name: 'Norte Livros',
      keys: {
        items: [{ id: made.keyId, isLive: true, lastFour: apiKey.slice(-4) }],
        hasMore: false,
      },
      callback: { url: 'https://norte.example/hooks', disabledAt: null },
      secrets: [{ endsAt: null }],
      returnOrigins: ['https://norte.example'],
      lastPing: null,
    })
    for (const secret of [apiKey, webhookSecret]) {
      expect(again.text + read.text).not.toContain(secret)
      const [row] = await to.sql<{ all: string }>(
        `select (schema_to_xml('public', true, false, ''))::text as all`,
      )
      expect(row?.all).not.toContain(secret)
    }
  })

  it('says of each field what is wrong, and makes nothing', async () => {
    const count = () => to.sql('select count(*)::int from merchants')
    const before = await count()
    const wrong = {
      ...NEW,
      name: ' ',
      currency: 'real',
      callbackUrl: 'norte.example',
      returnOrigins: ['https://norte.example', 'https://norte.example/shop'],
    }
    const faults = async (input: object) => {
      const said = await perform(admin, 'merchant.create', input)
      return [said.status, (said.body as { fields?: unknown }).fields]
    }
    expect(await faults(wrong)).toEqual([
      422,
      [
        { path: 'name', reason: 'too_small' },
        { path: 'currency', reason: 'invalid_format' },
        { path: 'callbackUrl', reason: 'invalid_url' },
        { path: 'returnOrigins.1', reason: 'not_an_origin' },
      ],
    ])
    expect(await faults({ ...NEW, currency: 'QQQ' })).toEqual([
      422,
      [{ path: 'currency', reason: 'invalid_format' }],
    ])
    expect(await faults({ ...NEW, callbackUrl: 'http://10.0.0.1/' })).toEqual([
      422,
      [{ path: 'callbackUrl', reason: 'address_not_public' }],
    ])
    expect(await faults({ ...NEW, cancelUrl: 'https://evil.example/' })).toEqual([
      422,
      [{ path: 'cancelUrl', reason: 'origin_not_listed' }],
    ])
    expect(await faults({ ...NEW, successUrl: `${NEW.returnOrigins[0]}/?status=ok` })).toEqual([
      422,
      [{ path: 'successUrl', reason: 'reserved_parameter' }],
    ])
    expect(await count()).toEqual(before)
  })
})

describe('the list of merchants', () => {
  it('finds by a part of the name or the id, in the order of names, page by page', async () => {
    const names = Array.from({ length: 53 }, (_, index) => `Página 100% ${52 - index}`)
    for (const name of names) await addMerchant(name)
    const first = MerchantList.parse((await admin.get('/api/merchants?q=100%25')).body)
    const rest = MerchantList.parse(
      (await admin.get(`/api/merchants?q=100%25&after=${first.items.at(-1)?.id}`)).body,
    )
    const found = [...first.items, ...rest.items]
    expect(first.items).toHaveLength(50)
    expect([first.hasMore, rest.hasMore]).toEqual([true, false])
    expect(found.map(({ name }) => name)).toEqual(names.toSorted())
    const [one] = found
    const byId = await admin.get(`/api/merchants?q=${one?.id.toUpperCase()}`)
    expect(MerchantList.parse(byId.body).items).toEqual([one])
    const none = await admin.get('/api/merchants?q=100_')
    expect(none.body).toEqual({ items: [], hasMore: false })
    expect((await admin.get('/api/merchants?after=x')).status).toBe(422)
  })

  it("shows a merchant's person their own merchants alone", async () => {
    const owner = await enter({ merchantId: own.merchantId, role: 'support' })
    for (const query of ['', `?q=${other.merchantId}`, `?after=${other.merchantId}`]) {
      const { items: merchants } = MerchantList.parse(
        (await owner.get(`/api/merchants${query}`)).body,
      )
      for (const { id } of merchants) expect(id).toBe(own.merchantId)
    }
  })

  it('says how each webhook endpoint does', async () => {
    const stateOf = async (merchantId: string) =>
      MerchantHome.parse((await admin.get(`/api/merchants/${merchantId}`)).body).webhook
    expect(await stateOf((await addMerchant('A')).merchantId)).toBe('none')
    const { merchantId } = await addMerchant('B', 'https://loja.example/hooks')
    expect(await stateOf(merchantId)).toBe('unused')
    await perform(admin, 'callback.ping', { merchantId })
    expect(await stateOf(merchantId)).toBe('unused')
    await to.sql(
      `update deliveries set attempts_made = 1 where merchant_id = $1 and status = 'pending'`,
      merchantId,
    )
    expect(await stateOf(merchantId)).toBe('failing')
    await to.sql(
      `update deliveries set status = 'succeeded', next_attempt_at = null where merchant_id = $1`,
      merchantId,
    )
    expect(await stateOf(merchantId)).toBe('ok')
    await to.sql(`update merchants set callback_disabled_at = now() where id = $1`, merchantId)
    expect(await stateOf(merchantId)).toBe('disabled')
    // Its latest delivery was given up.
    expect(await stateOf(own.merchantId)).toBe('failing')
  })
})

describe.each([
  ['/api/merchants', 'payments:read'],
  ['/api/integration', 'keys:read'],
] as const)('GET %s/{merchantId}', (path, permission) => {
  it.each(OPERATOR_ROLES)('for %s of the operator', async (role) => {
    const browser = await enter({ merchantId: null, role })
    const may = grantOf(role, permission) !== undefined
    expect((await browser.get(`${path}/${own.merchantId}`)).status).toBe(may ? 200 : 403)
  })

  it.each(MERCHANT_ROLES)("for %s of a merchant: another's is as none", async (role) => {
    const browser = await enter({ merchantId: own.merchantId, role })
    const may = grantOf(`merchant_${role}`, permission) !== undefined
    expect((await browser.get(`${path}/${own.merchantId}`)).status).toBe(may ? 200 : 403)
    const none = await browser.get(`${path}/${randomUUID()}`)
    expect(none).toMatchObject({ status: 404, body: { code: 'not_found' } })
    for (const id of [other.merchantId, 'x', '%00', `${own.merchantId}x`])
      expect(bytesOf(await browser.get(`${path}/${id}`))).toEqual(bytesOf(none))
  })
})

describe('the settings of a merchant', () => {
  it('change what is given, and leave the rest', async () => {
    const { merchantId } = await addMerchant('Antes')
    const read = async () =>
      MerchantHome.parse((await admin.get(`/api/merchants/${merchantId}`)).body)
    const before = await read()
    const successUrl = 'https://loja.example/thanks'
    await perform(admin, 'merchant.change', { merchantId, name: 'Depois', successUrl })
    expect(await read()).toEqual({ ...before, name: 'Depois', successUrl })
    await perform(admin, 'merchant.change', { merchantId, successUrl: null })
    await perform(admin, 'merchant.allow', { merchantId, may: ['callback:write'] })
    expect(await read()).toEqual({ ...before, name: 'Depois', peopleMay: ['callback:write'] })
    const refused = await perform(admin, 'merchant.change', {
      merchantId,
      cancelUrl: 'https://evil.example/',
    })
    expect(refused.body).toMatchObject({
      code: 'invalid_url',
      fields: [{ path: 'cancelUrl', reason: 'origin_not_listed' }],
    })
    const returnOrigins = ['https://a.example', 'https://b.example']
    await perform(admin, 'origins.change', { merchantId, returnOrigins })
    expect((await read()).returnOrigins).toEqual(returnOrigins)
  })
})

describe('a ping', () => {
  it('is left to the worker, once for each press, and its outcome is read', async () => {
    const { merchantId } = await addMerchant('Ping', 'https://loja.example/hooks')
    const key = randomUUID()
    const said = await perform(admin, 'callback.ping', { merchantId }, { key })
    const { eventId } = DASHBOARD_ACTIONS['callback.ping'].answer.parse(said.body)
    const again = await perform(admin, 'callback.ping', { merchantId }, { key })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_done' } })
    const events = await to.sql('select id, type from events where merchant_id = $1', merchantId)
    expect(events).toEqual([{ id: eventId, type: 'ping' }])
    const last = async () =>
      Integration.parse((await admin.get(`/api/integration/${merchantId}`)).body).lastPing
    expect(await last()).toMatchObject({ eventId, status: 'pending', attempt: null })
    await to.sql(
      `with attempt as (
         insert into delivery_attempts (delivery_id, number, started_at, duration_ms, status_code)
         select id, 1, created_at, 84, 204 from deliveries where merchant_id = $1
       ) update deliveries set status = 'succeeded', next_attempt_at = null, attempts_made = 1 where merchant_id = $1`,
      merchantId,
    )
    expect(await last()).toMatchObject({
      status: 'succeeded',
      attempt: { statusCode: 204, error: null, durationMs: 84 },
    })
  })

  it('goes nowhere without an endpoint, or where that is disabled', async () => {
    const { merchantId } = await addMerchant('Ping')
    const code = async () =>
      (await perform(admin, 'callback.ping', { merchantId })).body as { code: string }
    expect(await code()).toMatchObject({ code: 'no_endpoint' })
    await to.sql(
      `update merchants set callback_url = 'https://loja.example', callback_disabled_at = now() where id = $1`,
      merchantId,
    )
    expect(await code()).toMatchObject({ code: 'endpoint_disabled' })
  })
})
