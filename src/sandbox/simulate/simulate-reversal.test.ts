import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'

const AMOUNT = 25_990

describe('R-56: simulating a reversal', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const reverse = (id: string, amount?: number) =>
    api.merchant.post(`/v1/sandbox/sessions/${id}/simulate`, {
      outcome: 'reverse',
      ...(amount !== undefined && { amount }),
    })
  const kindsOf = async (id: string) =>
    (await readLedger(api.database, id)).map(({ kind, amountMinor }) => [kind, amountMinor])

  it('takes back a part, then all, once each, though the notification comes as well', async () => {
    const open = await createPaidSession(api)
    expect((await reverse(open.id, 1000)).as(Session)).toMatchObject({
      paymentStatus: 'paid',
      amountReversed: 1000,
    })
    expect((await reverse(open.id)).as(Session).amountReversed).toBe(AMOUNT)
    await api.simulation.runDue()
    expect((await open.notifications()).map(({ type }) => type).slice(-2)).toEqual([
      'payment.reversed',
      'payment.reversed',
    ])
    expect(await kindsOf(open.id)).toEqual([
      ['capture', AMOUNT],
      ['reversal', 1000],
      ['reversal', AMOUNT - 1000],
    ])
  })

  it('is seen by the notification alone', async () => {
    const open = await createPaidSession(api)
    const { payment } = await open.read()
    expect(await api.simulation.simulate(payment?.id ?? '', 'reverse')).toBe(200)
    await api.simulation.runDue()
    expect((await open.read()).amountReversed).toBe(AMOUNT)
  })

  it('exceeds what was captured with refunds, and leaves nothing to refund', async () => {
    const open = await createPaidSession(api)
    await api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 10_000 })
    expect((await reverse(open.id)).as(Session)).toMatchObject({
      amountRefunded: 10_000,
      amountReversed: AMOUNT,
    })
    const again = await api.merchant.post(`/v1/sessions/${open.id}/refunds`)
    expect(again.problem().code).toBe('refund_exceeds_payment')
  })

  it('R-102: is a capture that fails after all: all that was captured goes back, once', async () => {
    const open = await createPaidSession(api)
    const fail = (id: string) =>
      api.merchant.post(`/v1/sandbox/sessions/${id}/simulate`, { outcome: 'capture_failed' })
    expect((await fail(open.id)).as(Session)).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      amountReversed: AMOUNT,
    })
    expect((await fail(open.id)).problem()).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'outcome' }],
    })
    const pix = await createTestSession(api, { paymentMethods: ['pix'] })
    await api.merchant.post(`/v1/sandbox/sessions/${pix.id}/simulate`, { outcome: 'pix_paid' })
    expect((await fail(pix.id)).problem().code).toBe('validation_failed')
  })

  it('R-92: comes again, in part and then all, and not beyond what is taken back', async () => {
    const open = await createPaidSession(api)
    const reinstate = (amount?: number) =>
      api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, {
        outcome: 'reinstate',
        ...(amount !== undefined && { amount }),
      })
    expect((await reinstate()).problem().code).toBe('validation_failed')
    await reverse(open.id)
    expect((await reinstate(1000)).as(Session)).toMatchObject({
      paymentStatus: 'paid',
      amountReversed: AMOUNT,
      amountReinstated: 1000,
    })
    expect((await reinstate(AMOUNT)).problem()).toMatchObject({ errors: [{ path: 'amount' }] })
    expect((await reinstate()).as(Session).amountReinstated).toBe(AMOUNT)
    await reverse(open.id)
    await api.simulation.runDue()
    expect(await open.read()).toMatchObject({
      amountReversed: 2 * AMOUNT,
      amountReinstated: AMOUNT,
    })
    expect((await open.notifications()).map(({ type }) => type).slice(-4)).toEqual([
      'payment.reversed',
      'payment.reinstated',
      'payment.reinstated',
      'payment.reversed',
    ])
    expect(await kindsOf(open.id)).toEqual([
      ['capture', AMOUNT],
      ['reversal', AMOUNT],
      ['reinstatement', 1000],
      ['reinstatement', AMOUNT - 1000],
      ['reversal', AMOUNT],
    ])
  })

  it('is refused with the state of a payment that has not succeeded', async () => {
    const open = await createTestSession(api)
    const path = `/v1/sandbox/sessions/${open.id}/simulate`
    await api.merchant.post(path, { outcome: 'decline' })
    expect((await api.merchant.post(path, { outcome: 'reinstate' })).problem()).toMatchObject({
      code: 'session_not_open',
      detail: 'The session has no successful payment: its last one is "failed".',
    })
  })

  it('is refused without a payment, and beyond what was taken', async () => {
    const unpaid = await createTestSession(api)
    expect((await reverse(unpaid.id)).problem().code).toBe('session_not_open')
    const paid = await createPaidSession(api)
    for (const amount of [AMOUNT + 1, 0])
      expect((await reverse(paid.id, amount)).problem()).toMatchObject({
        code: 'validation_failed',
        errors: [{ path: 'amount' }],
      })
  })
})
