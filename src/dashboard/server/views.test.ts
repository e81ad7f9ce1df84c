import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantOf } from '#contract/dashboard/permissions.ts'
import {
  MERCHANT_ROLES,
  OPERATOR_ROLES,
  seatOf,
  type Membership,
} from '#contract/dashboard/roles.ts'
import { SavedViews, VIEWS_MAX } from '#contract/dashboard/views.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openDashboardOf, type DashboardOfApi } from '#proof/testing/dashboard/dashboard-of-api.ts'

let api: TestApi
let dashboard: DashboardOfApi
let merchant: TestMerchant
let other: TestMerchant
beforeAll(async () => {
  api = await startTestApi()
  dashboard = openDashboardOf(api)
  merchant = await api.addMerchant()
  other = await api.addMerchant()
})
afterAll(() => api.close())

const LATE = { late: 'yes', from: '2026-11-01' }
const outcome = ({ status, body }: Said) => [status, (body as { code?: string }).code]
const viewOf = (more: object = {}) => ({
  list: 'payments',
  merchant: merchant.id,
  name: 'Late Pix',
  filters: LATE,
  isShared: false,
  ...more,
})
const save = (browser: Browser, more: object = {}) => browser.post('/api/views', viewOf(more))
const at = (of: string | null) => `/api/views?list=payments${of === null ? '' : `&merchant=${of}`}`
const viewsOf = async (browser: Browser, of: string | null = merchant.id) =>
  SavedViews.parse((await browser.get(at(of))).body).views
const owner = (of = merchant) => dashboard.signIn({ merchantId: of.id, role: 'owner' })

describe('saved views', () => {
  it('are their person’s own until they are shared, and never another merchant’s', async () => {
    const [one, colleague, stranger] = [await owner(), await owner(), await owner(other)]
    expect((await save(one)).status).toBe(200)
    expect(await viewsOf(one)).toEqual([
      {
        id: expect.any(String) as string,
        name: 'Late Pix',
        filters: LATE,
        isShared: false,
        isOwn: true,
      },
    ])
    expect(await viewsOf(colleague)).toEqual([])
    expect((await save(one, { name: 'late PIX', isShared: true })).status).toBe(200)
    expect(await viewsOf(colleague)).toMatchObject([{ name: 'late PIX', isOwn: false }])
    expect(await viewsOf(one)).toHaveLength(1)
    expect(outcome(await stranger.get(at(merchant.id)))).toEqual([404, 'not_found'])
    expect(outcome(await save(stranger))).toEqual([404, 'not_found'])
    expect(await viewsOf(stranger, other.id)).toEqual([])

    const [{ id } = { id: '' }] = await viewsOf(one)
    for (const browser of [colleague, stranger])
      expect(outcome(await browser.post(`/api/views/${id}/remove`))).toEqual([404, 'not_found'])
    expect((await one.post(`/api/views/${id}/remove`)).status).toBe(200)
    expect(await viewsOf(colleague)).toEqual([])
    expect(outcome(await one.post(`/api/views/${id}/remove`))).toEqual([404, 'not_found'])
    expect(outcome(await one.post('/api/views/nothing/remove'))).toEqual([404, 'not_found'])
  })

  it('belong to one list', async () => {
    const one = await owner()
    await save(one, { list: 'refunds', name: 'Failed', filters: { status: 'failed' } })
    expect(await viewsOf(one)).toEqual([])
    const refunds = await one.get(`/api/views?list=refunds&merchant=${merchant.id}`)
    expect(SavedViews.parse(refunds.body).views).toMatchObject([{ name: 'Failed' }])
  })

  it.each<[string, object]>([
    ['no filter', { filters: { colour: 'red' } }],
    ['a filter of another list', { list: 'refunds', filters: { late: 'yes' } }],
    ['a value that is none', { filters: { late: 'maybe' } }],
    [
      'another merchant as a filter',
      { filters: { merchant: '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e' } },
    ],
    ['no name', { name: ' ' }],
    ['a name of 61 letters', { name: 'x'.repeat(61) }],
    ['control characters', { name: 'a\u0000b' }],
  ])('are refused with %s', async (_, more) => {
    expect(outcome(await save(await owner(), more))).toEqual([422, 'invalid_request'])
  })

  it(`are at most ${VIEWS_MAX} of a person and list`, async () => {
    const one = await owner()
    for (let made = 0; made < VIEWS_MAX; made++)
      expect((await save(one, { name: `View ${made}` })).status).toBe(200)
    expect(outcome(await save(one, { name: 'One more' }))).toEqual([409, 'too_many_views'])
    expect((await save(one, { name: 'View 7', filters: {} })).status).toBe(200)
    expect(await viewsOf(one)).toHaveLength(VIEWS_MAX)
  })

  it.each([
    ...OPERATOR_ROLES.map((role) => ({ of: 'operator', role }) as const),
    ...MERCHANT_ROLES.map((role) => ({ of: 'merchant', role }) as const),
  ])('are for whoever sees the list: $role of the $of', async ({ of, role }) => {
    const merchantId = of === 'operator' ? null : merchant.id
    const membership = { merchantId, role } as Membership
    const browser = await dashboard.signIn(membership)
    const sees = grantOf(seatOf(membership), 'payments:read') !== undefined
    for (const place of [merchant.id, null]) {
      const isTheirs = sees && (place !== null || of === 'operator')
      expect([place, (await browser.get(at(place))).status]).toEqual([place, isTheirs ? 200 : 404])
      const saved = await save(browser, { merchant: place, name: role })
      expect([place, saved.status]).toEqual([place, isTheirs ? 200 : 404])
    }
  })
})
