import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { Refund } from '#contract/refund.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { ProcessorRefused, type ProcessorOutcome } from '../../processors/processor.ts'
import { expireSessions } from '../sessions/expire-sessions.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'
import { resolvePayments } from './resolve-payments.ts'

const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const PROCESSING = { status: 'processing' } as const
const PIX_CODE: ProcessorOutcome = {
  status: 'requires_action',
  action: { type: 'pix', brCode: '000201', expiresAt: '2026-11-20T18:00:00.000Z' },
}
const MINUTE_MS = 60_000
const HOURS_MS = 48 * 60 * MINUTE_MS
const DEFECT = new TypeError('Request failed with status code 500')

describe("R-51: an error of a processor's module is an unknown outcome", () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  beforeEach(() => {
    processor.script('createPayment', SUCCEEDED)
    processor.script('inquire', SUCCEEDED)
  })
  afterAll(() => api.close())

  const paid = async () => {
    const open = await createTestSession(api)
    expect((await open.pay(SEALED_CARD)).as(Checkout).status).toBe('complete')
    return open
  }
  const pending = async (outcome: ProcessorOutcome) => {
    processor.script('createPayment', outcome)
    const open = await createTestSession(api)
    await open.pay({ method: 'pix' })
    const payment = (await open.read()).payment
    return { open, paymentId: payment?.id ?? '' }
  }
  const runFor = async (minutes: number, work: (context: TestApi['context']) => unknown) => {
    for (let minute = 0; minute < minutes; minute++) {
      api.clock.advance(MINUTE_MS)
      await work(api.context)
    }
  }

  it('a decline for a fault of our request has a line in the log', async () => {
    const requestFault = 'refusal code 7'
    processor.script('createPayment', {
      status: 'failed',
      declineCode: 'processing_error',
      requestFault,
    })
    const open = await createTestSession(api)
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    expect(payment).toMatchObject({ declineCode: 'processing_error' })
    expect(payment).not.toHaveProperty('requestFault')
    expect(api.logged.join('')).toMatch(
      /"what":"createPayment","reason":"refusal code 7".*found a fault in our request/,
    )
  })

  it('R-51: a refund stays pending, and is asked about later', async () => {
    const open = await paid()
    processor.script('createRefund', DEFECT)
    processor.script('inquireRefund', { status: 'succeeded' })
    const answer = await api.merchant.post(`/v1/sessions/${open.id}/refunds`)
    expect(answer.as(Refund).status).toBe('pending')
    await runFor(1, finishRefunds)
    expect((await open.read()).paymentStatus).toBe('refunded')
  })

  it('R-51: inquiries about a refund go on, ever more seldom', async () => {
    const open = await paid()
    processor.script('createRefund', { status: 'pending' })
    processor.script('inquireRefund', DEFECT)
    await api.merchant.post(`/v1/sessions/${open.id}/refunds`)
    const asked = processor.count('inquireRefund')
    await runFor(60, finishRefunds)
    expect(processor.count('inquireRefund') - asked).toBeLessThan(15)
    processor.script('inquireRefund', { status: 'succeeded' })
    await runFor(60, finishRefunds)
    expect((await open.read()).paymentStatus).toBe('refunded')
  })

  it.each([
    ['fails', DEFECT],
    ['is refused', new ProcessorRefused('not possible now')],
  ])('R-51: a payment stays when its cancellation %s', async (_, error) => {
    const { open, paymentId } = await pending(PIX_CODE)
    processor.script('cancelPayment', error)
    const answer = await open.pay({ ...SEALED_CARD, replacePaymentId: paymentId })
    expect(answer.problem().code).toBe('payment_in_progress')
    api.clock.advance(HOURS_MS)
    await expireSessions(api.context)
    expect(await open.read()).toMatchObject({ status: 'open', payment: { id: paymentId } })
  })

  it.each([
    ['fails', DEFECT],
    ['is refused', new ProcessorRefused('not possible now')],
  ])('R-51: a shopper who returns sees the payment while its inquiry %s', async (_, error) => {
    const { open, paymentId } = await pending(PROCESSING)
    processor.script('inquire', error)
    const path = `${open.checkoutPath}/payments/${paymentId}/action`
    const answer = await api.checkout.post(path)
    expect(answer.as(Checkout).payment?.status).toBe('processing')
    const asked = processor.count('inquire')
    await runFor(60, resolvePayments)
    expect(processor.count('inquire') - asked).toBeLessThan(30)
    processor.script('inquire', SUCCEEDED)
    await runFor(60, resolvePayments)
    expect((await open.read()).paymentStatus).toBe('paid')
  })

  it('R-51: a webhook is accepted, and the worker asks again', async () => {
    const { open, paymentId } = await pending(PROCESSING)
    processor.script('inquire', DEFECT)
    const response = await api.fetch(
      new Request(`${API_URL}/processor/notifications`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-scripted': 'authentic' },
        body: JSON.stringify({ notificationId: 'n1', paymentId }),
      }),
    )
    expect(response.status).toBe(204)
    processor.script('inquire', SUCCEEDED)
    await runFor(1, resolvePayments)
    expect((await open.read()).paymentStatus).toBe('paid')
  })

  it('R-51: without a card key the answer asks to try again', async () => {
    const open = await createTestSession(api)
    processor.script('cardEncryptionKey', DEFECT)
    const answer = await api.checkout.get(open.checkoutPath)
    expect(answer.problem().code).toBe('temporarily_unavailable')
  })
})
