import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD, type OpenSession } from '#proof/testing/shopper.ts'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'

const AMOUNT = 25_990

const took = (reversedMinor = 0, capturedMinor = AMOUNT): ProcessorOutcome => ({
  status: 'succeeded',
  capturedMinor,
  currency: 'BRL',
  ...(reversedMinor > 0 && { reversedMinor }),
})

describe('R-56: money that is taken back after success', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  beforeEach(() => processor.script('createRefund', { status: 'succeeded' }))
  afterAll(() => api.close())

  const pay = async (outcome = took()) => {
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
  const reversals = async (open: OpenSession) =>
    (await open.notifications())
      .filter(({ type }) => type === 'payment.reversed')
      .map(({ data }) => [data.payment?.amountReversed, data.session?.amountReversed])
  const refund = (open: OpenSession, amount?: number) =>
    api.merchant.post(`/v1/sessions/${open.id}/refunds`, amount === undefined ? {} : { amount })

  it('is announced once per increase, and changes no status', async () => {
    const { open, paymentId } = await pay()
    for (const reversedMinor of [1000, 1000, 990, AMOUNT, AMOUNT])
      await report(paymentId, took(reversedMinor))
    expect(await open.read()).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      amountRefunded: 0,
      amountReversed: AMOUNT,
      payment: { status: 'succeeded', amountCaptured: AMOUNT, amountReversed: AMOUNT },
    })
    expect(await reversals(open)).toEqual([
      [1000, 1000],
      [AMOUNT, AMOUNT],
    ])
  })

  it('leaves only the rest to refund', async () => {
    const { open, paymentId } = await pay()
    await report(paymentId, took(5_990))
    expect((await refund(open, 20_001)).problem().code).toBe('refund_exceeds_payment')
    expect((await refund(open, 10_000)).status).toBe(201)
    expect((await refund(open)).status).toBe(201)
    expect((await refund(open)).problem().code).toBe('refund_exceeds_payment')
    expect(await open.read()).toMatchObject({ amountRefunded: 20_000, amountReversed: 5_990 })
  })

  it("stands beside the merchant's refunds on the shopper's page, and is none of them", async () => {
    const { open, paymentId } = await pay()
    expect(await open.look()).toMatchObject({ refunds: [], amountReversed: 0 })
    await refund(open, 4_000)
    api.clock.advance(60_000)
    await refund(open, 6_000)
    processor.script('createRefund', { status: 'failed' })
    await refund(open, 1_000)
    await report(paymentId, took(5_990))
    const [first, second] = await api.sql<{ at: Date }>(
      `select updated_at as at from refunds where session_id = $1 and status = 'succeeded' order by id`,
      open.id,
    )
    expect(await open.look()).toMatchObject({
      amountRefunded: 10_000,
      refunds: [
        { amount: 4_000, at: first?.at.toISOString() },
        { amount: 6_000, at: second?.at.toISOString() },
      ],
      amountReversed: 5_990,
    })
  })

  it('is bounded in the database, too: no refund beyond what is left', async () => {
    const { open, paymentId } = await pay()
    await report(paymentId, took(5_990))
    await expect(
      api.sql(
        `insert into refunds (id, session_id, payment_id, amount_minor, currency, created_at, updated_at)
         values ('re_beyond', $1, $2, 20001, 'BRL', now(), now())`,
        open.id,
        paymentId,
      ),
    ).rejects.toThrow('exceeds what is left')
  })

  it.each(['succeeded', 'failed'] as const)(
    'is recorded beside a pending refund that then %s, whatever the sum',
    async (status) => {
      const { open, paymentId } = await pay()
      processor.script('createRefund', { status: 'pending' })
      expect((await refund(open)).status).toBe(201)
      await report(paymentId, took(AMOUNT))
      expect(await reversals(open)).toEqual([[AMOUNT, AMOUNT]])
      processor.script('createRefund', { status })
      api.clock.advance(60_000)
      await finishRefunds(api.context)
      expect(await open.read()).toMatchObject({
        amountReversed: AMOUNT,
        amountRefunded: status === 'succeeded' ? AMOUNT : 0,
      })
      expect((await refund(open)).problem().code).toBe('refund_exceeds_payment')
    },
  )

  it('is seen in the same answer as the success', async () => {
    const { open } = await pay(took(1000))
    expect((await open.notifications()).map(({ type }) => type)).toEqual([
      'payment.succeeded',
      'session.completed',
      'payment.reversed',
    ])
    expect((await open.read()).amountReversed).toBe(1000)
  })

  it('of money that was not kept: counts for the payment alone', async () => {
    const { open, paymentId } = await pay({ status: 'failed', declineCode: 'card_declined' })
    processor.script('createPayment', took())
    await open.pay(SEALED_CARD)
    processor.script('createRefund', { status: 'failed' })
    await report(paymentId, took())
    await finishRefunds(api.context)
    await report(paymentId, took(AMOUNT))
    expect(await reversals(open)).toEqual([[AMOUNT, 0]])
  })

  it('lowers what goes back of refused money in the same answer', async () => {
    await api.sql("update merchants set amount_mismatch = 'refund' where id = $1", api.merchant.id)
    const { open, paymentId } = await pay(took(5_000, 20_000))
    await finishRefunds(api.context)
    expect(processor.calls).toContainEqual([
      'createRefund',
      expect.objectContaining({ paymentId, amountMinor: 15_000 }),
    ])
    expect(await reversals(open)).toEqual([[5_000, 0]])
    await api.sql("update merchants set amount_mismatch = 'hold' where id = $1", api.merchant.id)
  })

  it('of another amount that is held: what goes back is the rest', async () => {
    const { open, paymentId } = await pay(took(0, 20_000))
    await report(paymentId, took(5_000, 20_000))
    expect(await open.read()).toMatchObject({
      amountReversed: 0,
      payment: { status: 'amount_mismatch', amountReversed: 5_000 },
    })
    expect(await reversals(open)).toEqual([[5_000, 0]])
  })
})
