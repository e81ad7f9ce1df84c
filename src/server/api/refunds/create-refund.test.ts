import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refund } from '#contract/refund.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { cardBody, createPaidSession, createTestSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { finishRefunds } from '../../service/refunds/finish-refunds.ts'

describe('POST /v1/sessions/{id}/refunds', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const refund = (id: string, body?: unknown) =>
    api.merchant.post(`/v1/sessions/${id}/refunds`, body)
  const refunded = async (id: string) =>
    (await readLedger(api.database, id))
      .filter(({ kind }) => kind === 'refund')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const by = (name: string) => ({ customer: { email: `${name}@example.com` } })

  it('refunds everything without an amount', async () => {
    const open = await createPaidSession(api)
    const answer = await refund(open.id)
    const made = answer.as(Refund)
    expect(answer.status).toBe(201)
    expect(made).toEqual({
      id: made.id,
      object: 'refund',
      sessionId: open.id,
      paymentId: (await open.read()).payment?.id,
      status: 'succeeded',
      amount: 25_990,
      currency: 'BRL',
      reason: null,
      createdAt: made.createdAt,
      reversedAt: null,
    })
    const session = await open.read()
    expect(session).toMatchObject({
      status: 'complete',
      paymentStatus: 'refunded',
      amountRefunded: 25_990,
      payment: { status: 'succeeded' },
    })
    expect((await open.notifications()).at(-1)).toMatchObject({
      type: 'refund.succeeded',
      sequence: 3,
      data: { session, payment: session.payment, refund: made },
    })
    expect(await refunded(open.id)).toBe(25_990)
  })

  it('F-15: takes null as no reason', async () => {
    const open = await createPaidSession(api)
    expect((await refund(open.id, { amount: 1, reason: null })).as(Refund).reason).toBeNull()
  })

  it('refunds parts, and then the rest', async () => {
    const open = await createPaidSession(api)
    expect((await refund(open.id, { amount: 990, reason: 'a spot' })).as(Refund)).toMatchObject({
      amount: 990,
      reason: 'a spot',
    })
    expect(await open.read()).toMatchObject({
      paymentStatus: 'partially_refunded',
      amountRefunded: 990,
    })
    expect((await refund(open.id)).as(Refund).amount).toBe(25_000)
    expect(await open.read()).toMatchObject({ paymentStatus: 'refunded', amountRefunded: 25_990 })
    expect((await refund(open.id)).problem().code).toBe('refund_exceeds_payment')
    expect(await refunded(open.id)).toBe(25_990)
  })

  it.each([25_991, 999_999_999_999])('422 refund_exceeds_payment for %d', async (amount) => {
    const open = await createPaidSession(api)
    expect((await refund(open.id, { amount })).problem()).toMatchObject({
      status: 422,
      code: 'refund_exceeds_payment',
    })
    expect(await refunded(open.id)).toBe(0)
  })

  it.each([
    ['BRL', 'Of this payment BRL 259.90 are left to refund.'],
    ['JPY', 'Of this payment JPY 25990 are left to refund.'],
  ])('manners: names what is left in the form of %s', async (currency, detail) => {
    const open = await createPaidSession(api, { currency, paymentMethods: ['card'] })
    expect((await refund(open.id, { amount: 99_999 })).problem().detail).toBe(detail)
  })

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 0.5 }, 'amount'],
    [{ amount: '1' }, 'amount'],
    [{ reason: '' }, 'reason'],
    [{ currency: 'BRL' }, 'currency'],
  ])('422 for %j', async (body, path) => {
    const open = await createPaidSession(api)
    expect((await refund(open.id, body)).problem().errors?.map((error) => error.path)).toEqual([
      path,
    ])
  })

  it('S-120: 400 missing_idempotency_key without one, before anything is read or moved', async () => {
    const open = await createPaidSession(api)
    const answer = await api.merchant.send('POST', `/v1/sessions/${open.id}/refunds`, {
      headers: { 'content-type': 'application/json' },
      body: '{"amount":',
    })
    expect(answer.problem()).toMatchObject({ status: 400, code: 'missing_idempotency_key' })
    expect(await refunded(open.id)).toBe(0)
    expect((await refund(open.id)).status).toBe(201)
  })

  it('409 not_paid before a payment', async () => {
    const open = await createTestSession(api)
    expect((await refund(open.id)).problem()).toMatchObject({ status: 409, code: 'not_paid' })
    await open.payByCard('4000000000000002')
    expect((await refund(open.id)).problem().code).toBe('not_paid')
    await api.merchant.post(`/v1/sessions/${open.id}/cancel`)
    expect((await refund(open.id)).problem().code).toBe('not_paid')
  })

  it('releases the whole amount for another refund when the refund failed', async () => {
    const open = await createPaidSession(api, by('refund_fails'))
    expect((await refund(open.id)).as(Refund).status).toBe('failed')
    expect(await open.read()).toMatchObject({ paymentStatus: 'paid', amountRefunded: 0 })
    expect((await open.notifications()).at(-1)).toMatchObject({
      type: 'refund.failed',
      data: { refund: { status: 'failed' } },
    })
    expect((await refund(open.id)).as(Refund).amount).toBe(25_990)
    expect(await refunded(open.id)).toBe(0)
  })

  it('is pending until the processor has executed it, which the worker detects', async () => {
    const open = await createPaidSession(api, by('refund_pending'))
    const made = (await refund(open.id, { amount: 990 })).as(Refund)
    expect(made.status).toBe('pending')
    expect(await open.read()).toMatchObject({ paymentStatus: 'paid', amountRefunded: 0 })
    expect((await refund(open.id, { amount: 25_001 })).problem().code).toBe(
      'refund_exceeds_payment',
    )
    api.clock.advance(30_000)
    await finishRefunds(api.context)
    expect((await open.read()).amountRefunded).toBe(0)
    api.clock.advance(20_000)
    await api.simulation.runDue()
    await finishRefunds(api.context)
    expect(await open.read()).toMatchObject({
      paymentStatus: 'partially_refunded',
      amountRefunded: 990,
    })
    const before = await open.notifications()
    expect(before.at(-1)).toMatchObject({
      type: 'refund.succeeded',
      data: { refund: { id: made.id } },
    })
    api.clock.advance(60_000)
    await finishRefunds(api.context)
    expect(await open.notifications()).toEqual(before)
  })

  it('refunds the interest of installments, too', async () => {
    const plan = { max: 2, monthlyInterestBasisPoints: 1000 }
    const open = await createTestSession(api, { installments: plan })
    const { installments } = await open.look()
    const total = installments?.[1]?.total ?? 0
    await open.pay({ ...(await cardBody(api, '4242424242424242')), installments: 2 })
    expect((await refund(open.id, { amount: 25_990 })).status).toBe(201)
    expect((await open.read()).paymentStatus).toBe('partially_refunded')
    expect((await refund(open.id)).as(Refund).amount).toBe(total - 25_990)
    expect((await open.read()).paymentStatus).toBe('refunded')
  })

  it.each([100, 700, 10_000])(
    'R-11: never refunds more than was captured: %d of 10000, twenty times concurrently',
    async (amount) => {
      const open = await createPaidSession(api, { amount: 10_000 })
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => refund(open.id, { amount })),
      )
      const made = answers.filter(({ status }) => status === 201).length
      for (const answer of answers.filter(({ status }) => status !== 201))
        expect(answer.problem().code).toBe('refund_exceeds_payment')
      expect(made).toBe(Math.min(20, Math.floor(10_000 / amount)))
      expect(await refunded(open.id)).toBe(made * amount)
      expect((await open.read()).amountRefunded).toBe(made * amount)
      const sequences = (await open.notifications()).map(({ sequence }) => sequence)
      expect(sequences).toEqual(sequences.map((_, index) => index + 1))
    },
  )
})
