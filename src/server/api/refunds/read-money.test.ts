import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PaymentList } from '#contract/payment.ts'
import { Refund, RefundList } from '#contract/refund.ts'
import { parseBrCode } from '#domain/methods/pix/br-code.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { cardBody, createPaidSession, createTestSession } from '#proof/testing/shopper.ts'

describe('reading money', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const paymentsOf = async (id: string) =>
    (await api.merchant.get(`/v1/sessions/${id}/payments`)).as(PaymentList).data
  const by = (name: string) => ({ customer: { email: `${name}@example.com` } })
  const refund = async (id: string, amount: number) =>
    (await api.merchant.post(`/v1/sessions/${id}/refunds`, { amount })).as(Refund)

  it('manners: lists every payment of a session, newest first, as the session shows its last', async () => {
    const open = await createTestSession(api)
    await open.payByCard('4000000000000002')
    await open.payByCard('4242424242424242')
    const payments = await paymentsOf(open.id)
    expect(payments.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect(payments[0]).toEqual((await open.read()).payment)
    expect(payments[0]).toMatchObject({
      authorizationCode: expect.stringMatching(/^[0-9]{6}$/) as string,
      processorReference: expect.stringMatching(/^sim_[0-9A-Za-z]{16}$/) as string,
      interest: 0,
      endToEndId: null,
      txid: null,
      boletoNumber: null,
    })
    const { data } = (await open.notifications()).at(-1) ?? {}
    expect(data?.payment).toEqual(payments[0])
  })

  it('manners: the list of payments refuses a filter that it does not know', async () => {
    const open = await createPaidSession(api)
    const answer = await api.merchant.get(`/v1/sessions/${open.id}/payments?status=failed`)
    expect(answer.status).toBe(422)
    expect(answer.problem().errors).toMatchObject([{ path: 'status', code: 'unknown_field' }])
  })

  it('manners: a Pix has the txid of its BR Code, and the endToEndId of the central bank once it is paid', async () => {
    const open = await createTestSession(api, by('fill_never'))
    const { payment } = (await open.pay({ method: 'pix' })).body as {
      payment: { action: { brCode: string } }
    }
    const [shown] = await paymentsOf(open.id)
    expect(shown).toMatchObject({ endToEndId: null, boletoNumber: null })
    expect(shown?.txid).toMatch(/^[0-9A-Za-z]{26,35}$/)
    expect(parseBrCode(payment.action.brCode)).toMatchObject({
      url: expect.stringContaining(`/${shown?.txid}`) as string,
    })
    await api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, { outcome: 'pix_paid' })
    const [paid] = await paymentsOf(open.id)
    expect(paid).toMatchObject({ status: 'succeeded', txid: shown?.txid })
    expect(paid?.endToEndId).toMatch(/^E[0-9]{8}20261120[0-9]{4}[0-9A-Za-z]{11}$/)
  })

  it('a paid Pix has its payee and the time of its bank, for merchant, shopper and webhook', async () => {
    const merchant = await api.addMerchant({ legalName: 'Norte Livros Ltda' })
    const open = await createTestSession(api, by('fill_never'), merchant)
    await open.pay({ method: 'pix' })
    const waiting = (await open.read()).payment
    expect(waiting).toMatchObject({ payeeName: 'Norte Livros Ltda', paidAt: null })
    api.clock.advance(60_000)
    await merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, { outcome: 'pix_paid' })
    const { payment } = await open.read()
    const { paidAt = null } = payment ?? {}
    expect(paidAt).toMatch(/^2026-11-20T15:/)
    expect(payment?.payeeName).toBe('Norte Livros Ltda')
    expect(payment?.endToEndId).toMatch(/^E/)
    expect((await open.notifications()).at(-1)?.data.payment).toEqual(payment)
    const { endToEndId = null } = payment ?? {}
    expect((await open.look()).payment).toMatchObject({
      payeeName: 'Norte Livros Ltda',
      paidAt,
      endToEndId,
    })
  })

  it('a card names no payee, and no time but that of the answer', async () => {
    const open = await createPaidSession(api)
    expect((await open.read()).payment).toMatchObject({ payeeName: null, paidAt: null })
  })

  it("manners: a boleto has its bank's number, and installments their interest", async () => {
    const customer = { name: 'Maria', email: 'fill_never@example.com', taxId: '52998224725' }
    const slip = await createTestSession(api, { customer })
    await slip.pay({ method: 'boleto' })
    expect((await paymentsOf(slip.id))[0]?.boletoNumber).toMatch(/^[0-9]{11}$/)

    const plan = { max: 2, monthlyInterestBasisPoints: 1000 }
    const open = await createTestSession(api, { installments: plan })
    await open.pay({ ...(await cardBody(api, '4242424242424242')), installments: 2 })
    const [payment] = await paymentsOf(open.id)
    expect(payment?.interest).toBeGreaterThan(0)
    expect((payment?.amount ?? 0) - (payment?.interest ?? 0)).toBe((await open.read()).amount)
  })

  it('manners: reads a refund, and pages those of a session', async () => {
    const open = await createPaidSession(api)
    const made = [
      await refund(open.id, 100),
      await refund(open.id, 200),
      await refund(open.id, 300),
    ]
    const read = await api.merchant.get(`/v1/refunds/${made[0]?.id}`)
    expect(read.as(Refund)).toEqual(made[0])
    const path = `/v1/sessions/${open.id}/refunds`
    const page = (await api.merchant.get(`${path}?limit=2`)).as(RefundList)
    expect(page).toEqual({ object: 'list', data: [made[2], made[1]], hasMore: true })
    const rest = await api.merchant.get(`${path}?after=${page.data[1]?.id}`)
    expect(rest.as(RefundList)).toEqual({ object: 'list', data: [made[0]], hasMore: false })
    const other = await createPaidSession(api)
    const elsewhere = await api.merchant.get(
      `/v1/sessions/${other.id}/refunds?after=${made[0]?.id}`,
    )
    expect(elsewhere.problem()).toMatchObject({ status: 422, code: 'invalid_cursor' })
  })

  it('manners: a session has the sum of refunds that are still under way', async () => {
    const open = await createPaidSession(api, by('refund_pending'))
    expect((await open.read()).amountRefundPending).toBe(0)
    await refund(open.id, 100)
    await refund(open.id, 250)
    expect(await open.read()).toMatchObject({ amountRefundPending: 350, amountRefunded: 0 })
  })

  it("S-07: another merchant's refund and session are answered as none", async () => {
    const open = await createPaidSession(api)
    const { id } = await refund(open.id, 100)
    const other = await api.addMerchant()
    for (const [theirs, none] of [
      [`/v1/refunds/${id}`, '/v1/refunds/re_0000000000000000000000'],
      [`/v1/sessions/${open.id}/refunds`, '/v1/sessions/cs_0000000000000000000000/refunds'],
      [`/v1/sessions/${open.id}/payments`, '/v1/sessions/cs_0000000000000000000000/payments'],
    ] as const) {
      const [one, two] = [await other.get(theirs), await other.get(none)].map((answer) => ({
        ...answer.problem(),
        requestId: '',
      }))
      expect(one).toMatchObject({ status: 404, code: 'not_found' })
      expect(one).toEqual(two)
    }
  })
})
