import { afterAll, beforeAll, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { cardBody, createTestSession } from '#proof/testing/shopper.ts'
import { lackMerchants } from '../../database/missing-merchants.ts'
import { fillMissingMerchants } from './fill-missing-merchants.ts'

const OLDER = 1500

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const merchants = () =>
  api.sql<{ own: string | null; ofSession: string }>(
    `select r.merchant_id as own, s.merchant_id as "ofSession"
     from refunds r join sessions s on s.id = r.session_id`,
  )

it('a refund has the merchant of its session, and older ones get it from the worker', async () => {
  await refundAsMerchant()
  await refundLateMoney()
  const made = await merchants()
  expect(new Set(made.map(({ ofSession }) => ofSession)).size).toBe(2)
  expect(made.map(({ own }) => own)).toEqual(made.map(({ ofSession }) => ofSession))
  expect(await lackMerchants(api.database, 'refunds')).toBe(false)

  // As a server of the release before writes them; many more than a batch.
  await api.sql('update refunds set merchant_id = null')
  await api.sql(
    `insert into refunds (id, session_id, payment_id, status, amount_minor, currency, created_at, updated_at)
     select 're_' || lpad(n::text, 22, '0'), session_id, payment_id, 'failed', 1, currency, created_at, updated_at
     from refunds, generate_series(1, $1::int) n where amount_minor = 990`,
    OLDER,
  )
  expect(await lackMerchants(api.database, 'refunds')).toBe(true)
  expect(await fillMissingMerchants(api.context, 'refunds')).toBe(true)
  expect(await fillMissingMerchants(api.context, 'refunds')).toBe(false)
  expect(await lackMerchants(api.database, 'refunds')).toBe(false)
  const filled = await merchants()
  expect(filled).toHaveLength(made.length + OLDER)
  expect(filled.filter(({ own, ofSession }) => own !== ofSession)).toEqual([])
})

async function refundAsMerchant(): Promise<void> {
  const open = await createTestSession(api)
  await open.pay(await cardBody(api, '4242424242424242'))
  const key = { 'idempotency-key': 'refund' }
  expect(
    (await api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 990 }, key)).status,
  ).toBe(201)
}

/** A Pix that is paid after its session was canceled: the server gives it back. */
async function refundLateMoney(): Promise<void> {
  const merchant = await api.addMerchant()
  await api.sql(`update merchants set late_payments = 'refund' where id = $1`, merchant.id)
  const customer = { email: 'expire_immediately@example.com' }
  const open = await createTestSession(api, { customer }, merchant)
  const { payment } = (await open.pay({ method: 'pix' })).as(Checkout)
  await api.simulation.runDue()
  await merchant.post(`/v1/sessions/${open.id}/cancel`)
  api.clock.advance(1000)
  await api.simulation.simulate(payment?.id ?? '', 'pay_late')
  await api.simulation.runDue()
}
