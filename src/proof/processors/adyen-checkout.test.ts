import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import type { CreateSessionInput } from '#contract/session.ts'
import { createReceiveNotification } from '#server/api/processor-notifications.ts'
import type { Processor } from '#server/processors/processor.ts'
import { finishIntents } from '#server/service/payments/finish-intents.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import {
  each,
  openTestAdapter,
  type Asked,
  type Reply,
} from '../testing/adyen/open-test-adapter.ts'
import { NOW, SETTINGS } from '../testing/adyen/test-account.ts'
import { API_URL } from '../testing/api-url.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { createTestSession, SEALED_CARD } from '../testing/shopper.ts'

const PSP = 'NC6HT9CRT65ZGN82'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const AUTHORISED: Reply = [200, { resultCode: 'Authorised', pspReference: PSP }]
const CAPTURED: Reply = [201, { status: 'received', pspReference: 'CAPTUREQ8HXSKGK8' }]
const RECEIVED: Reply = [201, { status: 'received', pspReference: 'OTHERPCQ8HXSKGK8' }]
const REDIRECT: Reply = [
  200,
  {
    resultCode: 'RedirectShopper',
    action: {
      type: 'redirect',
      method: 'GET',
      url: 'https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect',
    },
  },
]
const RETURNED = { redirectResult: 'X6XtfGC3!Y' }

describe('a card at Adyen, as shopper and merchant see it', () => {
  let api: TestApi
  let processor: Processor
  let asked: Asked[]
  let replies: Reply[]
  beforeEach(async () => {
    replies = []
    let now = () => NOW
    ;({ processor, asked } = openTestAdapter(replies, { clock: () => now() }))
    api = await startTestApi({ processor })
    now = () => api.clock.now()
  })
  afterEach(() => api.close())

  async function pay(scripted: Reply[], changes: Partial<CreateSessionInput> = {}) {
    replies.push(...scripted)
    const open = await createTestSession(api, changes)
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    if (payment === null) throw new Error('no payment')
    return { open, payment, id: payment.id }
  }
  const work = async (ms: number) => {
    api.clock.advance(ms)
    await resolvePayments(api.context)
    await finishIntents(api.context)
  }
  const routes = () => asked.map(({ what }) => what.replaceAll(/[A-Z0-9]{16}/g, '{psp}'))

  /** Delivers a webhook as Adyen signs it; resolves to the response's status. */
  async function tell(eventCode: string, changes: Record<string, unknown>) {
    const item = {
      pspReference: PSP,
      originalReference: '',
      merchantAccountCode: 'NorteBR',
      amount: { currency: 'BRL', value: 25_990 },
      eventCode,
      success: 'true',
      ...changes,
    }
    const { pspReference, originalReference, merchantAccountCode, amount, success } = item
    const fields = [
      pspReference,
      originalReference,
      merchantAccountCode,
      changes['merchantReference'],
      amount.value,
      amount.currency,
      eventCode,
      success,
    ]
    const hmac = createHmac('sha256', Buffer.from(SETTINGS.hmacKeys[0] ?? '', 'hex'))
    const hmacSignature = hmac.update(fields.join(':')).digest('base64')
    const signed = { ...item, additionalData: { hmacSignature } }
    const body = { live: 'false', notificationItems: [{ NotificationRequestItem: signed }] }
    const request = new Request(`${API_URL}/processor/notifications/adyen-br`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const receive = createReceiveNotification(api.context)
    const { status } = await receive(request, { address: '93.184.216.34' })
    await work(1000)
    return status
  }

  it('is paid by two requests, and nobody sees the hold', async () => {
    const { open } = await pay([AUTHORISED, CAPTURED])
    expect(await open.read()).toMatchObject({
      status: 'complete',
      payment: { status: 'succeeded', amountCaptured: 25_990 },
    })
    expect(routes()).toEqual(['POST /payments', 'POST /payments/{psp}/captures'])
    expect((await open.notifications()).map(({ type }) => type)).toEqual([
      'payment.succeeded',
      'session.completed',
    ])
  })

  it('is declined for the reason that Adyen says', async () => {
    const { payment } = await pay([[200, { resultCode: 'Refused', refusalReasonCode: '12' }]])
    expect(payment).toMatchObject({ status: 'failed', declineCode: 'insufficient_funds' })
  })

  it('is paid after a challenge, whose first answer is lost', async () => {
    const { open, payment, id } = await pay([REDIRECT])
    expect(payment).toMatchObject({ status: 'requires_action', action: { type: 'challenge' } })
    replies.push(...each(new Error('timeout')), AUTHORISED, CAPTURED)
    api.clock.advance(1000)
    await api.checkout.post(`${open.checkoutPath}/payments/${id}/action`, { returned: RETURNED })
    expect((await open.read()).payment).toMatchObject({ status: 'unknown' })
    await work(MINUTE_MS)
    await work(MINUTE_MS)
    expect(await open.read()).toMatchObject({ status: 'complete' })
    const details = asked.filter(({ what }) => what === 'POST /payments/details')
    expect(new Set(details.map(({ key }) => key)).size).toBe(1)
    expect(details.map(({ body }) => body)).toEqual(details.map(() => ({ details: RETURNED })))
    expect(details).toHaveLength(4)
  })

  it('without an answer is paid when a webhook tells of it', async () => {
    const { open, payment, id } = await pay(each(new Error('timeout')))
    expect(payment).toMatchObject({ status: 'unknown' })
    replies.push(CAPTURED)
    expect(await tell('AUTHORISATION', { merchantReference: id })).toBe(204)
    await work(MINUTE_MS)
    expect(await open.read()).toMatchObject({
      status: 'complete',
      payment: { status: 'succeeded' },
    })
    expect(routes().at(-1)).toBe('POST /payments/{psp}/captures')
  })

  it('that nobody tells of is given up, and released when it comes after all', async () => {
    const { open, id } = await pay(each(new Error('timeout')))
    replies.push(RECEIVED)
    await work(16 * MINUTE_MS)
    expect((await open.read()).payment).toMatchObject({ status: 'failed' })
    expect(routes().at(-1)).toBe('POST /cancels')
    replies.push(RECEIVED)
    await tell('AUTHORISATION', { merchantReference: id })
    await work(MINUTE_MS)
    expect(routes().at(-1)).toBe('POST /payments/{psp}/reversals')
    expect((await open.read()).payment).toMatchObject({ status: 'failed', amountCaptured: 0 })
  })

  it('is held by hand, captured in part, and told to have failed', async () => {
    const { open, id } = await pay([AUTHORISED], { captureMethod: 'manual' })
    expect((await open.read()).payment).toMatchObject({ status: 'authorized' })
    replies.push(CAPTURED)
    await api.merchant.post(`/v1/sessions/${(await open.read()).id}/capture`, { amount: 20_000 })
    expect((await open.read()).payment).toMatchObject({
      status: 'succeeded',
      amountCaptured: 20_000,
    })
    expect(asked.at(-1)?.body).toMatchObject({ amount: { value: 20_000 } })
    await tell('CAPTURE_FAILED', {
      pspReference: 'CAPTUREQ8HXSKGK8',
      originalReference: PSP,
      merchantReference: id,
      amount: { currency: 'BRL', value: 20_000 },
    })
    await work(MINUTE_MS)
    expect((await open.read()).payment).toMatchObject({ amountReversed: 20_000 })
  })

  it('is given back once its capture is told, and that when it is told, too', async () => {
    const { open, id } = await pay([AUTHORISED, CAPTURED])
    await api.merchant.post(`/v1/sessions/${(await open.read()).id}/refunds`, { amount: 1000 })
    await finishRefunds(api.context)
    expect(routes()).toHaveLength(2)
    replies.push(RECEIVED)
    await tell('CAPTURE', {
      pspReference: 'CAPTUREQ8HXSKGK8',
      originalReference: PSP,
      merchantReference: id,
    })
    api.clock.advance(DAY_MS)
    await finishRefunds(api.context)
    expect(routes().at(-1)).toBe('POST /payments/{psp}/refunds')
    const body = Object(asked.at(-1)?.body) as { reference: string }
    await tell('REFUND', {
      pspReference: 'OTHERPCQ8HXSKGK8',
      originalReference: PSP,
      merchantReference: body.reference,
      amount: { currency: 'BRL', value: 1000 },
    })
    api.clock.advance(DAY_MS)
    await finishRefunds(api.context)
    expect((await open.read()).amountRefunded).toBe(1000)
  })
})
