import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { readBacklog } from '../../database/installation/backlog.ts'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import { expireSessions } from '../sessions/expire-sessions.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'
import { resolvePayments } from './resolve-payments.ts'
import { done, refuse } from '../outcome.ts'
import { decideMismatch } from './decide-mismatch.ts'

const ASKED = 25_990
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const OPERATOR = { kind: 'command', user: 'ana', command: 'payments' } as const

const took = (capturedMinor: number, currency = 'BRL'): ProcessorOutcome => ({
  status: 'succeeded',
  capturedMinor,
  currency,
})

describe('R-55: another amount than was asked', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  let merchant: TestMerchant
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  beforeEach(async () => {
    merchant = await api.addMerchant()
    processor.script('createRefund', { status: 'succeeded' })
  })
  afterAll(() => api.close())

  const policy = (amountMismatch: string, latePayments = 'refund') =>
    api.sql(
      'update merchants set amount_mismatch = $2, late_payments = $3 where id = $1',
      merchant.id,
      amountMismatch,
      latePayments,
    )
  const pay = async (outcome: ProcessorOutcome, changes = {}) => {
    const open = await createTestSession(api, changes, merchant)
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
  const typesOf = (notifications: { type: string }[]) => notifications.map(({ type }) => type)
  const decide = (paymentId: string, decision: 'accept' | 'refuse') =>
    decideMismatch(api.context, { paymentId, decision, reason: 'agreed', actor: OPERATOR })
  const refundsAsked = (paymentId: string) =>
    processor.calls.filter(
      ([call, refund]) => call === 'createRefund' && Object(refund).paymentId === paymentId,
    )
  const entriesOn = (paymentId: string) =>
    api.sql<{ action: string; actor: string }>(
      'select action, actor from audit_log where subject = $1 order by sequence',
      paymentId,
    )

  it.each([
    ['less', took(20_000)],
    ['more', took(30_000)],
    ['another currency', took(ASKED, 'USD')],
    ['nothing', took(0)],
  ])('holds the payment and publishes an event: %s', async (_, outcome) => {
    const { open } = await pay(outcome)
    expect(await open.read()).toMatchObject({
      status: 'open',
      paymentStatus: 'processing',
      payment: { status: 'amount_mismatch', amount: ASKED, succeededAt: null },
    })
    const [event, ...rest] = await open.notifications()
    expect(rest).toEqual([])
    expect(event).toMatchObject({
      type: 'payment.amount_mismatch',
      data: { payment: { status: 'amount_mismatch' } },
    })
    expect((await open.look()).payment?.status).toBe('amount_mismatch')
  })

  it('says what was taken, in its currency', async () => {
    const { open } = await pay(took(4_990, 'USD'))
    expect((await open.read()).payment).toMatchObject({
      amount: ASKED,
      currency: 'BRL',
      amountCaptured: 4_990,
      currencyCaptured: 'USD',
    })
  })

  it('lets nothing else happen to its session', async () => {
    const { open, paymentId } = await pay(took(20_000), { expiresInSeconds: 60 })
    const refusals = [
      await open.pay(SEALED_CARD),
      await open.pay({ ...SEALED_CARD, replacePaymentId: paymentId }),
      await merchant.post(`/v1/sessions/${open.id}/cancel`),
      await api.checkout.post(`${open.checkoutPath}/cancel`),
    ]
    for (const answer of refusals)
      expect(answer.problem()).toMatchObject({
        code: 'payment_in_progress',
        detail: expect.stringContaining('another amount') as string,
      })
    api.clock.advance(DAY_MS)
    processor.script('inquire', took(20_000))
    await expireSessions(api.context)
    await resolvePayments(api.context)
    expect(await open.look()).toMatchObject({
      status: 'open',
      payment: { status: 'amount_mismatch' },
    })
    expect(typesOf(await open.notifications())).toEqual(['payment.amount_mismatch'])
  })

  it('is counted while it is held', async () => {
    const before = await readBacklog(api.database, api.clock.now())
    const { paymentId } = await pay(took(20_000))
    const during = await readBacklog(api.database, api.clock.now())
    expect(during.amountMismatches).toBe(before.amountMismatches + 1)
    await decide(paymentId, 'accept')
    expect((await readBacklog(api.database, api.clock.now())).amountMismatches).toBe(
      before.amountMismatches,
    )
  })

  it('is accepted: the session is paid by what was taken', async () => {
    const { open, paymentId } = await pay(took(20_000))
    expect(await decide(paymentId, 'accept')).toEqual(done(undefined))
    expect(await open.read()).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      amount: ASKED,
      amountCaptured: 20_000,
      payment: { status: 'succeeded', amount: ASKED, amountCaptured: 20_000 },
    })
    expect((await open.look()).payment?.amount).toBe(20_000)
    expect(typesOf(await open.notifications())).toEqual([
      'payment.amount_mismatch',
      'payment.succeeded',
      'session.completed',
    ])
    expect(await entriesOn(paymentId)).toEqual([{ action: 'payment.accepted', actor: 'ana' }])
    expect(await decide(paymentId, 'refuse')).toEqual(refuse('not_held'))
  })

  it('is refundable up to what was taken, once it is accepted', async () => {
    const { open, paymentId } = await pay(took(20_000))
    await decide(paymentId, 'accept')
    const refund = (amount?: number) =>
      merchant.post(`/v1/sessions/${open.id}/refunds`, amount === undefined ? {} : { amount })
    expect((await refund(20_001)).problem().code).toBe('refund_exceeds_payment')
    expect((await refund()).status).toBe(201)
    expect(await open.read()).toMatchObject({ paymentStatus: 'refunded', amountRefunded: 20_000 })
  })

  it('is refused: it fails, what was taken goes back, and another payment may follow', async () => {
    const { open, paymentId } = await pay(took(30_000))
    expect(await decide(paymentId, 'refuse')).toEqual(done(undefined))
    await finishRefunds(api.context)
    expect(await open.read()).toMatchObject({
      status: 'open',
      paymentStatus: 'unpaid',
      payment: { status: 'failed', amountCaptured: 30_000, retryable: true },
    })
    expect((await open.look()).payment).toMatchObject({ status: 'failed', moneyTaken: true })
    expect(refundsAsked(paymentId)).toMatchObject([
      ['createRefund', { amountMinor: 30_000, currency: 'BRL' }],
    ])
    expect(typesOf(await open.notifications())).toEqual([
      'payment.amount_mismatch',
      'payment.failed',
      'refund.succeeded',
    ])
    expect(await entriesOn(paymentId)).toEqual([{ action: 'payment.refused', actor: 'ana' }])
    processor.script('createPayment', took(ASKED))
    expect((await open.pay(SEALED_CARD)).as(Checkout).status).toBe('complete')
  })

  it('in another currency: cannot be accepted, and goes back in its own', async () => {
    const { paymentId } = await pay(took(ASKED, 'USD'))
    expect(await decide(paymentId, 'accept')).toEqual(refuse('not_acceptable'))
    await decide(paymentId, 'refuse')
    await finishRefunds(api.context)
    expect(refundsAsked(paymentId)).toMatchObject([['createRefund', { currency: 'USD' }]])
  })

  it('of nothing: is refused without a refund, and cannot be accepted', async () => {
    const { open, paymentId } = await pay(took(0))
    expect(await decide(paymentId, 'accept')).toEqual(refuse('not_acceptable'))
    await decide(paymentId, 'refuse')
    await finishRefunds(api.context)
    expect(refundsAsked(paymentId)).toEqual([])
    expect((await open.read()).paymentStatus).toBe('unpaid')
    expect((await open.look()).payment?.moneyTaken).toBe(false)
  })

  it('resolves itself when the processor takes the rest', async () => {
    const { open, paymentId } = await pay(took(20_000))
    await report(paymentId, took(25_000))
    expect((await open.read()).payment?.amountCaptured).toBe(25_000)
    await report(paymentId, took(ASKED))
    await report(paymentId, took(ASKED))
    expect(await open.read()).toMatchObject({ status: 'complete', amountCaptured: ASKED })
    expect(typesOf(await open.notifications())).toEqual([
      'payment.amount_mismatch',
      'payment.amount_mismatch',
      'payment.succeeded',
      'session.completed',
    ])
  })

  it.each<ProcessorOutcome>([
    { status: 'processing' },
    { status: 'failed', declineCode: 'card_declined' },
    took(20_000),
  ])('stays held whatever else the processor says: $status', async (outcome) => {
    const { open, paymentId } = await pay(took(20_000))
    await report(paymentId, outcome)
    expect((await open.read()).payment).toMatchObject({ status: 'amount_mismatch' })
    expect(await open.notifications()).toHaveLength(1)
  })

  it('is never voided, though the processor no longer knows it', async () => {
    const { paymentId } = await pay(took(20_000))
    processor.script('inquire', { status: 'not_found' })
    api.clock.advance(HOUR_MS)
    await resolvePayments(api.context)
    expect(processor.calls).not.toContainEqual(['cancelPayment', paymentId])
  })

  it('is accepted at once under the policy "accept", in the audit log as the server', async () => {
    await policy('accept')
    const { open, paymentId } = await pay(took(20_000))
    expect(await open.read()).toMatchObject({ status: 'complete', amountCaptured: 20_000 })
    expect(typesOf(await open.notifications())).toEqual([
      'payment.amount_mismatch',
      'payment.succeeded',
      'session.completed',
    ])
    expect(await entriesOn(paymentId)).toEqual([
      { action: 'payment.accepted', actor: 'checkout serve' },
    ])
  })

  it('is held in another currency even under the policy "accept"', async () => {
    await policy('accept')
    const { open } = await pay(took(ASKED, 'USD'))
    expect((await open.read()).payment?.status).toBe('amount_mismatch')
  })

  it('is refunded at once under the policy "refund"', async () => {
    await policy('refund')
    const { open, paymentId } = await pay(took(20_000))
    await finishRefunds(api.context)
    expect(await open.read()).toMatchObject({ status: 'open', payment: { status: 'failed' } })
    expect(refundsAsked(paymentId)).toMatchObject([['createRefund', { amountMinor: 20_000 }]])
    expect(typesOf(await open.notifications())).toEqual([
      'payment.amount_mismatch',
      'payment.failed',
      'refund.succeeded',
    ])
    expect(await entriesOn(paymentId)).toEqual([
      { action: 'payment.refused', actor: 'checkout serve' },
    ])
  })

  it('that comes late goes back as late money does, unless the merchant accepts late money', async () => {
    const lateMoney = async (latePayments: string) => {
      await policy('hold', latePayments)
      const { open, paymentId } = await pay({ status: 'failed', declineCode: 'card_declined' })
      await merchant.post(`/v1/sessions/${open.id}/cancel`)
      await report(paymentId, took(20_000))
      return { open, paymentId }
    }
    const refunded = await lateMoney('refund')
    await finishRefunds(api.context)
    expect((await refunded.open.read()).payment).toMatchObject({ status: 'failed', late: true })
    expect(refundsAsked(refunded.paymentId)).toHaveLength(1)

    const held = await lateMoney('accept')
    expect((await held.open.read()).payment?.status).toBe('amount_mismatch')
    expect((await held.open.look()).payment?.status).toBe('amount_mismatch')
    await decide(held.paymentId, 'accept')
    expect(await held.open.read()).toMatchObject({ status: 'complete', paidLate: true })
  })

  it('of an earlier payment goes back: it cannot be held beside the present one', async () => {
    const { open, paymentId } = await pay({ status: 'failed', declineCode: 'card_declined' })
    processor.script('createPayment', { status: 'processing' })
    await open.pay(SEALED_CARD)
    await report(paymentId, took(20_000))
    await finishRefunds(api.context)
    expect(refundsAsked(paymentId)).toHaveLength(1)
    expect((await open.read()).payment?.status).toBe('processing')
  })

  it('is inquired about with backoff', async () => {
    const { paymentId } = await pay(took(20_000))
    processor.script('inquire', took(20_000))
    const inquiries = () =>
      processor.calls.filter(([call, id]) => call === 'inquire' && id === paymentId).length
    api.clock.advance(HOUR_MS)
    await resolvePayments(api.context)
    expect(inquiries()).toBe(1)
    await resolvePayments(api.context)
    expect(inquiries()).toBe(1)
  })
})
