import { afterAll, beforeAll, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { ofPerson, payAsPerson } from '#proof/testing/server/personal-data.fixture.ts'
import { cardBody, createTestSession } from '#proof/testing/shopper.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const merchantsOf = (table: 'payments' | 'refunds') =>
  api.sql<{ own: string | null; ofSession: string }>(
    `select t.merchant_id as own, s.merchant_id as "ofSession"
     from ${table} t join sessions s on s.id = t.session_id`,
  )

it('a payment has the merchant of its session', async () => {
  const other = await api.addMerchant()
  for (const merchant of [api.merchant, other])
    await payAsPerson(api, await ofPerson(api, merchant))
  const made = await merchantsOf('payments')
  expect(made).toHaveLength(2)
  expect(made.map(({ own }) => own)).toEqual(made.map(({ ofSession }) => ofSession))
})

it('a refund has the merchant of its session', async () => {
  await refundAsMerchant()
  await refundLateMoney()
  const made = await merchantsOf('refunds')
  expect(new Set(made.map(({ ofSession }) => ofSession)).size).toBe(2)
  expect(made.map(({ own }) => own)).toEqual(made.map(({ ofSession }) => ofSession))
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
