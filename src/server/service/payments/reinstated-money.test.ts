// tests guard: unexplained-reversal
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD, type OpenSession } from '#proof/testing/shopper.ts'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'
import { refundOwed } from '../refunds/refund-owed.ts'

const AMOUNT = 25_990

const took = (totals: { reversedMinor?: number; reinstatedMinor?: number } = {}) =>
  ({ status: 'succeeded', capturedMinor: AMOUNT, currency: 'BRL', ...totals }) as const

describe('R-92: money that comes again after it was taken back', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  beforeEach(() => processor.script('createRefund', { status: 'succeeded' }))
  afterAll(() => api.close())

  const pay = async (outcome: ProcessorOutcome = took()) => {
    const open = await createTestSession(api)
    processor.script('createPayment', outcome)
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    if (payment === null) throw new Error('no payment')
    return { open, paymentId: payment.id }
  }
  const report = async (paymentId: string, outcome: ProcessorOutcome) => {
    processor.script('inquire', outcome)
    // One inquiry per payment and second is made at once; a later one waits for the worker.
    api.clock.advance(1000)
    const body = { notificationId: randomUUID(), paymentId }
    const headers = { 'x-scripted': 'authentic' }
    const { status } = await api.anyone.post('/processor/notifications', body, headers)
    expect(status).toBe(204)
  }
  const moves = async (open: OpenSession) =>
    (await open.notifications())
      .filter(({ type }) => type === 'payment.reversed' || type === 'payment.reinstated')
      .map(({ type, data: { session, payment } }) => [
        type,
        payment?.amountReversed,
        payment?.amountReinstated,
        session?.amountReinstated,
      ])
  const refund = (open: OpenSession) => api.merchant.post(`/v1/sessions/${open.id}/refunds`, {})

  it('is announced once per increase, changes no status, and can be refunded', async () => {
    const { open, paymentId } = await pay()
    await report(paymentId, took({ reversedMinor: AMOUNT }))
    expect((await refund(open)).problem().code).toBe('refund_exceeds_payment')
    for (const reinstatedMinor of [1000, 1000, 990, AMOUNT])
      await report(paymentId, took({ reversedMinor: AMOUNT, reinstatedMinor }))
    expect(await open.read()).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      amountReversed: AMOUNT,
      amountReinstated: AMOUNT,
      payment: { amountReversed: AMOUNT, amountReinstated: AMOUNT },
    })
    expect(await moves(open)).toEqual([
      ['payment.reversed', AMOUNT, 0, 0],
      ['payment.reinstated', AMOUNT, 1000, 1000],
      ['payment.reinstated', AMOUNT, AMOUNT, AMOUNT],
    ])
    expect((await refund(open)).status).toBe(201)
    expect(await open.read()).toMatchObject({ amountRefunded: AMOUNT, paymentStatus: 'refunded' })
  })

  it('gives nothing before it was taken, whatever comes first', async () => {
    const { open, paymentId } = await pay()
    await report(paymentId, took({ reinstatedMinor: AMOUNT }))
    expect(await moves(open)).toEqual([])
    await report(paymentId, took({ reversedMinor: AMOUNT, reinstatedMinor: AMOUNT }))
    expect(await moves(open)).toEqual([
      ['payment.reversed', AMOUNT, 0, 0],
      ['payment.reinstated', AMOUNT, AMOUNT, AMOUNT],
    ])
  })

  it('can go a second time, also where that is told before it came again', async () => {
    const { open, paymentId } = await pay()
    await report(paymentId, took({ reversedMinor: AMOUNT }))
    await report(paymentId, took({ reversedMinor: 2 * AMOUNT }))
    expect(await open.read()).toMatchObject({ amountReversed: AMOUNT })
    await report(paymentId, took({ reversedMinor: 2 * AMOUNT, reinstatedMinor: AMOUNT }))
    expect(await open.read()).toMatchObject({
      amountReversed: 2 * AMOUNT,
      amountReinstated: AMOUNT,
    })
    expect((await refund(open)).problem().code).toBe('refund_exceeds_payment')
    expect(await open.look()).toMatchObject({
      amountReversed: 2 * AMOUNT,
      amountReinstated: AMOUNT,
    })
  })

  it.each([
    ['more than was captured', took({ reversedMinor: AMOUNT + 1 })],
    ['of another currency', { ...took({ reversedMinor: 1 }), currency: 'USD' }],
  ])('R-93: what cannot be is not booked, and somebody has to look: %s', async (_, outcome) => {
    const { open, paymentId } = await pay()
    await report(paymentId, outcome)
    expect(await moves(open)).toEqual([])
    const since = () =>
      api.sql('select unexplained_since as at from payments where id = $1', paymentId)
    expect(await since()).not.toEqual([{ at: null }])
    await report(paymentId, took({ reversedMinor: 1 }))
    expect(await since()).toEqual([{ at: null }])
    expect(await moves(open)).toEqual([['payment.reversed', 1, 0, 0]])
  })

  it('is owed again, where the money is not kept', async () => {
    const { open, paymentId } = await pay({ status: 'failed', declineCode: 'card_declined' })
    processor.script('createPayment', took())
    await open.pay(SEALED_CARD)
    processor.script('createRefund', { status: 'failed' })
    await report(paymentId, took())
    await finishRefunds(api.context)
    await report(paymentId, took({ reversedMinor: AMOUNT }))
    expect((await open.read()).amountOwed).toBe(0)
    await report(paymentId, took({ reversedMinor: AMOUNT, reinstatedMinor: 20_000 }))
    expect((await open.read()).amountOwed).toBe(20_000)
    processor.script('createRefund', { status: 'succeeded' })
    await refundOwed(api.context)
    await finishRefunds(api.context)
    expect((await open.read()).amountOwed).toBe(0)
    expect(await moves(open)).toEqual([
      ['payment.reversed', AMOUNT, 0, 0],
      ['payment.reinstated', AMOUNT, 20_000, 0],
    ])
  })
})
