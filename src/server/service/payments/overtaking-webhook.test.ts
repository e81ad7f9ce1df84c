import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import { resolvePayments } from './resolve-payments.ts'

const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const NOT_FOUND = { status: 'not_found' } as const
const CALL_MS = 31_000

// tests guard: overtaken-answer

describe('R-53: a payment that the processor does not find yet', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  beforeEach(() => {
    processor.script('inquire', NOT_FOUND)
    processor.script('cancelPayment', { status: 'failed', declineCode: 'processing_error' })
  })
  afterAll(() => api.close())

  let count = 0
  const notify = async (paymentId: string) => {
    const body = JSON.stringify({ notificationId: `n${(count += 1)}`, paymentId })
    const headers = { 'content-type': 'application/json', 'x-scripted': 'authentic' }
    const request = { method: 'POST', headers, body }
    return (await api.fetch(new Request(`${API_URL}/processor/notifications`, request))).status
  }
  /** A payment whose call to the processor is held until `answer` is called. */
  const beginPayment = async () => {
    const open = await createTestSession(api)
    const held = Promise.withResolvers<ProcessorOutcome>()
    processor.script('createPayment', held.promise)
    const paying = open.pay(SEALED_CARD)
    await expect.poll(async () => (await open.read()).attempts).toBe(1)
    const paymentId = (await open.read()).payment?.id ?? ''
    return { open, paymentId, answer: held.resolve, paying }
  }
  const inquireAfter = async (durationMs: number) => {
    api.clock.advance(durationMs)
    await resolvePayments(api.context)
  }
  const typesOf = (notifications: { type: string }[]) => notifications.map(({ type }) => type)

  it('R-53: is not voided when its webhook overtakes the answer', async () => {
    const { open, paymentId, answer, paying } = await beginPayment()
    expect(await notify(paymentId)).toBe(204)
    expect(processor.count('cancelPayment')).toBe(0)
    expect((await open.read()).payment?.status).toBe('created')
    answer(SUCCEEDED)
    expect((await paying).as(Checkout).status).toBe('complete')
    expect(typesOf(await open.notifications())).toEqual(['payment.succeeded', 'session.completed'])
  })

  it('R-53: is asked about again soon, and with backoff for as long as it takes', async () => {
    const { open, paymentId } = await beginPayment()
    expect(await notify(paymentId)).toBe(204)
    const asked = processor.count('inquire')
    await inquireAfter(2000)
    expect(processor.count('inquire')).toBe(asked + 1)
    await api.sql(
      `update payments set inserted_at = now() - interval '1 day' where id = $1`,
      paymentId,
    )
    for (let hour = 1; hour <= 24; hour++) await inquireAfter(3_600_000)
    expect(processor.count('inquire')).toBe(asked + 25)
    expect(processor.calls).not.toContainEqual(['cancelPayment', paymentId])
    processor.script('inquire', SUCCEEDED)
    await inquireAfter(3_600_000)
    expect((await open.look()).status).toBe('complete')
  })

  it('R-53: is asked about again soon when a look-up of a live payment lags behind its webhook', async () => {
    const action = { type: 'challenge', url: 'https://bank.example/' } as const
    processor.script('createPayment', { status: 'requires_action', action })
    const open = await createTestSession(api)
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    processor.script('inquire', { status: 'requires_action', action })
    expect(await notify(payment?.id ?? '')).toBe(204)
    await inquireAfter(2000)
    expect((await open.read()).payment?.status).toBe('requires_action')
    processor.script('inquire', SUCCEEDED)
    await inquireAfter(58_000)
    expect((await open.read()).payment?.status).toBe('requires_action')
    await inquireAfter(2000)
    expect((await open.look()).status).toBe('complete')
  })

  it('R-53: keeps what its answer acknowledged, when that was lost again', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', { status: 'processing' })
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    await inquireAfter(60_000)
    expect(processor.calls).not.toContainEqual(['cancelPayment', payment?.id])
    expect((await open.look()).payment?.status).toBe('processing')
  })

  it('R-53: is voided only once its call must have ended, by real time, when nothing acknowledged it', async () => {
    const { open, paymentId } = await beginPayment()
    await inquireAfter(CALL_MS)
    expect(processor.calls).toContainEqual(['inquire', paymentId])
    expect(processor.calls).not.toContainEqual(['cancelPayment', paymentId])
    await api.sql(
      `update payments set inserted_at = now() - interval '31 seconds' where id = $1`,
      paymentId,
    )
    await inquireAfter(CALL_MS)
    expect(processor.calls).toContainEqual(['cancelPayment', paymentId])
    expect((await open.look()).payment).toMatchObject({ status: 'failed' })
  })

  it('R-53: is not voided without an answer either, once a webhook named it', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', SILENT)
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    expect(await notify(payment?.id ?? '')).toBe(204)
    await inquireAfter(60_000)
    expect(processor.calls).not.toContainEqual(['cancelPayment', payment?.id])
    expect((await open.look()).payment?.status).toBe('unknown')
  })

  it('R-53: is asked about until it is found also after its end, once a webhook named it', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', { status: 'failed', declineCode: 'card_declined' })
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    expect(payment?.status).toBe('failed')
    expect(await notify(payment?.id ?? '')).toBe(204)
    for (let minute = 1; minute <= 30; minute++) await inquireAfter(60_000)
    processor.script('inquire', SUCCEEDED)
    const asked = () => processor.calls.filter(([, id]) => id === payment?.id).length
    const before = asked()
    expect(before).toBeLessThan(10)
    for (let hour = 1; hour <= 12; hour++) await inquireAfter(3_600_000)
    expect((await open.read()).paymentStatus).toBe('paid')
    expect(asked()).toBe(before + 1)
  })

  it('R-53: is asked about after it was replaced, when its webhook came and no look-up answered', async () => {
    const open = await createTestSession(api)
    const action = { type: 'challenge', url: 'https://bank.example/' } as const
    processor.script('createPayment', { status: 'requires_action', action })
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    const replacePaymentId = payment?.id ?? ''
    processor.script('inquire', SILENT)
    expect(await notify(replacePaymentId)).toBe(204)
    await inquireAfter(2000)

    // The removal is answered before the processor's look-up knows of the money.
    processor.script('cancelPayment', { status: 'failed', declineCode: 'replaced' })
    processor.script('createPayment', { status: 'failed', declineCode: 'card_declined' })
    await open.pay({ ...SEALED_CARD, replacePaymentId })
    processor.script('inquire', SUCCEEDED)
    await inquireAfter(600_000)
    expect((await open.read()).paymentStatus).toBe('paid')
  })

  it.each([
    ['once', 1],
    ['twice at once', 2],
  ])(
    'R-53: that has ended is asked about again a minute after a webhook, since a look-up may lag, when it comes %s',
    async (_, times) => {
      const open = await createTestSession(api)
      processor.script('createPayment', { status: 'failed', declineCode: 'card_declined' })
      const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
      processor.script('inquire', { status: 'failed', declineCode: 'card_declined' })
      await Promise.all(Array.from({ length: times }, () => notify(payment?.id ?? '')))
      await inquireAfter(1000)
      processor.script('inquire', SUCCEEDED)
      await inquireAfter(61_000)
      expect((await open.read()).paymentStatus).toBe('paid')
      const asked = processor.calls.length
      await inquireAfter(86_400_000)
      expect(processor.calls).toHaveLength(asked)
    },
  )
})
