import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { cardBody, createTestSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'

const CAPTURED = { kind: 'capture', amountMinor: 25_990, currency: 'BRL' }
const REFUNDED = { ...CAPTURED, kind: 'refund' }

/** Expected results for a session that had ended when the money came. */
const ENDED = {
  accept: {
    session: {
      status: 'complete',
      paymentStatus: 'paid',
      paidLate: true,
      amountRefunded: 0,
      completedAt: expect.any(String) as string,
    },
    types: ['payment.late', 'payment.succeeded', 'session.completed'],
    ledger: [CAPTURED],
  },
  refund: {
    session: {
      paymentStatus: 'refunded',
      paidLate: false,
      amountRefunded: 25_990,
      completedAt: null,
    },
    types: ['payment.late', 'refund.succeeded'],
    ledger: [CAPTURED, REFUNDED],
  },
}

describe.each(['accept', 'refund'] as const)('money that comes late, policy %s', (policy) => {
  let api: TestApi
  let merchant: TestMerchant
  beforeAll(async () => {
    api = await startTestApi()
  })
  beforeEach(async () => {
    merchant = await api.addMerchant()
    await api.sql('update merchants set late_payments = $2 where id = $1', merchant.id, policy)
  })
  afterAll(() => api.close())

  /** A session whose Pix has expired. */
  const expiredPix = async (changes = {}) => {
    const open = await createTestSession(
      api,
      { customer: { email: 'expire_immediately@example.com' }, expiresInSeconds: 3600, ...changes },
      merchant,
    )
    const { payment } = (await open.pay({ method: 'pix' })).as(Checkout)
    await api.simulation.runDue()
    return { open, paymentId: payment?.id ?? '' }
  }
  const payLate = async (paymentId: string) => {
    // Notifications within a second lead to one inquiry; the worker makes the next.
    api.clock.advance(1000)
    expect(await api.simulation.simulate(paymentId, 'pay_late')).toBe(200)
    await api.simulation.runDue()
  }
  const typesOf = (notifications: { type: string }[]) => notifications.map(({ type }) => type)

  it.each(['expired', 'canceled'])('R-09: for a session that is %s', async (status) => {
    const { open, paymentId } = await expiredPix()
    if (status === 'expired') api.clock.advance(3_600_000)
    else await merchant.post(`/v1/sessions/${open.id}/cancel`)
    expect((await open.look()).status).toBe(status)

    await payLate(paymentId)
    await finishRefunds(api.context)

    const expected = ENDED[policy]
    expect(await open.read()).toMatchObject({
      status,
      ...expected.session,
      payment: { status: 'succeeded', late: true },
    })
    const types = typesOf(await open.notifications()).slice(2)
    expect(types).toEqual([`session.${status}`, ...expected.types])
    expect(await readLedger(api.database, open.id)).toEqual(expected.ledger)
  })

  it('pays a session that is still open, under either policy', async () => {
    const { open, paymentId } = await expiredPix()
    await payLate(paymentId)
    expect(await open.read()).toMatchObject({
      status: 'complete',
      paidLate: false,
      payment: { status: 'succeeded', late: true },
    })
    expect(await readLedger(api.database, open.id)).toEqual([CAPTURED])
  })

  it('R-09: is refunded when another payment has succeeded meanwhile', async () => {
    const { open, paymentId } = await expiredPix()
    expect((await open.payByCard('4242424242424242')).as(Checkout).status).toBe('complete')
    await payLate(paymentId)
    await finishRefunds(api.context)
    expect(await open.read()).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      amountRefunded: 0,
      payment: { method: 'card', status: 'succeeded' },
    })
    const notifications = await open.notifications()
    expect(typesOf(notifications).slice(-2)).toEqual(['payment.late', 'refund.succeeded'])
    // The event is about the late payment, although another payment is the session's latest.
    for (const { data } of notifications.slice(-2)) {
      expect(data.payment).toMatchObject({ id: paymentId, late: true })
      expect(data.session?.payment).toMatchObject({ method: 'card', late: false })
    }
    expect(await readLedger(api.database, open.id)).toEqual([CAPTURED, CAPTURED, REFUNDED])
  })

  it('pays the session before a second payment succeeds, which is refunded', async () => {
    const { open, paymentId } = await expiredPix()
    const second = (await open.payByCard('4000202000000004')).as(Checkout).payment
    await payLate(paymentId)
    expect(await open.look()).toMatchObject({ status: 'complete' })
    api.clock.advance(5000)
    await api.simulation.runDue()
    await finishRefunds(api.context)
    const session = await open.read()
    expect(session).toMatchObject({ status: 'complete', paymentStatus: 'paid', amountRefunded: 0 })
    expect(session.payment).toMatchObject({ id: second?.id, status: 'failed', late: true })
    expect(await readLedger(api.database, open.id)).toEqual([CAPTURED, CAPTURED, REFUNDED])
  })

  it('is kept once when two payments come late', async () => {
    const { open, paymentId } = await expiredPix()
    const second = (await open.pay({ method: 'pix' })).as(Checkout).payment?.id ?? ''
    await api.simulation.runDue()
    api.clock.advance(3_600_000)
    expect((await open.look()).status).toBe('expired')
    await payLate(paymentId)
    await payLate(second)
    await finishRefunds(api.context)
    const ledger = await readLedger(api.database, open.id)
    expect(ledger.filter(({ kind }) => kind === 'capture')).toHaveLength(2)
    expect(ledger.filter(({ kind }) => kind === 'refund')).toHaveLength(policy === 'accept' ? 1 : 2)
  })

  it('R-09: is refunded once after ten reports of it', async () => {
    const { open, paymentId } = await expiredPix()
    api.clock.advance(3_600_000)
    await open.look()
    await payLate(paymentId)
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        await api.checkout.post(`${open.checkoutPath}/payments/${paymentId}/action`)
        await finishRefunds(api.context)
      }),
    )
    const refunds = (await readLedger(api.database, open.id)).filter(
      ({ kind }) => kind === 'refund',
    )
    expect(refunds).toHaveLength(policy === 'accept' ? 0 : 1)
  })

  it('after a replaced Pix: the card pays, the Pix is refunded', async () => {
    const open = await createTestSession(api, {}, merchant)
    const pix = (await open.pay({ method: 'pix' })).as(Checkout).payment?.id ?? ''
    await open.pay({ ...(await cardBody(api, '4242424242424242')), replacePaymentId: pix })
    await payLate(pix)
    await finishRefunds(api.context)
    expect(await readLedger(api.database, open.id)).toEqual([CAPTURED, CAPTURED, REFUNDED])
    expect(await open.read()).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
  })
})
