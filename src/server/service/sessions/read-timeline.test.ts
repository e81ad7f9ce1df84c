import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Explanation, Timeline } from '#contract/dashboard/timeline.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { deliverAll } from '#proof/testing/deliver-all.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'
import { readTimeline } from './read-timeline.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const read = async (id: string, merchantId: string | null = null) => {
  const told = await readTimeline(api.context, { id, merchantId })
  if (told === undefined) throw new Error(`no timeline of ${id}`)
  expect(Timeline.parse(told.timeline)).toEqual(told.timeline)
  expect(Explanation.parse(told.explanation)).toEqual(told.explanation)
  return told
}
const verdictOf = async (id: string) => (await read(id)).explanation.verdict.map(({ key }) => key)

describe('readTimeline', () => {
  it('tells of a paid session in one statement, line by line, by its id or a payment of it', async () => {
    const session = await createTestSession(api, { orderReference: 'A-1001' })
    await session.payByCard('4000000000009995')
    await session.payByCard('4242424242424242')
    await deliverAll(api.context)
    const statements = await api.database.statementsOf(() => read(session.id, api.merchant.id))
    expect(statements).toHaveLength(1)
    const told = await read(session.id, api.merchant.id)
    const { timeline, lines, person } = told
    expect(timeline).toMatchObject({
      session: { id: session.id, status: 'complete', orderReference: 'A-1001' },
      merchant: { id: api.merchant.id, endpoint: 'set' },
      timeZone: 'America/Sao_Paulo',
      payments: [
        { status: 'failed', declineCode: 'insufficient_funds' },
        { status: 'succeeded', captured: { amount: 25_990, currency: 'BRL' } },
      ],
    })
    expect(person).toMatchObject({ email: 'maria@example.com' })
    expect(lines.map(({ lane, kind, what, outcome }) => [lane, kind, what, outcome])).toEqual(
      expect.arrayContaining([
        ['shop', 'session_created', 'A-1001', null],
        ['shopper', 'payment_started', 'card', null],
        ['processor', 'payment_changed', 'payment.failed', 'insufficient_funds'],
        ['processor', 'payment_changed', 'payment.succeeded', null],
      ]),
    )
    const times = lines.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((one, other) => one - other))

    const [, paid] = timeline.payments
    expect((await read(paid?.id ?? '')).timeline).toEqual(timeline)
  })

  it("tells times in the merchant's own zone, where it has one", async () => {
    const far = await api.addMerchant({ timeZone: 'Asia/Kathmandu' })
    const { id } = await createTestSession(api, {}, far)
    expect((await read(id)).timeline.timeZone).toBe('Asia/Kathmandu')
  })

  it('holds no personal data but in the person', async () => {
    const { timeline, lines } = await read((await createPaidSession(api)).id)
    expect(JSON.stringify([timeline, lines])).not.toContain('maria@example.com')
  })

  it("S-07: is of one merchant: another's is none", async () => {
    const other = await api.addMerchant()
    const { id } = await createPaidSession(api)
    const [payment] = (await read(id)).timeline.payments
    for (const known of [id, payment?.id ?? '', 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'])
      expect(await readTimeline(api.context, { id: known, merchantId: other.id })).toBeUndefined()
  })

  it('explains what is open, canceled, waiting and refunded', async () => {
    const open = await createTestSession(api)
    expect(await verdictOf(open.id)).toContain('untried')
    await api.merchant.post(`/v1/sessions/${open.id}/cancel`, {})
    const canceled = await read(open.id)
    expect(canceled.explanation.verdict.map(({ key }) => key)).toContain('canceled')
    expect(canceled.timeline.acts).toMatchObject([
      { action: 'session.canceled', actorKind: 'api_key', actor: api.merchant.keyId },
    ])

    const waiting = await createTestSession(api)
    await waiting.pay({ method: 'pix', customer: { email: 'maria@example.com' } })
    expect(await verdictOf(waiting.id)).toContain('waits_for_transfer')

    const paid = await createPaidSession(api)
    const headers = { 'idempotency-key': 'timeline' }
    await api.merchant.post(`/v1/sessions/${paid.id}/refunds`, { amount: 990 }, headers)
    const { explanation, timeline, lines } = await read(paid.id)
    expect(explanation.verdict.map(({ key }) => key)).toContain('partly_refunded')
    expect(timeline.refunds).toMatchObject([{ status: 'succeeded', amount: 990 }])
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'refund_changed', what: 'refund.succeeded' }),
    )
  })

  it.each([
    ['capture_failed', { outcome: 'capture_failed' }],
    ['chargeback', { outcome: 'dispute' }],
  ])('says why money was taken back: %s', async (code, simulated) => {
    const { id } = await createPaidSession(api)
    const path = `/v1/sandbox/sessions/${id}/simulate`
    const { status } = await api.merchant.post(path, { outcome: 'reverse', amount: 1000 })
    expect([status, (await api.merchant.post(path, simulated)).status]).toEqual([200, 200])
    const { lines, explanation } = await read(id)
    expect(
      lines.filter(({ what }) => what === 'payment.reversed').map(({ outcome }) => outcome),
    ).toEqual(expect.arrayContaining(['chargeback', code]))
    expect(explanation.verdict).toContainEqual({
      key: 'taken_back_why',
      values: { reversal: { kind: 'reversal', code } },
    })
  })

  it('says no reason of money that the processor gives none for', async () => {
    const { id } = await createPaidSession(api)
    const path = `/v1/sandbox/sessions/${id}/simulate`
    await api.merchant.post(path, { outcome: 'reverse' })
    await api.sql(
      `update reversals r set kind = null from payments p where p.id = r.payment_id and p.session_id = $1`,
      id,
    )
    expect(await verdictOf(id)).not.toContain('taken_back_why')
  })
})
