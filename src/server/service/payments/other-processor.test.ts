import { randomUUID } from 'node:crypto'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { composeApi, type ComposedApi } from '#proof/testing/compose-api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { expireSessions } from '../sessions/expire-sessions.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'
import { resolvePayments } from './resolve-payments.ts'

const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const PIX = {
  status: 'requires_action',
  action: { type: 'pix', brCode: '000201', expiresAt: '2026-11-20T18:00:00.000Z' },
} as const
const HOUR_MS = 3_600_000

describe('R-54: a process that has another processor', () => {
  const first = createScriptedProcessor()
  const second = { ...createScriptedProcessor(), name: 'second' }
  const masterKey = randomBytes(32)
  /** Has the processor that makes the payments. */
  let api: TestApi
  let other: ComposedApi
  beforeAll(async () => {
    api = await startTestApi({ processor: first, masterKey })
    const { database, clock } = api
    other = await composeApi({ database, clock, url: '', processor: second, masterKey })
  })
  beforeEach(() => {
    first.script('inquire', PIX)
    first.script('createRefund', { status: 'succeeded' })
  })
  afterAll(async () => {
    await other.close()
    await api.close()
  })

  const atOther = (apiKey: string) => api.caller(apiKey, (request) => other.fetch(request))
  const waitingPix = async () => {
    const open = await createTestSession(api, { expiresInSeconds: 3600 })
    first.script('createPayment', PIX)
    const { payment } = (await open.pay({ method: 'pix' })).as(Checkout)
    return { open, paymentId: payment?.id ?? '' }
  }
  const paid = async () => {
    const open = await createTestSession(api)
    first.script('createPayment', SUCCEEDED)
    await open.pay(SEALED_CARD)
    return open
  }
  const checkoutKey = async () => {
    const { issueKey, keyOfCheckout } = await import('../keys/issue-key.ts')
    return (await issueKey(api.context, keyOfCheckout('sandbox'))).apiKey
  }

  it('R-54: neither inquires about its payments nor cancels them', async () => {
    const { open, paymentId } = await waitingPix()
    api.clock.advance(HOUR_MS)
    await resolvePayments(other.context)
    await expireSessions(other.context)
    expect(second.calls).toEqual([])
    expect(await open.read()).toMatchObject({
      status: 'open',
      payment: { status: 'requires_action' },
    })
    await resolvePayments(api.context)
    await expireSessions(api.context)
    expect(first.calls).toContainEqual(['inquire', paymentId])
    expect(first.calls).toContainEqual(['cancelPayment', paymentId])
    expect((await open.read()).status).toBe('expired')
  })

  it('R-54: leaves its pending refunds alone', async () => {
    const open = await paid()
    first.script('createRefund', SILENT)
    await api.merchant.post(`/v1/sessions/${open.id}/refunds`)
    api.clock.advance(HOUR_MS)
    second.script('createRefund', { status: 'failed' })
    await finishRefunds(other.context)
    expect(second.calls).toEqual([])
    expect((await open.read()).amountRefunded).toBe(0)
    first.script('createRefund', { status: 'succeeded' })
    await finishRefunds(api.context)
    expect((await open.read()).amountRefunded).toBe(25_990)
  })

  it('R-54: refuses a refund, a completed challenge and a change of method, and changes nothing', async () => {
    const open = await paid()
    const refused = await atOther(api.merchant.apiKey).post(`/v1/sessions/${open.id}/refunds`)
    const waiting = await waitingPix()
    const before = await waiting.open.read()
    const checkout = atOther(await checkoutKey())
    const payments = `${waiting.open.checkoutPath}/payments`
    const key = randomUUID()
    const card = { ...SEALED_CARD, replacePaymentId: waiting.paymentId }
    const answers = [
      refused,
      await checkout.post(`${payments}/${waiting.paymentId}/action`),
      await checkout.post(payments, waiting.open.paymentOf(card, key), { 'idempotency-key': key }),
    ]
    for (const answer of answers) {
      expect(answer.problem()).toMatchObject({ status: 503, code: 'temporarily_unavailable' })
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    expect(second.calls).toEqual([])
    expect(await api.sql('select id from refunds where session_id = $1', open.id)).toEqual([])
    expect(await waiting.open.read()).toEqual(before)
    // The same refund is made by the process that has the processor.
    expect((await api.merchant.post(`/v1/sessions/${open.id}/refunds`)).status).toBe(201)
  })

  it('R-54: a notification of its processor changes no payment of another', async () => {
    const { paymentId } = await waitingPix()
    const body = JSON.stringify({ notificationId: 'n1', paymentId })
    const headers = { 'content-type': 'application/json', 'x-scripted': 'authentic' }
    const request = new Request(`${API_URL}/processor/notifications`, {
      method: 'POST',
      headers,
      body,
    })
    expect((await other.fetch(request)).status).toBe(204)
    expect(second.calls).toEqual([])
  })
})
