import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedRefund, ListedSession, MerchantZone } from '#contract/dashboard/lists.ts'
import { MERCHANT_ROLES, OPERATOR_ROLES } from '#contract/dashboard/roles.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openDashboardOf, type DashboardOfApi } from '#proof/testing/dashboard/dashboard-of-api.ts'
import { cardBody, createTestSession } from '#proof/testing/shopper.ts'

const EMAIL = 'ada@mail.example'
const UNKNOWN = '11111111-ceea-467f-a8d5-1b1a0d3c9f4e'
const SEATS = [
  ...OPERATOR_ROLES.map((role) => ({ of: 'operator', role }) as const),
  ...MERCHANT_ROLES.map((role) => ({ of: 'merchant', role }) as const),
]
const HOUR_MS = 3_600_000

let api: TestApi
let dashboard: DashboardOfApi
let other: TestMerchant
let own: string
let declined: string
let others: string
beforeAll(async () => {
  api = await startTestApi()
  dashboard = openDashboardOf(api)
  other = await api.addMerchant({ name: 'Norte Livros', timeZone: 'Asia/Kathmandu' })
  own = await pay(api.merchant, '4242424242424242')
  declined = await pay(api.merchant, '4000000000009995')
  others = await pay(other, '4242424242424242')
  for (const [merchant, id] of [
    [api.merchant, own],
    [other, others],
  ] as const)
    await merchant.post(
      `/v1/sessions/${id}/refunds`,
      { amount: 990, reason: 'Torn' },
      { 'idempotency-key': 'lists' },
    )
})
afterAll(() => api.close())

async function pay(merchant: TestMerchant, card: string): Promise<string> {
  const customer = { email: EMAIL }
  const session = await createTestSession(api, { orderReference: 'A-1001', customer }, merchant)
  await session.pay({ ...(await cardBody(api, card)), customer })
  return session.id
}

function signIn({ of, role }: (typeof SEATS)[number]): Promise<Browser> {
  return dashboard.signIn(
    of === 'operator' ? { merchantId: null, role } : { merchantId: api.merchant.id, role },
  )
}

const idsOf = ({ body }: Said) => (body as LookBackPage<{ id: string }>).items.map(({ id }) => id)
/** The status and the text of an answer, without its request id. */
const said = ({ status, text }: Said) => [status, text.replace(/req_\w+/, '')]

describe.each(SEATS)('$role of the $of', (seat) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await signIn(seat)
  })
  const isOperator = seat.of === 'operator'
  const sessions = (query: string) => browser.get(`/api/sessions?${query}`)
  const refunds = (query: string) => browser.get(`/api/refunds?${query}`)

  it('lists the sessions of a merchant, newest first, with persons masked', async () => {
    const answer = await sessions(`merchant=${api.merchant.id}`)
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual([declined, own])
    expect(answer.body).toMatchObject({ after: null, hasMore: false })
    expect(answer.text).toContain('a•••@mail.example')
    expect(answer.text).not.toContain(EMAIL)
  })

  it("gets for another merchant's lists and zone the bytes of one that there is not", async () => {
    const ask = {
      sessions: (id: string) => sessions(`merchant=${id}`),
      refunds: (id: string) => refunds(`merchant=${id}`),
      zone: (id: string) => browser.get(`/api/merchants/${id}/zone`),
    }
    for (const list of Object.values(ask)) {
      const strange = said(await list(other.id))
      const nothing = said(await list(UNKNOWN))
      expect([strange[0], nothing[0] === 404 && strange[1] === nothing[1]]).toEqual(
        isOperator ? [200, false] : [404, true],
      )
      expect((await list(api.merchant.id)).status).toBe(200)
    }
  })

  it('lists those of all merchants, or gets what is not there', async () => {
    const [ofSessions, ofRefunds] = [await sessions(''), await refunds('')]
    expect([ofSessions.status, ofRefunds.status]).toEqual(isOperator ? [200, 200] : [404, 404])
    if (!isOperator) return
    expect(idsOf(ofSessions)).toEqual([others, declined, own])
    expect((ofRefunds.body as LookBackPage<ListedRefund>).items).toMatchObject([
      { sessionId: others, merchantName: 'Norte Livros' },
      { sessionId: own, amount: 990, status: 'succeeded', reason: 'Torn', method: 'card' },
    ])
  })
})

describe('the filters', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await signIn({ of: 'operator', role: 'viewer' })
  })
  const matching = async (query: string) =>
    idsOf(await browser.get(`/api/sessions?merchant=${api.merchant.id}&${query}`))

  it('narrow by states, method, decline, lateness and amount', async () => {
    expect(await matching('status=complete')).toEqual([own])
    expect(await matching('payment=partially_refunded')).toEqual([own])
    expect(await matching('payment=paid')).toEqual([])
    expect(await matching('method=card')).toEqual([declined, own])
    expect(await matching('method=pix')).toEqual([])
    expect(await matching('declined=yes')).toEqual([declined])
    expect(await matching('declined=no')).toEqual([own])
    expect(await matching('declined=insufficient_funds')).toEqual([declined])
    expect(await matching('declined=lost_card')).toEqual([])
    expect(await matching('late=yes')).toEqual([])
    expect(await matching('late=no')).toEqual([declined, own])
    expect(await matching('amountFrom=259.90&amountTo=259.9')).toEqual([declined, own])
    expect(await matching('amountFrom=259.91')).toEqual([])
    expect(await matching('amountTo=259')).toEqual([])
  })

  it('take amounts in the currency of each session', async () => {
    const yen = await api.addMerchant({ currency: 'JPY', country: 'JP' })
    const { id } = await createTestSession(api, { amount: 25_990, currency: 'JPY' }, yen)
    const ask = (query: string) => browser.get(`/api/sessions?merchant=${yen.id}&${query}`)
    expect(idsOf(await ask('amountFrom=25990&amountTo=25990'))).toEqual([id])
    expect(idsOf(await ask('amountTo=259.90'))).toEqual([])
  })

  it('take days of the zone', async () => {
    const now = api.clock.now()
    const day = (at: Date) => at.toISOString().slice(0, 10)
    const [today, tomorrow] = [day(now), day(new Date(now.getTime() + 24 * HOUR_MS))]
    expect(await matching(`from=${today}&to=${today}`)).toHaveLength(2)
    expect(await matching(`from=${tomorrow}`)).toEqual([])
    // At 15:00 UTC it is the next day in Kiritimati.
    expect(await matching(`from=${tomorrow}&tz=Pacific/Kiritimati`)).toHaveLength(2)
    expect(await matching(`to=${today}&tz=Pacific/Kiritimati`)).toEqual([])
  })

  it.each([
    'status=done',
    'amountFrom=-1',
    'amountFrom=1,5',
    'from=2026-02-30',
    'tz=Brasil',
    'after=cs_1',
    'merchant=all',
    'more=1',
  ])('%s: 422', async (query) => {
    expect((await browser.get(`/api/sessions?${query}`)).status).toBe(422)
  })

  it('of refunds are state and days', async () => {
    const ask = async (query: string) => idsOf(await browser.get(`/api/refunds?${query}`)).length
    expect(await ask('status=succeeded')).toBe(2)
    expect(await ask('status=failed')).toBe(0)
    expect(await ask('to=2026-01-01')).toBe(0)
    expect((await browser.get('/api/refunds?method=card')).status).toBe(422)
  })
})

it('goes on where the page before ended, until there is no more', async () => {
  const shop = await api.addMerchant()
  const made: string[] = []
  while (made.length < 53) {
    made.unshift((await createTestSession(api, {}, shop)).id)
    api.clock.advance(1)
  }
  const browser = await signIn({ of: 'operator', role: 'support' })
  const page = async (more: string) =>
    (await browser.get(`/api/sessions?merchant=${shop.id}${more}`))
      .body as LookBackPage<ListedSession>
  const first = await page('')
  expect(first).toMatchObject({ hasMore: true, after: made[49] })
  const second = await page(`&after=${first.after}`)
  expect(second).toMatchObject({ hasMore: false, after: null })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made)
})

it("tells a merchant's zone: its own, or that of its country", async () => {
  const browser = await signIn({ of: 'operator', role: 'viewer' })
  const zone = async (id: string) =>
    ((await browser.get(`/api/merchants/${id}/zone`)).body as MerchantZone).timeZone
  expect(await zone(other.id)).toBe('Asia/Kathmandu')
  expect(await zone(api.merchant.id)).toBe('America/Sao_Paulo')
})

it('refuses other sites, and whoever is not signed in', async () => {
  const browser = await signIn({ of: 'operator', role: 'admin' })
  for (const path of ['/api/sessions', '/api/refunds', `/api/merchants/${other.id}/zone`]) {
    const strange = await browser.get(path, { 'sec-fetch-site': 'cross-site' })
    expect([strange.status, (await browser.get(path, { cookie: '' })).status]).toEqual([403, 401])
  }
})
