import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DisputeAnswer, ListedDispute } from '#contract/dashboard/disputes.ts'
import type { FindAnswer } from '#contract/dashboard/find.ts'
import type { Membership } from '#contract/dashboard/roles.ts'
import type { TimelineAnswer } from '#contract/dashboard/timeline-answer.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import {
  addDispute,
  addPayment,
  addTenant,
  perform,
  type TenantOfTest,
} from '#proof/testing/dashboard/actions.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { createPaidSession } from '#proof/testing/shopper.ts'

const UNKNOWN = '11111111-ceea-467f-a8d5-1b1a0d3c9f4e'

let to: TestDashboard
let tenant: TenantOfTest
let other: TenantOfTest
let admin: Browser
beforeAll(async () => {
  to = await openTestDashboard()
  tenant = await addTenant(to)
  other = await addTenant(to, 'Norte Livros')
  admin = await enter({ merchantId: null, role: 'admin' })
})
afterAll(() => to.close())

async function enter(membership: Membership): Promise<Browser> {
  const browser = to.browser()
  const { token } = await to.invite(membership)
  await browser.post('/api/sign-in/link', { token })
  return browser
}

const pageOf = ({ body }: Said) => body as LookBackPage<ListedDispute>
const idsOf = (said: Said) => pageOf(said).items.map(({ id }) => id)
const bytesOf = ({ status, text }: Said) => [status, text.replace(/req_\w+/, '')]

describe('R-109: disputes', () => {
  it('are listed by their deadlines, those without one last, page by page', async () => {
    const shop = await addTenant(to, 'Sul')
    const { paymentId } = await addPayment(to, shop.merchantId, 'succeeded')
    const made: { id: string; days: number }[] = [{ id: shop.disputeId, days: 12 }]
    for (let index = 0; index < 54; index += 1) {
      const days = index % 9 === 0 ? null : 1 + ((index * 7) % 30)
      made.push({ id: await addDispute(to, { paymentId }, days), days: days ?? Infinity })
    }
    const sorted = made.toSorted((one, next) =>
      one.days === next.days ? (one.id < next.id ? -1 : 1) : one.days - next.days,
    )
    const first = await admin.get(`/api/disputes?merchant=${shop.merchantId}`)
    const { after } = pageOf(first)
    // The last of the page is answered before the next one is asked for.
    await to.sql(`update disputes set status = 'under_review', rank = 40 where id = $1`, after)
    const second = await admin.get(`/api/disputes?merchant=${shop.merchantId}&after=${after}`)
    expect([...idsOf(first), ...idsOf(second)]).toEqual(sorted.map(({ id }) => id))
    expect(idsOf(first)).toHaveLength(50)
    expect(pageOf(second)).toMatchObject({ hasMore: false, after: null })
    const reviewed = `/api/disputes?merchant=${shop.merchantId}&status=under_review`
    expect(idsOf(await admin.get(reviewed))).toEqual([after])
    const all = await admin.get(`/api/disputes?merchant=${shop.merchantId}&status=all`)
    expect(idsOf(all)).toEqual(idsOf(all).toSorted().toReversed())
    expect(pageOf(all)).toMatchObject({ hasMore: true })
  })

  it("are told to people of the merchant and the operator; another's are not there", async () => {
    const owner = await enter({ merchantId: tenant.merchantId, role: 'owner' })
    expect(idsOf(await owner.get(`/api/disputes?merchant=${tenant.merchantId}`))).toEqual([
      tenant.disputeId,
    ])
    expect(idsOf(await admin.get('/api/disputes'))).toEqual(
      expect.arrayContaining([tenant.disputeId, other.disputeId]),
    )
    const list = async (id: string) => bytesOf(await owner.get(`/api/disputes?merchant=${id}`))
    expect(await list(other.merchantId)).toEqual(await list(UNKNOWN))
    expect((await owner.get('/api/disputes')).status).toBe(404)
    const one = async (id: string) => bytesOf(await owner.get(`/api/disputes/${id}`))
    expect(await one(other.disputeId)).toEqual(await one('dp_0Tq4mFhZ7Rk2vXw9sLd3Ye'))
    expect((await admin.get('/api/disputes?status=open')).status).toBe(422)
    expect((await admin.get('/api/disputes?after=cs_1')).status).toBe(422)
  })

  it('are noted, also as answered in the portal; the story and the audit log have it', async () => {
    const { merchantId, disputeId } = tenant
    const support = await enter({ merchantId, role: 'support' })
    const note = (input: object, by: Browser = support) =>
      perform(by, 'dispute.note', { merchantId, disputeId, ...input })
    expect((await note({ isAnswered: true, note: 'Proof of delivery' })).status).toBe(200)
    expect((await note({ isAnswered: false })).status).toBe(422)
    const viewer = await enter({ merchantId: null, role: 'viewer' })
    expect((await note({ isAnswered: true }, viewer)).status).toBe(403)
    const foreign = await perform(support, 'dispute.note', {
      merchantId,
      disputeId: other.disputeId,
      isAnswered: true,
    })
    expect(foreign.status).toBe(404)
    const answer = (await support.get(`/api/disputes/${disputeId}`)).body as DisputeAnswer
    expect(answer).toMatchObject({
      dispute: { id: disputeId, status: 'needs_response', respondByIsProven: false },
      timeZone: 'America/Sao_Paulo',
      notes: [{ note: 'Proof of delivery', isAnswered: true }],
    })
    const { sessionId } = answer.dispute
    const story = (await support.get(`/api/timeline/${sessionId}`)).body as TimelineAnswer
    expect(story.lines).toContainEqual(
      expect.objectContaining({ kind: 'act', what: 'dispute.noted', subject: disputeId }),
    )
    expect(story.timeline.disputes).toMatchObject([{ id: disputeId, stage: 'chargeback' }])
  })

  it('give their evidence as a PDF; with the customer to who may see persons, recorded', async () => {
    const { id: merchantId } = to.api.merchant
    const { payment } = await (await createPaidSession(to.api)).read()
    const disputeId = await addDispute(to, { paymentId: payment?.id ?? '' })
    const customer = '{"email": "ada@mail.example"}'
    await to.sql('update payments set customer = $2 where id = $1', payment?.id, customer)
    const path = `/api/disputes/${disputeId}/evidence`
    const reads = () => to.sql(`select why from person_reads where why = 'evidence, shown'`)
    const finance = await enter({ merchantId, role: 'finance' })
    const plain = await finance.get(path)
    expect([plain.status, plain.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    expect((await finance.get(`${path}?persons=yes`)).status).toBe(403)
    expect((await finance.get(`${path}?persons=no`)).status).toBe(422)
    expect(await reads()).toEqual([])
    const support = await enter({ merchantId, role: 'support' })
    const whole = await support.get(`${path}?persons=yes`)
    expect([whole.status, whole.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    expect(await reads()).toHaveLength(1)
    expect((await support.get(`/api/disputes/${other.disputeId}/evidence`)).status).toBe(404)
  })

  it('are found by their id and by their reference at the processor, within what the person may see', async () => {
    const owner = await enter({ merchantId: tenant.merchantId, role: 'owner' })
    const find = async (text: string) =>
      ((await owner.post('/api/find', { text })).body as FindAnswer).hits
    expect(await find(tenant.disputeId)).toMatchObject([
      { kind: 'session', merchantId: tenant.merchantId, standing: { word: 'disputed' } },
    ])
    expect(await find(other.disputeId)).toEqual([])
    const name = (id: string, reference: string) =>
      to.sql('update disputes set processor_reference = $2 where id = $1', id, reference)
    await name(tenant.disputeId, '9915555555555555')
    await name(other.disputeId, '9916666666666666')
    expect(await find('9915555555555555')).toMatchObject([{ merchantId: tenant.merchantId }])
    expect(await find('9916666666666666')).toEqual([])
  })
})
