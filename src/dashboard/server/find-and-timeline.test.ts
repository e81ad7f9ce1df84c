import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FindAnswer, IdentifiedKeyAnswer } from '#contract/dashboard/find.ts'
import { MERCHANT_ROLES, OPERATOR_ROLES } from '#contract/dashboard/roles.ts'
import type { PersonAnswer, TimelineAnswer } from '#contract/dashboard/timeline-answer.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openDashboardOf, type DashboardOfApi } from '#proof/testing/dashboard/dashboard-of-api.ts'
import { cardBody, createTestSession } from '#proof/testing/shopper.ts'

const EMAIL = 'ada@mail.example'
const UNKNOWN_SESSION = `cs_${'0'.repeat(22)}`
const SEATS = [
  ...OPERATOR_ROLES.map((role) => ({ of: 'operator', role }) as const),
  ...MERCHANT_ROLES.map((role) => ({ of: 'merchant', role }) as const),
]

let api: TestApi
let dashboard: DashboardOfApi
let other: TestMerchant
let own: string
let others: string
beforeAll(async () => {
  api = await startTestApi()
  dashboard = openDashboardOf(api)
  other = await api.addMerchant({ name: 'Norte Livros' })
  own = await pay(api.merchant)
  others = await pay(other)
})
afterAll(() => api.close())

/** Pays an order at the merchant; its reference and its person are the same at every merchant. */
async function pay(merchant: TestMerchant): Promise<string> {
  const customer = { email: EMAIL, taxId: '52998224725' }
  const session = await createTestSession(api, { orderReference: 'A-1001', customer }, merchant)
  await session.pay({ ...(await cardBody(api, '4242424242424242')), customer })
  return session.id
}

function signIn({ of, role }: (typeof SEATS)[number]): Promise<Browser> {
  return dashboard.signIn(
    of === 'operator' ? { merchantId: null, role } : { merchantId: api.merchant.id, role },
  )
}

const find = async (browser: Browser, text: string) =>
  (await browser.post('/api/find', { text })).body as FindAnswer
const sessionsIn = ({ hits }: FindAnswer) =>
  hits.flatMap((hit) => (hit.kind === 'session' ? [hit.id] : [])).toSorted()
/** The status and the text of an answer, without its request id. */
const said = ({ status, text }: Said) => [status, text.replace(/req_\w+/, '')]

describe.each(SEATS)('$role of the $of', (seat) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await signIn(seat)
  })
  const isOperator = seat.of === 'operator'

  it('finds orders of every merchant, or of their own alone', async () => {
    for (const text of ['A-1001', EMAIL, '4242 259,90'])
      expect(sessionsIn(await find(browser, text))).toEqual(
        (isOperator ? [own, others] : [own]).toSorted(),
      )
    expect(sessionsIn(await find(browser, others))).toEqual(isOperator ? [others] : [])
  })

  it('sees persons masked in what was found, and in the timeline', async () => {
    const { text } = await browser.post('/api/find', { text: EMAIL })
    expect(text).toContain('a•••@mail.example')
    expect(text).not.toContain(EMAIL)
    const timeline = await browser.get(`/api/timeline/${own}`)
    expect(timeline.status).toBe(200)
    expect((timeline.body as TimelineAnswer).person?.email).toBe('a•••@mail.example')
    expect(timeline.text).not.toContain(EMAIL)
  })

  it("gets for another merchant's session the bytes of one that there is not", async () => {
    const nothing = said(await browser.get(`/api/timeline/${UNKNOWN_SESSION}`))
    expect(nothing[0]).toBe(404)
    const strange = said(await browser.get(`/api/timeline/${others}`))
    const something = [200, expect.any(String)]
    expect(strange).toEqual(isOperator ? something : nothing)
    const revealed = said(await browser.post(`/api/timeline/${others}/person`))
    expect(revealed).toEqual(isOperator && mayLook(seat) ? something : nothing)
  })

  it('is shown the payer where the role includes it, and each look is recorded', async () => {
    const before = await readsOf(own)
    const { status, body } = await browser.post(`/api/timeline/${own}/person`)
    const { showsPerson } = (await browser.get(`/api/timeline/${own}`)).body as TimelineAnswer
    expect([showsPerson, status, (body as PersonAnswer).email, await readsOf(own)]).toEqual(
      mayLook(seat) ? [true, 200, EMAIL, before + 1] : [false, 404, undefined, before],
    )
  })

  it('learns whose a pasted key is, of those that the role and the merchant include', async () => {
    const reads = !['finance'].includes(seat.role) && !(seat.role === 'support' && !isOperator)
    const identify = async ({ apiKey }: TestMerchant) => {
      const said = await browser.post('/api/keys/identify', { text: `KEY=${apiKey}` })
      expect(said.text).not.toContain(apiKey)
      return said.body as IdentifiedKeyAnswer
    }
    expect((await identify(api.merchant)).outcome).toBe(reads ? 'known' : 'unknown')
    expect((await identify(other)).outcome).toBe(reads && isOperator ? 'known' : 'unknown')
  })
})

const mayLook = ({ role }: { role: string }) => ['admin', 'support', 'owner'].includes(role)

async function readsOf(sessionId: string): Promise<number> {
  const [row] = await api.sql<{ count: number }>(
    `select count(*)::int as count from person_reads where subject = $1 and why = 'story, shown'`,
    sessionId,
  )
  return row?.count ?? 0
}

describe('what is typed', () => {
  it('is not searched for when it is a card or a secret, and is in no answer', async () => {
    const browser = await signIn({ of: 'operator', role: 'admin' })
    for (const text of ['4242 4242 4242 4242', api.merchant.apiKey]) {
      const { body, text: answer } = await browser.post('/api/find', { text })
      expect(body).toEqual({ isSearched: false, hits: [], hasMore: false })
      expect(answer).not.toContain(text)
    }
  })

  it('is refused when it is none, or too long', async () => {
    const browser = await signIn({ of: 'operator', role: 'viewer' })
    for (const body of [{}, { text: '' }, { text: 'x'.repeat(5000) }, { text: 'x', scope: 'all' }])
      expect((await browser.post('/api/find', body)).status).toBe(422)
  })
})

it('A text without a key is none; one that has a key is read for it alone', async () => {
  const browser = await signIn({ of: 'operator', role: 'support' })
  const identify = (text: string) => browser.post('/api/keys/identify', { text })
  expect((await identify(`hp_test_${'0'.repeat(30)}`)).body).toEqual({ outcome: 'no-key' })
  const { body } = await identify(`the key is ${api.merchant.apiKey}, look`)
  expect(body).toMatchObject({ outcome: 'known', key: { merchantId: api.merchant.id } })
})
