import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import type { ProcessorInquiry, ProcessorOutcome } from '../../processors/processor.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { expireSessions } from '../sessions/expire-sessions.ts'
import { resolvePayments } from './resolve-payments.ts'

const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const DECLINED = { status: 'failed', declineCode: 'card_declined' } as const
const DAY_MS = 86_400_000

describe('a payment with unknown outcome', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  beforeEach(() => {
    processor.script('inquire', SILENT)
    processor.script('cancelPayment', DECLINED)
  })
  afterAll(() => api.close())

  const pay = async (changes = {}) => {
    const open = await createTestSession(api, changes)
    processor.script('createPayment', SILENT)
    const view = (await open.pay(SEALED_CARD)).as(Checkout)
    if (view.payment === null) throw new Error('no payment')
    return { open, view, paymentId: view.payment.id }
  }
  /** Advances the clock and runs the due inquiries. */
  const inquireAfter = async (durationMs: number) => {
    api.clock.advance(durationMs)
    await resolvePayments(api.context)
  }
  const typesOf = (notifications: { type: string }[]) => notifications.map(({ type }) => type)

  it('R-07: is shown as processing, never as failed', async () => {
    const { open, view } = await pay()
    expect(view).toMatchObject({
      status: 'open',
      paymentStatus: 'processing',
      payment: { status: 'unknown', declineCode: null },
    })
    expect(await open.read()).toMatchObject({ paymentStatus: 'processing' })
    expect(typesOf(await open.notifications())).toEqual(['payment.processing'])
  })

  it('blocks every other payment and both ways to cancel', async () => {
    const { open, paymentId } = await pay()
    const refusals = [
      await open.pay(SEALED_CARD),
      await open.pay({ ...SEALED_CARD, replacePaymentId: paymentId }),
      await api.merchant.post(`/v1/sessions/${open.id}/cancel`),
      await api.checkout.post(`${open.checkoutPath}/cancel`),
    ]
    for (const answer of refusals) expect(answer.problem().code).toBe('payment_in_progress')
    expect(processor.count('cancelPayment')).toBe(0)
  })

  it.each<[string, ProcessorInquiry, object, string[]]>([
    [
      'it succeeded',
      SUCCEEDED,
      { status: 'complete', paymentStatus: 'paid' },
      ['payment.processing', 'payment.succeeded', 'session.completed'],
    ],
    [
      'it was declined',
      DECLINED,
      { status: 'open', paymentStatus: 'unpaid' },
      ['payment.processing', 'payment.failed'],
    ],
    [
      'it is being processed',
      { status: 'processing' },
      { status: 'open', paymentStatus: 'processing' },
      ['payment.processing'],
    ],
    [
      'it waits for the shopper',
      { status: 'requires_action', action: { type: 'challenge', url: 'https://bank.example/' } },
      { status: 'open', paymentStatus: 'requires_action' },
      ['payment.processing', 'payment.requires_action'],
    ],
  ])('is resolved by an inquiry: %s', async (_, found, view, types) => {
    const { open } = await pay()
    processor.script('inquire', found)
    await inquireAfter(2000)
    expect(await open.look()).toMatchObject(view)
    expect(typesOf(await open.notifications())).toEqual(types)
  })

  it('R-08: is voided for good before another is allowed, when the processor does not know it', async () => {
    const { open, paymentId } = await pay()
    processor.script('inquire', { status: 'not_found' })
    processor.script('cancelPayment', { status: 'failed', declineCode: 'processing_error' })
    await inquireAfter(2000)
    expect(processor.calls).toContainEqual(['cancelPayment', paymentId])
    expect((await open.look()).payment).toMatchObject({
      status: 'failed',
      declineCode: 'processing_error',
    })
    processor.script('createPayment', SUCCEEDED)
    expect((await open.pay(SEALED_CARD)).as(Checkout).status).toBe('complete')
  })

  it('R-07: stays unknown when its voiding is not answered', async () => {
    const { open } = await pay()
    processor.script('inquire', { status: 'not_found' })
    processor.script('cancelPayment', SILENT)
    await inquireAfter(2000)
    expect((await open.look()).payment?.status).toBe('unknown')
  })

  it('succeeds when it was paid before its voiding', async () => {
    const { open } = await pay()
    processor.script('inquire', { status: 'not_found' })
    processor.script('cancelPayment', SUCCEEDED)
    await inquireAfter(2000)
    expect((await open.look()).status).toBe('complete')
  })

  it('is inquired about with growing backoff, without a limit, and never times out', async () => {
    const { open, paymentId } = await pay({ expiresInSeconds: 60 })
    const inquiries = () => processor.calls.filter(([, id]) => id === paymentId).length
    await inquireAfter(1000)
    expect(inquiries()).toBe(0)
    for (const [durationMs, times] of [
      [1000, 1],
      [2000, 1],
      [2000, 2],
      [8000, 3],
      [16_000, 4],
    ] as const) {
      await inquireAfter(durationMs)
      expect(inquiries()).toBe(times)
    }
    for (let day = 1; day <= 30; day++) {
      await inquireAfter(DAY_MS)
      await expireSessions(api.context)
      expect(inquiries()).toBe(4 + day)
    }
    expect(await open.look()).toMatchObject({ status: 'open', payment: { status: 'unknown' } })
    processor.script('inquire', SUCCEEDED)
    await inquireAfter(DAY_MS)
    expect(await open.look()).toMatchObject({ status: 'complete', paidLate: false })
  })

  it('lets its session expire once it is known to have failed', async () => {
    const { open } = await pay({ expiresInSeconds: 60 })
    api.clock.advance(60_000)
    processor.script('inquire', DECLINED)
    await inquireAfter(2000)
    await expireSessions(api.context)
    expect((await open.read()).status).toBe('expired')
  })

  it('is resolved by the notification, before any inquiry is due', async () => {
    const { open, paymentId } = await pay()
    processor.script('inquire', SUCCEEDED)
    const body = JSON.stringify({ notificationId: 'n1', paymentId })
    const headers = { 'content-type': 'application/json', 'x-scripted': 'authentic' }
    const request = { method: 'POST', headers, body }
    const response = await api.fetch(new Request(`${API_URL}/processor/notifications`, request))
    expect(response.status).toBe(204)
    expect((await open.look()).status).toBe('complete')
  })

  it('accepts answers in any order: the inquiry before the answer to the payment', async () => {
    const open = await createTestSession(api)
    const { promise, resolve } = Promise.withResolvers<ProcessorOutcome>()
    processor.script('createPayment', promise)
    const paying = open.pay(SEALED_CARD)
    await expect.poll(async () => (await open.read()).attempts).toBe(1)
    processor.script('inquire', SUCCEEDED)
    await inquireAfter(30_000)
    expect((await open.look()).status).toBe('complete')
    // An outdated answer: it must not override the newer one.
    resolve({ status: 'processing' })
    expect((await paying).as(Checkout)).toMatchObject({
      status: 'complete',
      payment: { status: 'succeeded' },
    })
    expect(typesOf(await open.notifications())).toEqual(['payment.succeeded', 'session.completed'])
  })

  it('is found by the worker when its process crashed before the answer', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', Promise.withResolvers<ProcessorOutcome>().promise)
    void open.pay(SEALED_CARD)
    await expect.poll(async () => (await open.read()).attempts).toBe(1)
    processor.script('inquire', SUCCEEDED)
    await inquireAfter(29_000)
    expect((await open.look()).payment?.status).toBe('created')
    await inquireAfter(1000)
    expect((await open.look()).status).toBe('complete')
  })

  it('does not stop the inquiries about others when one throws', async () => {
    const payments = await Promise.all([pay(), pay(), pay()])
    processor.script('inquire', new TypeError('a defect'), SUCCEEDED)
    await inquireAfter(2000).catch(() => undefined)
    const states = await Promise.all(payments.map(async ({ open }) => (await open.look()).status))
    expect(states.toSorted()).toEqual(['complete', 'complete', 'open'])
  })
})
