import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { Dispute } from '#contract/dispute.ts'
import { Refund } from '#contract/refund.ts'
import { createAdyen } from '#server/processors/adyen/adyen.ts'
import type { Transport } from '#server/processors/http/http.ts'
import { finishIntents } from '#server/service/payments/finish-intents.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { signedItem, webhookOf } from '../testing/adyen/signed-webhook.ts'
import { contextOf, NOW, SETTINGS } from '../testing/adyen/test-account.ts'
import { API_URL } from '../testing/api-url.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { createTestSession, SEALED_CARD, type OpenSession } from '../testing/shopper.ts'

const AMOUNT = 25_990
const PSP = 'NC6HT9CRT65ZGN82'
const CAPTURE = 'CAPTUREHXSKGK820'
const REFUND = 'REFUND00HXSKGK82'
const API = 'https://checkout-test.adyen.com/v72'
const [KEY = ''] = SETTINGS.hmacKeys

type Reply = object | 'nothing'

const AUTHORISED = { resultCode: 'Authorised', pspReference: PSP }
const REFUSED = { resultCode: 'Refused', refusalReasonCode: '12', pspReference: PSP }

// tests guard: failed-release

// A whole checkout whose cards are taken at Adyen, from the shopper's press to Adyen's webhooks.

describe('R-117: a card at Adyen', () => {
  let api: TestApi
  let payments: Reply
  let details: Reply
  let clock = () => NOW
  let asked: { what: string; key: string | undefined; body: Record<string, unknown> }[]

  const answerTo = (what: string): Reply => {
    if (what === 'POST /payments') return payments
    if (what === 'POST /payments/details') return details
    const received = { status: 'received' }
    if (what.endsWith('/captures')) return { ...received, pspReference: CAPTURE }
    if (what.endsWith('/refunds')) return { ...received, pspReference: REFUND }
    return { ...received, pspReference: 'RELEASE0HXSKGK82' }
  }
  const transport: Transport = async ({ method, url, headers, body = '{}' }) => {
    const what = `${method} ${url.replace(API, '')}`
    asked.push({ what, key: headers['idempotency-key'], body: JSON.parse(body) })
    const answer = answerTo(what)
    if (answer === 'nothing') throw new Error('timeout')
    return { status: what.includes('details') ? 200 : 201, text: JSON.stringify(answer) }
  }

  beforeAll(async () => {
    const deps = { transport, nowMs: () => 0, timer: async () => undefined }
    const context = contextOf({ account: 'adyen-br', clock: () => clock() })
    api = await startTestApi({ processor: createAdyen(context, deps) })
    clock = () => api.clock.now()
  })
  afterAll(() => api.close())
  beforeEach(() => {
    payments = AUTHORISED
    details = AUTHORISED
    asked = []
  })

  const requests = () => asked.map(({ what }) => what)
  const pay = async (changes: Parameters<typeof createTestSession>[1] = {}) => {
    const open = await createTestSession(api, changes)
    const view = (await open.pay(SEALED_CARD)).as(Checkout)
    return { open, view, id: view.payment?.id ?? '' }
  }
  const post = async (items: object[]) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(webhookOf(items)) }
    const url = `${API_URL}/processor/notifications/adyen-br`
    return (await api.fetch(new Request(url, request))).status
  }
  const work = async () => {
    await resolvePayments(api.context)
    await finishIntents(api.context)
    await finishRefunds(api.context)
  }
  const item = (merchantReference: string, eventCode: string, changes: object = {}) =>
    signedItem(
      {
        pspReference: `${eventCode}1`,
        originalReference: PSP,
        merchantAccountCode: SETTINGS.merchantAccount,
        merchantReference,
        amount: { currency: 'BRL', value: AMOUNT },
        eventCode,
        success: 'true',
        eventDate: api.clock.now().toISOString(),
        ...changes,
      },
      KEY,
    )
  /** What Adyen tells of one of our references; the worker does what follows. */
  const tell = async (reference: string, eventCode: string, changes: object = {}) => {
    // One inquiry per payment and second is made at once.
    api.clock.advance(60_000)
    expect(await post([item(reference, eventCode, changes)])).toBe(204)
    await work()
  }
  const tellOfCapture = (id: string, changes: object = {}) =>
    tell(id, 'CAPTURE', { pspReference: CAPTURE, ...changes })
  const states = async (open: OpenSession) => {
    const { status, paymentStatus, amountReversed, amountReinstated } = await open.read()
    return { status, paymentStatus, amountReversed, amountReinstated }
  }
  const typesOf = async (open: OpenSession) => (await open.notifications()).map(({ type }) => type)
  const rowOf = async (id: string) =>
    (
      await api.sql<object>(
        'select status, intent, released_at is not null as "isReleased" from payments where id = $1',
        id,
      )
    )[0]
  const kindsOf = (id: string) =>
    api.sql('select kind from reversals where payment_id = $1 order by total_minor', id)

  it('is authorised and captured within the press, under two keys', async () => {
    const { open, view, id } = await pay()
    expect(view).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    expect(asked).toMatchObject([
      { what: 'POST /payments', key: `pay-${id}`, body: { reference: id } },
      {
        what: `POST /payments/${PSP}/captures`,
        key: `cap-${id}`,
        body: { reference: id, amount: { currency: 'BRL', value: AMOUNT } },
      },
    ])
    const before = await typesOf(open)
    expect(before).toEqual(['payment.succeeded', 'session.completed'])
    await tell(id, 'AUTHORISATION', { pspReference: PSP, originalReference: '' })
    await tellOfCapture(id)
    expect(await typesOf(open)).toEqual(before)
    expect(requests()).toHaveLength(2)
  })

  it('is captured once a webhook tells of an answer that was lost', async () => {
    payments = 'nothing'
    const { open, view, id } = await pay()
    expect(view.payment?.status).toBe('unknown')
    await tell(id, 'AUTHORISATION', { pspReference: PSP, originalReference: '' })
    expect(await states(open)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    expect(requests().at(-1)).toBe(`POST /payments/${PSP}/captures`)
  })

  it('R-121: has what was told while it was captured booked, by the inquiry that it requested', async () => {
    payments = 'nothing'
    const { open, id } = await pay()
    const dispute = { pspReference: 'DISPUTE0HXSKGK82' }
    const items = [
      item(id, 'AUTHORISATION', { pspReference: PSP, originalReference: '' }),
      item(id, 'CAPTURE', { pspReference: CAPTURE }),
      item(id, 'CHARGEBACK', dispute),
    ]
    expect(await post(items)).toBe(204)
    // Its intent finds the capture among the facts, before the next inquiry.
    await finishIntents(api.context)
    expect(await states(open)).toMatchObject({ paymentStatus: 'paid', amountReversed: 0 })
    api.clock.advance(60_000)
    await work()
    expect(await states(open)).toMatchObject({ paymentStatus: 'paid', amountReversed: AMOUNT })
  })

  it('is declined by a webhook where the answer was lost', async () => {
    payments = 'nothing'
    const { open, id } = await pay()
    await tell(id, 'AUTHORISATION', { originalReference: '', success: 'false' })
    expect((await open.look()).payment).toMatchObject({ declineCode: 'card_declined' })
  })

  it('that was refused and is authorised later is released, and never captured', async () => {
    payments = REFUSED
    const { open, view, id } = await pay()
    expect(view.payment).toMatchObject({ status: 'failed', declineCode: 'insufficient_funds' })
    await tell(id, 'AUTHORISATION', { pspReference: PSP, originalReference: '' })
    expect(requests()).toEqual(['POST /payments', `POST /payments/${PSP}/reversals`])
    await tell(id, 'CANCEL_OR_REFUND')
    expect(await rowOf(id)).toEqual({ status: 'failed', intent: null, isReleased: true })
    expect(await states(open)).toMatchObject({ status: 'open', amountReversed: 0 })
    payments = AUTHORISED
    await open.pay(SEALED_CARD)
    expect(await states(open)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
  })

  it('R-118: whose release fails is released again under the next key, three times, and then needs somebody', async () => {
    payments = REFUSED
    const { id } = await pay()
    await tell(id, 'AUTHORISATION', { pspReference: PSP, originalReference: '' })
    for (const pspReference of ['V1', 'V2', 'V3'])
      await tell(id, 'CANCEL_OR_REFUND', { pspReference, success: 'false' })
    const releases = asked.filter(({ what }) => what.endsWith('/reversals')).map(({ key }) => key)
    expect(releases).toEqual([`rev-${id}`, `rev-${id}-2`, `rev-${id}-3`])
    expect(await rowOf(id)).toMatchObject({ status: 'failed', intent: 'void' })
    await tell(id, 'CANCEL_OR_REFUND', { pspReference: 'V4' })
    expect(await rowOf(id)).toMatchObject({ status: 'failed', intent: null, isReleased: true })
    expect(asked.filter(({ what }) => what.endsWith('/captures'))).toEqual([])
  })

  describe('R-119: that Adyen has authorised twice', () => {
    const OTHER = 'SECONDCRT65ZGN82'
    const reversals = () => asked.filter(({ what }) => what === `POST /payments/${OTHER}/reversals`)
    const twice = async () => {
      const paid = await pay()
      await tell(paid.id, 'AUTHORISATION', { pspReference: OTHER, originalReference: '' })
      return paid
    }
    const isShown = async (id: string) => {
      const sql = 'select unexplained_since is not null as "isShown" from payments where id = $1'
      return (await api.sql<{ isShown: boolean }>(sql, id))[0]?.isShown
    }

    it('is paid once: the second authorisation is released until Adyen says that it is gone', async () => {
      const { open, id } = await twice()
      await tellOfCapture(id)
      const before = await typesOf(open)
      const sent = reversals().length
      expect(sent).toBeGreaterThan(0)
      api.clock.advance(3_600_000)
      await work()
      expect(reversals()).toHaveLength(sent + 1)
      expect(new Set(reversals().map(({ key }) => key)).size).toBe(1)
      await tell(id, 'CANCEL_OR_REFUND', { originalReference: OTHER })
      const last = reversals().length
      for (let hours = 0; hours < 3; hours++) {
        api.clock.advance(3_600_000)
        await work()
      }
      expect(reversals()).toHaveLength(last)
      expect(await states(open)).toMatchObject({ paymentStatus: 'paid', amountReversed: 0 })
      expect(await typesOf(open)).toEqual(before)
      expect(await isShown(id)).toBe(false)
    })

    it('is shown to the operator once Adyen has failed to release it three times', async () => {
      const { id } = await twice()
      for (const pspReference of ['V1', 'V2', 'V3'])
        await tell(id, 'CANCEL_OR_REFUND', {
          pspReference,
          originalReference: OTHER,
          success: 'false',
        })
      expect(new Set(reversals().map(({ key }) => key)).size).toBe(3)
      expect(await isShown(id)).toBe(true)
    })
  })

  it('that nobody tells of is given up after 15 minutes, and released when it is told of later', async () => {
    payments = 'nothing'
    const { id } = await pay()
    const lookAfter = async (minutes: number) => {
      api.clock.advance(minutes * 60_000)
      await work()
      return [requests().filter((what) => what === 'POST /cancels').length, await rowOf(id)]
    }
    expect(await lookAfter(13)).toEqual([0, expect.objectContaining({ status: 'unknown' })])
    expect(await lookAfter(30)).toEqual([1, expect.objectContaining({ status: 'failed' })])
    await tell(id, 'AUTHORISATION', { pspReference: PSP, originalReference: '' })
    expect(requests().at(-1)).toBe(`POST /payments/${PSP}/reversals`)
    expect(requests().filter((what) => what.endsWith('/captures'))).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'failed', intent: null, isReleased: true })
  })

  it('comes back from a challenge with a result, and is captured', async () => {
    const url = 'https://checkoutshopper-test.adyen.com/redirect'
    const action = { type: 'redirect', method: 'GET', url }
    payments = { resultCode: 'RedirectShopper', action }
    const { open, view, id } = await pay()
    expect(view.payment).toMatchObject({ status: 'requires_action', action: { url } })
    const redirectResult = 'eyJ0cmFuc1N0YXR1cyI6IlkifQ!+/='
    const path = `${open.checkoutPath}/payments/${id}/action`
    api.clock.advance(1_000)
    const back = (await api.checkout.post(path, { returned: { redirectResult } })).as(Checkout)
    expect(back).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    expect(asked[1]).toMatchObject({ body: { details: { redirectResult } } })
    expect(requests().at(-1)).toBe(`POST /payments/${PSP}/captures`)
  })

  it('comes back from a challenge once more where no answer came, under the same key', async () => {
    const url = 'https://checkoutshopper-test.adyen.com/redirect'
    payments = { resultCode: 'RedirectShopper', action: { type: 'redirect', method: 'GET', url } }
    details = 'nothing'
    const { open, id } = await pay()
    const returned = { redirectResult: 'eyJ0cmFuc1N0YXR1cyI6IlkifQ!+/=' }
    api.clock.advance(1_000)
    await api.checkout.post(`${open.checkoutPath}/payments/${id}/action`, { returned })
    expect(await rowOf(id)).toMatchObject({ status: 'unknown' })
    details = AUTHORISED
    api.clock.advance(60_000)
    await work()
    expect(await states(open)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    const given = asked.filter(({ what }) => what === 'POST /payments/details')
    expect(given).toHaveLength(4)
    expect(new Set(given.map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1)
  })

  it('that would be posted to its bank, or leads elsewhere, is refused and released', async () => {
    const url = 'https://checkoutshopper-test.adyen.com/redirect'
    for (const changes of [
      { method: 'POST', url },
      { method: 'GET', url: 'https://a.example/' },
    ]) {
      asked = []
      const action = { type: 'redirect', ...changes }
      payments = { resultCode: 'RedirectShopper', pspReference: PSP, action }
      const { view } = await pay()
      expect(view.payment).toMatchObject({ status: 'failed', action: null })
      expect(requests()).toEqual(['POST /payments', `POST /payments/${PSP}/reversals`])
    }
  })

  it('whose capture fails has its money taken back', async () => {
    const { open, id } = await pay()
    await tellOfCapture(id, { success: 'false' })
    expect(await states(open)).toMatchObject({ status: 'complete', amountReversed: AMOUNT })
    expect(await kindsOf(id)).toEqual([{ kind: 'capture_failed' }])
  })

  it.each([
    ['in their order', ['captured', 'failed', 'again']],
    ['the second one first', ['again', 'captured', 'failed']],
    ['the failure first', ['failed', 'again', 'captured']],
  ])('is captured again after a capture that failed, told %s', async (_, order) => {
    const { open, id } = await pay()
    const told: Record<string, () => Promise<void>> = {
      captured: () => tellOfCapture(id),
      failed: () => tell(id, 'CAPTURE_FAILED', { pspReference: CAPTURE }),
      again: () => tellOfCapture(id, { pspReference: 'AGAIN000HXSKGK82' }),
    }
    for (const name of order) await told[name]?.()
    expect(await states(open)).toEqual({
      status: 'complete',
      paymentStatus: 'paid',
      amountReversed: AMOUNT,
      amountReinstated: AMOUNT,
    })
    expect(await typesOf(open)).not.toContain('payment.late')
    expect(requests()).toHaveLength(2)
  })

  it('is held by hand, and its end is told', async () => {
    const { open, id } = await pay({ captureMethod: 'manual', paymentMethods: ['card'] })
    expect(await states(open)).toMatchObject({ status: 'open', paymentStatus: 'authorized' })
    await tell(id, 'EXPIRE', { pspReference: PSP, originalReference: '' })
    expect(await states(open)).toMatchObject({ status: 'expired', paymentStatus: 'unpaid' })
    expect(requests()).toEqual(['POST /payments'])
  })

  it('is held as long as the account says, also where a webhook alone told of it', async () => {
    payments = 'nothing'
    const { open, id } = await pay({ captureMethod: 'manual', paymentMethods: ['card'] })
    await tell(id, 'AUTHORISATION', { pspReference: PSP, originalReference: '' })
    const { paymentStatus, captureBefore } = await open.read()
    expect(paymentStatus).toBe('authorized')
    const daysLeft = (Date.parse(captureBefore ?? '') - api.clock.now().getTime()) / 86_400_000
    expect(Math.ceil(daysLeft)).toBe(6)
  })

  it('has what was refunded in the Customer Area taken back', async () => {
    const { open, id } = await pay()
    await tellOfCapture(id)
    await tell(id, 'REFUND', { amount: { currency: 'BRL', value: 990 } })
    expect(await states(open)).toMatchObject({ amountReversed: 990 })
    expect(await kindsOf(id)).toEqual([{ kind: 'refund_elsewhere' }])
  })

  describe('is refunded', () => {
    const refundOf = async (open: OpenSession) =>
      (await api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 990 })).as(Refund)
    const refunded = async () => {
      const { open, id } = await pay()
      const refund = await refundOf(open)
      const ofPart = { pspReference: REFUND, amount: { currency: 'BRL', value: 990 } }
      const stateOf = async () =>
        (await api.merchant.get(`/v1/refunds/${refund.id}`)).as(Refund).status
      return { open, id, refund, ofPart, stateOf }
    }

    it('once its capture is told, and not before', async () => {
      const { open, id, refund, ofPart, stateOf } = await refunded()
      const path = `POST /payments/${PSP}/refunds`
      expect(requests()).not.toContain(path)
      await tellOfCapture(id)
      expect(asked.at(-1)).toMatchObject({
        what: path,
        key: `ref-${refund.id}`,
        body: { reference: refund.id, amount: { currency: 'BRL', value: 990 } },
      })
      expect(await stateOf()).toBe('pending')
      // By the refund's own reference alone: the core finds its payment.
      await tell(refund.id, 'REFUND', ofPart)
      expect(await stateOf()).toBe('succeeded')
      expect(await open.read()).toMatchObject({ amountRefunded: 990, amountReversed: 0 })
    })

    it('and its money comes back', async () => {
      const { open, id, ofPart, stateOf } = await refunded()
      await tellOfCapture(id)
      await tell(id, 'REFUND', ofPart)
      expect(await stateOf()).toBe('succeeded')
      await tell(id, 'REFUND_FAILED', ofPart)
      expect(await stateOf()).toBe('reversed')
      expect(await open.read()).toMatchObject({ amountRefunded: 0, amountReversed: 0 })
    })

    it('and refused', async () => {
      const { id, ofPart, stateOf } = await refunded()
      await tellOfCapture(id)
      await tell(id, 'REFUND', { ...ofPart, success: 'false' })
      expect(await stateOf()).toBe('failed')
    })
  })

  it('is disputed, won, lost and given back, step by step', async () => {
    const { open, id } = await pay()
    await tellOfCapture(id)
    const dispute = async () => {
      const { body } = await api.merchant.get(`/v1/sessions/${open.id}/disputes`)
      const [found] = (body as { data: unknown[] }).data
      const { stage, status } = Dispute.parse(found)
      return [stage, status, await states(open)]
    }
    const moved = (amountReversed: number, amountReinstated: number) =>
      expect.objectContaining({ amountReversed, amountReinstated })
    const ladder: [string, string, string, number, number][] = [
      ['REQUEST_FOR_INFORMATION', 'inquiry', 'needs_response', 0, 0],
      ['NOTIFICATION_OF_CHARGEBACK', 'chargeback', 'needs_response', 0, 0],
      ['CHARGEBACK', 'chargeback', 'needs_response', AMOUNT, 0],
      ['INFORMATION_SUPPLIED', 'chargeback', 'under_review', AMOUNT, 0],
      ['CHARGEBACK_REVERSED', 'chargeback', 'won', AMOUNT, AMOUNT],
      ['SECOND_CHARGEBACK', 'second_chargeback', 'lost', 2 * AMOUNT, AMOUNT],
      ['PREARBITRATION_WON', 'pre_arbitration', 'won', 2 * AMOUNT, AMOUNT],
    ]
    for (const [code, stage, status, reversed, reinstated] of ladder) {
      await tell(id, code, { pspReference: '9915555555555555' })
      expect([code, ...(await dispute())]).toEqual([
        code,
        stage,
        status,
        moved(reversed, reinstated),
      ])
    }
    const { data } = (await api.merchant.get(`/v1/sessions/${open.id}/disputes`)).body as {
      data: unknown[]
    }
    expect(data).toHaveLength(1)
  })

  it('is reported as fraud, which moves nothing', async () => {
    const { open, id } = await pay()
    await tell(id, 'NOTIFICATION_OF_FRAUD')
    expect(
      await api.sql(
        'select 1 from payments where id = $1 and fraud_reported_at > $2',
        id,
        new Date(0),
      ),
    ).toHaveLength(1)
    expect(await states(open)).toMatchObject({ paymentStatus: 'paid', amountReversed: 0 })
  })

  it('is not changed by a webhook that somebody else signed', async () => {
    const { open, id } = await pay()
    const forged = { ...item(id, 'CHARGEBACK'), success: true, pspReference: 'OTHER' }
    expect(await post([forged])).toBe(400)
    expect(await post([forged, item(id, 'CAPTURE', { pspReference: CAPTURE })])).toBe(204)
    await work()
    expect(await states(open)).toMatchObject({ amountReversed: 0 })
  })
})
