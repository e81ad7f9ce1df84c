import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { readIntegration } from '../service/merchants/read-integration.ts'
import { prune } from '../service/installation/prune.ts'

const DAY_MS = 86_400_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const refusedOf = async (merchantId: string) =>
  (await readIntegration(api.context, merchantId))?.refusedCalls ?? []
const count = async () =>
  (
    await api.sql<{ calls: number }>(
      'select coalesce(sum(calls), 0)::int as calls from refused_calls',
    )
  )[0]?.calls

it('counts the refused calls of a merchant by code and field, without what was sent', async () => {
  const merchant = await api.addMerchant({ callbackUrl: null })
  const item = { name: 'Book', quantity: 1, unitAmount: 100 }
  const wrong = { ...item, quantity: 0 }
  const body = (lineItems: object[]) => ({ amount: 100, currency: 'BRL', lineItems })
  await merchant.post('/v1/sessions', body([wrong]))
  const second = await merchant.post('/v1/sessions', body([item, wrong]))
  await merchant.post('/v1/sessions', { ...body([item]), 'ada@mail.example': true })
  await merchant.get('/v1/sessions/cs_00000000000000000000000000')
  await expect.poll(count).toBe(4)

  const refused = await refusedOf(merchant.id)
  const sums = refused.map(({ operation, code, paths, calls }) => [operation, code, paths, calls])
  expect(sums[0]).toEqual([
    'createSession',
    'validation_failed',
    expect.arrayContaining(['lineItems.*.quantity']),
    2,
  ])
  expect(sums).toContainEqual(['readSession', 'not_found', [], 1])
  expect(refused[0]?.lastRequestId).toBe(second.headers.get('x-request-id'))
  expect(JSON.stringify(await api.sql('select * from refused_calls'))).not.toContain('mail.example')
  expect(await refusedOf(api.merchant.id)).toEqual([])
  const reader = await api.addMerchant({ callbackUrl: null, scopes: ['events:read'] })
  await reader.get('/v1/sessions')
  await expect.poll(count).toBe(5)
  expect(await refusedOf(reader.id)).toMatchObject([{ code: 'insufficient_scope', calls: 1 }])

  api.clock.advance(8 * DAY_MS)
  expect(await refusedOf(merchant.id)).toEqual([])
  expect(await count()).toBe(5)
  api.clock.advance(DAY_MS)
  await prune(api.context)
  expect(await count()).toBe(0)
})

it('keeps at most 200 different ones of a key in an hour, and counts the others without their fields', async () => {
  await api.sql('delete from refused_calls')
  const merchant = await api.addMerchant({ callbackUrl: null })
  for (let index = 0; index < 260; index += 1)
    await merchant.post('/v1/sessions', { [`unknown${index}`]: 1 })
  await expect.poll(count).toBe(260)
  const [rows] = await api.sql<{ rows: number }>('select count(*)::int as rows from refused_calls')
  expect(rows?.rows).toBe(201)
  expect((await refusedOf(merchant.id))[0]).toMatchObject({ paths: [], calls: 60 })
})
