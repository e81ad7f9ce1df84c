import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstIdAt } from '#domain/id.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import type { Scope } from '../people/scope.ts'
import { listSessions, type ListSessionsInput, type SessionsPage } from './list-sessions.ts'

const SECOND_MS = 1000
/** The second of the first filled session. */
const BEGAN = new Date('2026-10-01T00:00:00.000Z')

let api: TestApi
let merchantId: string
let otherId: string
beforeAll(async () => {
  api = await startTestApi()
  merchantId = api.merchant.id
  otherId = (await api.addMerchant()).id
  await fill(merchantId, 12_000, 'y')
  await fill(otherId, 100, 'z')
  await api.sql('analyze')
})
afterAll(() => api.close())

/**
 * Inserts sessions a second apart: every 4000th is of 77.77 reais, every tenth is paid. Of every hundred, one has a payment by
 * Pix that succeeded, and one a declined card payment.
 */
async function fill(id: string, count: number, suffix: string): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) =>
    firstIdAt('cs', new Date(BEGAN.getTime() + n * SECOND_MS))
      .slice(0, -1)
      .concat(suffix),
  )
  await api.sql(
    `insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, status, payment_status, completed_at,
       details, expires_at, created_at)
     select i.id, sha256(i.id::bytea), $2, 'BRL', case when i.n % 4000 = 0 then 7777 else 1990 end,
       case when i.n % 10 = 0 then 'complete' else 'open' end, case when i.n % 10 = 0 then 'paid' else 'unpaid' end,
       case when i.n % 10 = 0 then t.at end, '{"customer": {"email": "ada@mail.example"}}',
       t.at, t.at
     from unnest($1::text[]) with ordinality i (id, n)
     cross join lateral (select $3::timestamptz + (i.n - 1) * interval '1 second' as at) t`,
    ids,
    id,
    BEGAN,
  )
  await api.sql(
    `insert into payments (id, session_id, merchant_id, status, decline_code, method, amount_minor, currency, processor,
       captured_minor, created_at, updated_at)
     select 'pay_' || substr(s.id, 4), s.id, s.merchant_id, case when s.status = 'complete' then 'succeeded' else 'failed' end,
       case when s.status = 'complete' then null else 'insufficient_funds' end,
       case when s.status = 'complete' then 'pix' else 'card' end, s.amount_minor, 'BRL', 'simulated',
       case when s.status = 'complete' then s.amount_minor else 0 end, s.created_at, s.created_at
     from sessions s where s.merchant_id = $1 and extract(epoch from s.created_at)::int % 100 in (9, 50)`,
    id,
  )
}

const list = async (
  input: Partial<ListSessionsInput> = {},
  scope: Scope = { merchantId },
): Promise<SessionsPage> => {
  const page = await listSessions(api.context, scope, { merchantId, showsPersons: false, ...input })
  if (page === undefined) throw new Error('outside the scope')
  return page
}

/** Every page, to the end. */
async function listAll(input: Partial<ListSessionsInput>): Promise<SessionsPage[]> {
  const pages = [await list(input)]
  for (let after = pages[0]?.after; typeof after === 'string'; after = pages.at(-1)?.after)
    pages.push(await list({ ...input, after }))
  return pages
}

describe('a list of sessions', () => {
  it('is a page of fifty, newest first, and says how far it looked', async () => {
    const { items: rows, after, lookedBackTo, hasMore } = await list()
    expect(rows).toHaveLength(50)
    expect(rows.map(({ id }) => id)).toEqual(
      rows
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    expect([after, lookedBackTo, hasMore]).toEqual([rows.at(-1)?.id, rows.at(-1)?.createdAt, true])
  })

  it('looks at 5000 sessions at most, and finds the rest on further pages, each once', async () => {
    const first = await list({ amountFrom: '70' })
    expect(first.items).toHaveLength(2)
    expect(first.hasMore).toBe(true)
    expect(first.lookedBackTo).toEqual(new Date(BEGAN.getTime() + 7000 * SECOND_MS))
    const pages = await listAll({ amountFrom: '70' })
    expect(pages).toHaveLength(3)
    expect(pages.at(-1)).toMatchObject({ hasMore: false, after: null, lookedBackTo: BEGAN })
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(3)
  })

  it.each<[Partial<ListSessionsInput>, number]>([
    [{ status: 'complete' }, 1200],
    [{ standings: ['open', 'expired', 'canceled', 'declined'], amountFrom: '77.77' }, 0],
    [{ method: 'pix' }, 120],
    [{ declined: true }, 120],
    [{ declineCode: 'insufficient_funds', method: 'card' }, 120],
    [{ declineCode: 'expired_card' }, 0],
    [{ amountTo: '19.90', status: 'complete' }, 1197],
    [{ from: new Date(BEGAN.getTime() + 60_000), until: new Date(BEGAN.getTime() + 180_000) }, 120],
    [{ until: BEGAN }, 0],
  ])('%j: %i in all, over its pages', async (filter, count) => {
    const pages = await listAll(filter)
    const rows = pages.flatMap((page) => page.items)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows).toHaveLength(count)
    expect(rows.every((row) => row.merchantId === merchantId)).toBe(true)
    expect(pages.at(-1)?.hasMore).toBe(false)
  })

  it('is of one merchant, and of none outside the scope', async () => {
    expect((await list({ merchantId: otherId }, { merchants: 'all' })).items).toHaveLength(50)
    const input = { merchantId: otherId, showsPersons: false }
    expect(await listSessions(api.context, { merchantId }, input)).toBeUndefined()
  })

  it('is empty where the merchant has nothing, and says that there is no more', async () => {
    const { id } = await api.addMerchant()
    expect(await list({ merchantId: id }, { merchants: 'all' })).toEqual({
      items: [],
      after: null,
      lookedBackTo: null,
      hasMore: false,
    })
  })

  it('masks persons, and records those who are shown', async () => {
    const range = { from: BEGAN, until: new Date(BEGAN.getTime() + 3 * SECOND_MS) }
    const [masked] = (await list(range)).items
    expect(masked?.customer).toEqual({ email: 'a•••@mail.example' })
    expect(await api.sql('select from person_reads')).toEqual([])
    const [shown] = (await list({ ...range, showsPersons: true })).items
    expect(shown?.customer).toEqual({ email: 'ada@mail.example' })
    expect(await api.sql('select fields, why from person_reads')).toEqual(
      Array.from({ length: 3 }, () => ({ fields: ['email'], why: 'list, shown' })),
    )
  })

  it('finds the payment whose outcome is unknown, until it is known', async () => {
    const { id } = await createTestSession(api)
    const simulate = (outcome: string) =>
      api.merchant.post(`/v1/sandbox/sessions/${id}/simulate`, { outcome })
    await simulate('processor_timeout')
    const [found] = await listAll({ standings: ['unknown'] })
    expect(found?.items.map((row) => row.id)).toEqual([id])
    await simulate('pay')
    const pages = await listAll({ standings: ['unknown'] })
    expect(pages.flatMap(({ items }) => items)).toEqual([])
  })

  it('shows the payment that succeeded, not a later one', async () => {
    const open = await createTestSession(api)
    await api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, { outcome: 'pix_paid' })
    const [row] = (await list()).items
    expect(row).toMatchObject({ id: open.id, payment: { method: 'pix', status: 'succeeded' } })
  })
})
