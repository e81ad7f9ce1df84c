import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstIdAt } from '#domain/id.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import type { Scope } from '../people/scope.ts'
import type { LookBackAtRefunds } from '../../database/refunds/list-refunds.ts'
import { listRefunds, type RefundsPage } from './list-refunds.ts'

const SECOND_MS = 1000
/** When the merchant's first refund was made; all refunds of the other merchant are newer. */
const BEGAN = new Date('2026-10-01T00:00:00.000Z')
const OTHER_BEGAN = new Date('2026-10-02T00:00:00.000Z')
const OWN = 70
const OTHERS = 5500

let api: TestApi
let merchantId: string
let otherId: string
beforeAll(async () => {
  api = await startTestApi()
  merchantId = api.merchant.id
  otherId = (await api.addMerchant()).id
  await fill(merchantId, BEGAN, OWN)
  await fill(otherId, OTHER_BEGAN, OTHERS)
  await api.sql('analyze')
})
afterAll(() => api.close())

/** Inserts paid sessions a second apart, each with a refund of one cent; every tenth refund has failed. */
async function fill(id: string, began: Date, count: number): Promise<void> {
  const times = Array.from({ length: count }, (_, n) => new Date(began.getTime() + n * SECOND_MS))
  const names = times.map((at) => firstIdAt('cs', at).slice(3))
  await api.sql(
    `with made as (
       select name, at from unnest($1::text[], $2::timestamptz[]) m (name, at)
     ), sessions as (
       insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, status, payment_status, completed_at,
         details, expires_at, created_at)
       select 'cs_' || name, sha256(name::bytea), $3, 'BRL', 1000, 'complete', 'paid', at, '{}', at, at from made
     )
     insert into payments (id, session_id, merchant_id, status, method, amount_minor, currency, processor, captured_minor,
       created_at, updated_at, succeeded_at)
     select 'pay_' || name, 'cs_' || name, $3, 'succeeded', 'pix', 1000, 'BRL', 'simulated', 1000, at, at, at from made`,
    names,
    times,
    id,
  )
  await api.sql(
    `insert into refunds (id, session_id, merchant_id, payment_id, status, amount_minor, currency, created_at, updated_at)
     select 're_' || name, 'cs_' || name, $3, 'pay_' || name, case when n % 10 = 0 then 'failed' else 'succeeded' end, 1,
       'BRL', at, at
     from unnest($1::text[], $2::timestamptz[]) with ordinality m (name, at, n)`,
    names,
    times,
    id,
  )
}

const list = async (
  input: Partial<LookBackAtRefunds> = {},
  scope: Scope = { merchantId },
): Promise<RefundsPage> => {
  const page = await listRefunds(api.context, scope, { merchantId, ...input })
  if (page === undefined) throw new Error('outside the scope')
  return page
}

/** Every page, to the end. */
async function listAll(
  input: Partial<LookBackAtRefunds> = {},
  scope?: Scope,
): Promise<RefundsPage[]> {
  const pages = [await list(input, scope)]
  for (let after = pages[0]?.after; typeof after === 'string'; after = pages.at(-1)?.after)
    pages.push(await list({ ...input, after }, scope))
  return pages
}

const idsOf = (pages: readonly RefundsPage[]) =>
  pages.flatMap(({ items }) => items.map(({ id }) => id))

const ownIds = async () =>
  (
    await api.sql<{ id: string }>(
      `select r.id from refunds r join sessions s on s.id = r.session_id
       where s.merchant_id = $1 order by r.id desc`,
      merchantId,
    )
  ).map(({ id }) => id)

describe('the refunds of a merchant', () => {
  it('are on full pages, however many newer ones another merchant has', async () => {
    const [first, second, ...more] = await listAll()
    expect(more).toEqual([])
    expect(first?.items).toHaveLength(50)
    expect(first).toMatchObject({ after: first?.items.at(-1)?.id, hasMore: true })
    expect(second).toMatchObject({ after: null, lookedBackTo: BEGAN, hasMore: false })
    expect(idsOf([first, second].flatMap((page) => page ?? []))).toEqual(await ownIds())
  })

  it('say how far was looked by those of the merchant alone', async () => {
    const failed = await list({ status: 'failed' })
    expect(failed.items).toHaveLength(OWN / 10)
    expect(failed).toMatchObject({ after: null, lookedBackTo: BEGAN, hasMore: false })
    const [first, second, ...more] = await listAll(
      { merchantId: otherId, status: 'pending' },
      { merchantId: otherId },
    )
    expect(more).toEqual([])
    // The first page ends after 5000, the second begins again at that moment.
    const after5000 = new Date(OTHER_BEGAN.getTime() + (OTHERS - 5000) * SECOND_MS)
    expect(first).toMatchObject({ items: [], lookedBackTo: after5000, hasMore: true })
    expect(second).toMatchObject({ items: [], lookedBackTo: OTHER_BEGAN, hasMore: false })
  })

  it.each<[Partial<LookBackAtRefunds>, number]>([
    [{ status: 'succeeded' }, 63],
    [{ status: 'pending' }, 0],
    [{ from: new Date(BEGAN.getTime() + 60_000) }, 10],
    [{ from: BEGAN, until: new Date(BEGAN.getTime() + 60_000) }, 60],
    [{ until: BEGAN }, 0],
  ])('%j: %i in all, over its pages', async (filter, count) => {
    const ids = idsOf(await listAll(filter))
    expect(ids).toHaveLength(count)
    expect(new Set(ids).size).toBe(count)
  })

  it('are none outside the scope', async () => {
    expect(await listRefunds(api.context, { merchantId }, { merchantId: otherId })).toBeUndefined()
  })
})

describe('the refunds of all merchants', () => {
  it('are those of the newest, on pages that end with the oldest', async () => {
    const all = { merchants: 'all' } as const
    const { items: rows } = await list({ merchantId: null }, all)
    expect(rows).toHaveLength(50)
    expect(rows.every((row) => row.merchantId === otherId)).toBe(true)
    const until = new Date(OTHER_BEGAN.getTime() + SECOND_MS)
    const page = await list({ merchantId: null, until, status: 'failed' }, all)
    expect(page.items.map((row) => row.merchantId)).toEqual(Array(OWN / 10).fill(merchantId))
    expect(page.hasMore).toBe(false)
  })
})
