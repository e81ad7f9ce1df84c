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
import { settlePayment } from '#server/service/payments/settle-payment.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

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

it('R-108: a refund that came back waits until another one is on its way', async () => {
  const merchant = await api.addMerchant()
  const session = await createTestSession(api, {}, merchant)
  await session.pay(await cardBody(api, '4242424242424242'))
  const refund = (key: string) =>
    merchant.post(`/v1/sessions/${session.id}/refunds`, { amount: 990 }, { 'idempotency-key': key })
  await refund('one')
  await api.sql(
    "update refunds set status = 'reversed', reversed_at = $2::timestamptz where session_id = $1",
    session.id,
    api.clock.now().toISOString(),
  )
  const needs = () => needsOf({ merchantId: merchant.id, role: 'owner' })
  expect(await needs()).toMatchObject([
    { kind: 'refund_reversed', count: 1, sessionId: session.id },
  ])
  api.clock.advance(1000)
  expect((await refund('two')).status).toBe(201)
  expect(await needs()).toEqual([])
})

describe('R-104: money that is held', () => {
  const hold = async () => {
    const merchant = await api.addMerchant()
    const session = await createTestSession(api, { captureMethod: 'manual' }, merchant)
    await session.pay(await cardBody(api, '4242424242424242'))
    const needs = () => needsOf({ merchantId: merchant.id, role: 'owner' })
    const at = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString()
    return { session, needs, at }
  }

  it('needs a person from a day before its hold ends', async () => {
    const { session, needs, at } = await hold()
    const endsIn = (ms: number) =>
      bySql(`update payments set capture_before = '${at(ms)}' where session_id = $1`, session.id)
    await endsIn(DAY_MS + MINUTE_MS)
    expect(await needs()).toEqual([])
    await endsIn(DAY_MS)
    expect(await needs()).toMatchObject([
      { kind: 'authorization_ends', count: 1, sessionId: session.id, isUrgent: false },
    ])
  })

  it.each([
    ['capture', 'capture_stuck'],
    ['void', 'void_failed'],
  ] as const)(
    'needs a person when its %s has had no answer for 20 minutes, sent or not',
    async (intent, kind) => {
      const { session, needs, at } = await hold()
      const ask = (sentAt: string, dueAt: string) =>
        bySql(
          `update payments set intent = '${intent}', capture_minor = ${intent === 'capture' ? 'authorized_minor' : 'null'},
             void_reason = ${intent === 'void' ? "'requested'" : 'null'}, intent_sent_at = ${sentAt}, next_intent_at = '${dueAt}'
           where session_id = $1`,
          session.id,
        )
      await ask(`'${at(-19 * MINUTE_MS)}'`, at(MINUTE_MS))
      expect(await needs()).toEqual([])
      await ask(`'${at(-21 * MINUTE_MS)}'`, at(MINUTE_MS))
      expect(await needs()).toMatchObject([{ kind, count: 1, sessionId: session.id }])
      await ask('null', at(-21 * MINUTE_MS))
      expect(await needs()).toMatchObject([{ kind, count: 1, sessionId: session.id }])
    },
  )
})

it('R-93: money that the processor reports and that cannot have moved needs a person, until it is explained', async () => {
  const merchant = await api.addMerchant()
  const session = await createTestSession(api, {}, merchant)
  await session.pay(await cardBody(api, '4242424242424242'))
  const needs = () => needsOf({ merchantId: merchant.id, role: 'owner' })
  const paid = await session.read()
  const { amount: capturedMinor, currency, payment } = paid
  const report = (reversedMinor: number) =>
    settlePayment(api.context, {
      sessionId: session.id,
      paymentId: payment?.id ?? '',
      outcome: { status: 'succeeded', capturedMinor, currency, reversedMinor },
    })
  expect(await needs()).toEqual([])
  await report(paid.amount + 1)
  expect(await needs()).toMatchObject([
    { kind: 'unexplained_money', count: 1, sessionId: session.id, merchantId: merchant.id },
  ])
  const other = await api.addMerchant()
  expect(await needsOf({ merchantId: other.id, role: 'owner' })).toEqual([])
  await report(1)
  expect((await needs()).map(({ kind }) => kind)).toEqual(['taken_back'])
})

it('R-99: the answer to a dispute needs a person from seven days before it is due, and is urgent from two', async () => {
  const merchant = await api.addMerchant()
  const needs = async () =>
    (await needsOf({ merchantId: merchant.id, role: 'owner' })).filter(
      ({ kind }) => kind === 'dispute_due',
    )
  const session = await createTestSession(api, {}, merchant)
  await session.pay(await cardBody(api, '4242424242424242'))
  const simulate = (outcome: string, details: object = {}) =>
    merchant.post(`/v1/sandbox/sessions/${session.id}/simulate`, { outcome, ...details })
  await simulate('dispute', { respondInDays: 3 })
  const due = (days: number) =>
    api.sql(
      `update disputes set respond_by = $2::timestamptz + interval '${days} days' where session_id = $1`,
      session.id,
      api.clock.now().toISOString(),
    )
  expect(await needs()).toMatchObject([{ count: 1, sessionId: session.id, isUrgent: false }])
  await due(7.1)
  expect(await needs()).toEqual([])
  await due(7)
  expect(await needs()).toMatchObject([{ isUrgent: false }])
  await due(2)
  expect(await needs()).toMatchObject([{ isUrgent: true }])
  await due(-1)
  expect(await needs()).toEqual([])
  await due(2)
  await simulate('dispute_answered')
  expect(await needs()).toEqual([])
})
