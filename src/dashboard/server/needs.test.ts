import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Needs } from '#contract/dashboard/needs.ts'
import { grantOf } from '#contract/dashboard/permissions.ts'
import {
  MERCHANT_ROLES,
  OPERATOR_ROLES,
  seatOf,
  type Membership,
} from '#contract/dashboard/roles.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { openDashboardOf, type DashboardOfApi } from '#proof/testing/dashboard/dashboard-of-api.ts'
import { cardBody, createTestSession } from '#proof/testing/shopper.ts'

let api: TestApi
let dashboard: DashboardOfApi
let other: TestMerchant
let quiet: TestMerchant
beforeAll(async () => {
  api = await startTestApi()
  dashboard = openDashboardOf(api)
  other = await api.addMerchant({ name: 'Norte Livros' })
  quiet = await api.addMerchant({ name: 'Nothing here' })
  for (const merchant of [api.merchant, other]) await trouble(merchant)
  await trouble(api.merchant)
})
afterAll(() => api.close())

/** Makes a payment of each kind that waits for somebody, disables the webhook endpoint, and lets the key end in two days. */
async function trouble(merchant: TestMerchant): Promise<void> {
  const states = [
    "status = 'unknown', captured_minor = 0",
    "status = 'amount_mismatch'",
    "refund_owed_at = created_at - interval '1 hour'",
  ]
  for (const state of states) {
    const session = await createTestSession(api, { orderReference: state }, merchant)
    await session.pay(await cardBody(api, '4242424242424242'))
    await bySql(
      `update payments set ${state}, created_at = created_at - interval '30 minutes' where session_id = $1`,
      session.id,
    )
  }
  await api.sql(
    "update merchants set callback_url = 'https://shop.example/hook', callback_disabled_at = now() where id = $1",
    merchant.id,
  )
  await api.sql(
    "update api_keys set expires_at = $2::timestamptz + interval '2 days' where merchant_id = $1",
    merchant.id,
    api.clock.now().toISOString(),
  )
}

/** Changes rows in a way that the tables' triggers forbid. */
async function bySql(text: string, sessionId: string): Promise<void> {
  for (const table of ['payments', 'refunds'])
    await api.sql(`alter table ${table} disable trigger user`)
  await api.sql(text, sessionId)
  for (const table of ['payments', 'refunds'])
    await api.sql(`alter table ${table} enable trigger user`)
}

async function needsOf(membership: Membership) {
  const { status, body } = await (await dashboard.signIn(membership)).get('/api/needs')
  expect(status).toBe(200)
  return Needs.parse(body).needs
}

const SEATS: Membership[] = [
  ...OPERATOR_ROLES.map((role) => ({ merchantId: null, role })),
  ...MERCHANT_ROLES.map((role) => ({ merchantId: 'own', role })),
]

describe.each(SEATS)('$role at $merchantId', (seat) => {
  const isOperator = seat.merchantId === null
  const at = (merchant: TestMerchant): Membership =>
    seat.merchantId === null ? seat : { ...seat, merchantId: merchant.id }
  const may = (permission: Parameters<typeof grantOf>[1]) =>
    grantOf(seatOf(seat), permission) !== undefined

  it('sees what its permissions include, with counts', async () => {
    const counted = (await needsOf(at(api.merchant))).map((need) => [
      need.kind,
      need.kind === 'breaker' || need.kind === 'webhook_disabled' ? 0 : need.count,
    ])
    const perMerchant = isOperator ? 2 : 1
    expect(counted).toEqual([
      ...(may('system:read') ? [['breaker', 0]] : []),
      ['unknown', isOperator ? 3 : 2],
      ...(isOperator && may('payments:decide')
        ? [
            ['mismatch', 3],
            ['owed', 3],
          ]
        : []),
      ...(may('deliveries:read')
        ? Array.from({ length: perMerchant }, () => ['webhook_disabled', 0])
        : []),
      ...(may('keys:read') ? Array.from({ length: perMerchant }, () => ['keys', 1]) : []),
    ])
  })

  it.skipIf(isOperator)('sees nothing of another merchant', async () => {
    const own = await needsOf(at(other))
    expect(own).not.toEqual([])
    for (const need of own) expect(need).toMatchObject({ merchantId: other.id })
    expect(await needsOf(at(quiet))).toEqual([])
  })
})

it('A refund that failed waits until its money went back', async () => {
  const merchant = await api.addMerchant()
  const session = await createTestSession(api, {}, merchant)
  await session.pay(await cardBody(api, '4242424242424242'))
  await merchant.post(`/v1/sessions/${session.id}/refunds`, {}, { 'idempotency-key': 'one' })
  await bySql("update refunds set status = 'failed' where session_id = $1", session.id)
  await bySql('update payments set refunded_minor = 0 where session_id = $1', session.id)
  const owner: Membership = { merchantId: merchant.id, role: 'owner' }
  expect(await needsOf(owner)).toMatchObject([
    { kind: 'refund_failed', count: 1, sessionId: session.id },
  ])
  await bySql(
    'update payments set refunded_minor = captured_minor where session_id = $1',
    session.id,
  )
  expect(await needsOf(owner)).toEqual([])
})
