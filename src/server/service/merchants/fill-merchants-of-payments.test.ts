import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { payAsPerson, ofPerson } from '#proof/testing/server/personal-data.fixture.ts'
import { lackMerchants } from '../../database/missing-merchants.ts'
import { fillMissingMerchants } from './fill-missing-merchants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const merchants = () =>
  api.sql<{ own: string | null; ofSession: string }>(
    `select p.merchant_id as own, s.merchant_id as "ofSession"
     from payments p join sessions s on s.id = p.session_id`,
  )

it('a payment has the merchant of its session, and older ones get it from the worker', async () => {
  const other = await api.addMerchant()
  for (const merchant of [api.merchant, other])
    await payAsPerson(api, await ofPerson(api, merchant))
  const made = await merchants()
  expect(made).toHaveLength(2)
  expect(made.map(({ own }) => own)).toEqual(made.map(({ ofSession }) => ofSession))
  expect(await lackMerchants(api.database, 'payments')).toBe(false)

  // As a server of the release before writes them; many more than a batch.
  await api.sql('update payments set merchant_id = null')
  await api.sql(
    `insert into payments (id, session_id, status, decline_code, method, amount_minor, currency, processor, created_at,
       updated_at)
     select 'pay_' || lpad(n::text, 22, '0'), session_id, 'failed', 'card_declined', method, amount_minor, currency,
       processor, created_at, updated_at
     from payments, generate_series(1, 1500) n where merchant_id is null and session_id = (
       select min(session_id) from payments)`,
  )
  expect(await lackMerchants(api.database, 'payments')).toBe(true)
  expect(await fillMissingMerchants(api.context, 'payments')).toBe(true)
  expect(await fillMissingMerchants(api.context, 'payments')).toBe(false)
  expect(await lackMerchants(api.database, 'payments')).toBe(false)
  const filled = await merchants()
  expect(filled.filter(({ own, ofSession }) => own !== ofSession)).toEqual([])
})
