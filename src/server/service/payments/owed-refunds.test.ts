import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { Refund } from '#contract/refund.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD, type OpenSession } from '#proof/testing/shopper.ts'
import { readBacklog } from '../../database/installation/backlog.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'
import { findOwedRefunds } from '../refunds/refund-owed.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const STEP_MINUTES = 10
const AMOUNT = 25_990
const CAPTURED = { status: 'succeeded', capturedMinor: AMOUNT, currency: 'BRL' } as const
const REPLACED = { status: 'failed', declineCode: 'replaced' } as const
const FAILED = { status: 'failed' } as const
const SUCCEEDED = { status: 'succeeded' } as const

interface RefundRow {
  id: string
  status: string
  amountMinor: number
}

describe('R-52: money that is not kept', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  let merchant: TestMerchant
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    processor.calls.splice(0)
    processor.script('createRefund', SUCCEEDED)
    processor.script('cancelPayment', REPLACED)
    merchant = await api.addMerchant()
  })

  let notifications = 0
  const report = (paymentId: string) => {
    // One inquiry per payment and second is made at once; a later one waits for the worker.
    api.clock.advance(1000)
    const body = { notificationId: `n-${(notifications += 1)}`, paymentId }
    return api.anyone.post('/processor/notifications', body, { 'x-scripted': 'authentic' })
  }
  const notify = async (paymentId: string) => {
    processor.script('inquire', CAPTURED)
    await report(paymentId)
  }
  const showPix = async (open: OpenSession) => {
    const expiresAt = new Date(api.clock.now().getTime() + 600_000).toISOString()
    processor.script('createPayment', {
      status: 'requires_action',
      action: { type: 'pix', brCode: '000201', expiresAt },
    })
    return (await open.pay({ method: 'pix' })).as(Checkout).payment?.id ?? ''
  }
  /** A Pix that is shown, given up for a card that pays, and paid after all. */
  const surplus = async () => {
    const open = await createTestSession(api, {}, merchant)
    const pix = await showPix(open)
    processor.script('createPayment', CAPTURED)
    await open.pay({ ...SEALED_CARD, replacePaymentId: pix })
    await notify(pix)
    return { open, pix }
  }
  /** A Pix of a canceled session, paid after all, where the merchant refunds late money. */
  const paidTooLate = async () => {
    const open = await createTestSession(api, {}, merchant)
    const pix = await showPix(open)
    processor.script('inquire', { status: 'failed', declineCode: 'pix_expired' })
    await report(pix)
    await merchant.post(`/v1/sessions/${open.id}/cancel`)
    expect((await open.read()).status).toBe('canceled')
    await notify(pix)
    return { open, pix }
  }
  const pass = async (minutes: number) => {
    const step = minutes > STEP_MINUTES ? STEP_MINUTES : 1
    for (let minute = 0; minute < minutes; minute += step) {
      api.clock.advance(step * MINUTE_MS)
      await finishRefunds(api.context)
    }
  }
  const refundsOf = (paymentId: string) =>
    api.sql<RefundRow>(
      `select id, status, amount_minor as "amountMinor" from refunds where payment_id = $1 order by created_at, id`,
      paymentId,
    )
  const statesOf = async (paymentId: string) =>
    (await refundsOf(paymentId)).map(({ status }) => status)
  const refundIds = (call: 'createRefund') =>
    processor.calls.flatMap(([asked, argument]) =>
      asked === call ? [(argument as { refundId: string }).refundId] : [],
    )
  const refund = (open: OpenSession, body: object = {}) =>
    merchant.post(`/v1/sessions/${open.id}/refunds`, body)

  it.each([
    ['a surplus', surplus],
    ['late money', paidTooLate],
  ])(
    'R-52: %s whose refund fails is refunded again, with a new id, until it is given back',
    async (_, make) => {
      const { open, pix } = await make()
      processor.script('createRefund', FAILED, FAILED, SUCCEEDED)
      expect((await open.read()).amountOwed).toBe(AMOUNT)
      await finishRefunds(api.context)
      expect(await statesOf(pix)).toEqual(['failed'])
      await finishRefunds(api.context)
      expect(await statesOf(pix)).toEqual(['failed'])
      expect((await open.read()).amountOwed).toBe(AMOUNT)
      await pass(5)
      expect(await statesOf(pix)).toEqual(['failed', 'failed', 'succeeded'])
      expect(new Set(refundIds('createRefund')).size).toBe(3)
      expect((await open.read()).amountOwed).toBe(0)
      const events = (await open.notifications()).filter(({ type }) => type.startsWith('refund.'))
      expect(events.map(({ type }) => type)).toEqual([
        'refund.failed',
        'refund.failed',
        'refund.succeeded',
      ])
      expect(events.map(({ data }) => data.session?.amountOwed)).toEqual([AMOUNT, AMOUNT, 0])
      const asked = processor.calls.length
      await pass(DAY_MINUTES)
      expect(processor.calls).toHaveLength(asked)
    },
  )

  it('R-52: is refunded with the same id while the outcome is not known', async () => {
    const { open, pix } = await surplus()
    processor.script('createRefund', SILENT)
    processor.script(
      'inquireRefund',
      SILENT,
      SILENT,
      { status: 'not_found' },
      { status: 'pending' },
    )
    await pass(DAY_MINUTES)
    expect(await statesOf(pix)).toEqual(['pending'])
    expect(new Set(refundIds('createRefund')).size).toBe(1)
    expect((await open.read()).amountOwed).toBe(AMOUNT)
    processor.script('inquireRefund', SUCCEEDED)
    await pass(60)
    expect(await statesOf(pix)).toEqual(['succeeded'])
    expect((await open.read()).amountOwed).toBe(0)
  })

  it('R-52: is never given up, and tried ever more seldom', async () => {
    const { pix } = await surplus()
    processor.script('createRefund', FAILED)
    await pass(DAY_MINUTES)
    const onFirstDay = (await refundsOf(pix)).length
    expect(onFirstDay).toBeGreaterThan(8)
    expect(onFirstDay).toBeLessThan(16)
    api.clock.advance(90 * DAY_MINUTES * MINUTE_MS)
    processor.script('createRefund', SUCCEEDED)
    await finishRefunds(api.context)
    expect((await statesOf(pix)).at(-1)).toBe('succeeded')
    expect(await refundsOf(pix)).toHaveLength(onFirstDay + 1)
  })

  it('R-52: is refunded at once by several workers, once', async () => {
    const { pix } = await surplus()
    processor.script('createRefund', FAILED, SUCCEEDED)
    await finishRefunds(api.context)
    api.clock.advance(MINUTE_MS)
    await Promise.all(Array.from({ length: 5 }, () => finishRefunds(api.context)))
    await finishRefunds(api.context)
    expect(await statesOf(pix)).toEqual(['failed', 'succeeded'])
  })

  it('R-52: each automatic refund stands in the audit log, made by the server', async () => {
    const { pix } = await surplus()
    processor.script('createRefund', FAILED, SUCCEEDED)
    await pass(3)
    const entries = await api.sql<{ actorKind: string; subject: string; details: string }>(
      `select actor_kind as "actorKind", subject, details from audit_log where action = 'refund.created'
       and merchant_id = $1 order by sequence`,
      merchant.id,
    )
    expect(entries.map(({ subject }) => subject)).toEqual(
      (await refundsOf(pix)).map(({ id }) => id),
    )
    for (const { actorKind, details } of entries) {
      expect(actorKind).toBe('server')
      expect(JSON.parse(details)).toMatchObject({ paymentId: pix, amountMinor: AMOUNT })
    }
    expect(entries).toHaveLength(2)
  })

  it('R-52: is counted, and its age is known', async () => {
    const backlog = () => readBacklog(api.database, api.clock.now())
    const before = (await backlog()).owedRefunds
    await surplus()
    processor.script('createRefund', FAILED)
    await pass(60)
    expect((await backlog()).owedRefunds).toBe(before + 1)
    expect((await backlog()).owedRefundAgeSeconds).toBeGreaterThanOrEqual(3600)
    processor.script('createRefund', SUCCEEDED)
    await pass(DAY_MINUTES)
    expect((await backlog()).owedRefunds).toBe(before)
  })

  it('R-52: can be refunded by its merchant, who names the payment', async () => {
    const { open, pix } = await surplus()
    processor.script('createRefund', FAILED, SUCCEEDED)
    await finishRefunds(api.context)
    const part = (await refund(open, { paymentId: pix, amount: 990 })).as(Refund)
    expect(part).toMatchObject({ paymentId: pix, amount: 990, status: 'succeeded' })
    expect(await open.read()).toMatchObject({ amountOwed: AMOUNT - 990, amountRefunded: 0 })
    expect((await refund(open, { paymentId: pix })).as(Refund).amount).toBe(AMOUNT - 990)
    expect(await open.read()).toMatchObject({
      amountOwed: 0,
      amountRefunded: 0,
      paymentStatus: 'paid',
    })
    const made = await refundsOf(pix)
    await pass(DAY_MINUTES)
    expect(await refundsOf(pix)).toEqual(made)
  })

  it('R-52: a refund without a payment is of the one that succeeded', async () => {
    const { open, pix } = await surplus()
    processor.script('createRefund', FAILED)
    await finishRefunds(api.context)
    processor.script('createRefund', SUCCEEDED)
    const { payment } = await open.read()
    expect((await refund(open)).as(Refund)).toMatchObject({
      paymentId: payment?.id,
      amount: AMOUNT,
    })
    expect(payment?.id).not.toBe(pix)
    expect((await open.read()).amountOwed).toBe(AMOUNT)
  })

  it('R-52: a refund names no payment of another session, and none that took no money', async () => {
    const { open } = await surplus()
    const other = await surplus()
    const declined = await createTestSession(api, {}, merchant)
    processor.script('createPayment', { status: 'failed', declineCode: 'card_declined' })
    const failed = (await declined.pay(SEALED_CARD)).as(Checkout).payment?.id
    for (const [session, paymentId] of [
      [open, other.pix],
      [declined, failed],
    ] as const)
      expect((await refund(session, { paymentId })).problem().status).toBe(409)
    expect((await refund(open, { paymentId: 'pay_x' })).problem().status).toBe(422)
  })

  it("R-52: a merchant's refund and the worker's at once never exceed what was captured", async () => {
    for (let round = 0; round < 5; round++) {
      const { open, pix } = await surplus()
      processor.script('createRefund', FAILED, SUCCEEDED)
      await finishRefunds(api.context)
      api.clock.advance(MINUTE_MS)
      const [answer] = await Promise.all([
        refund(open, { paymentId: pix, amount: 10_000 }),
        finishRefunds(api.context),
        finishRefunds(api.context),
      ])
      expect([201, 422]).toContain(answer.status)
      await pass(10)
      const given = (await refundsOf(pix)).filter(({ status }) => status === 'succeeded')
      expect(given.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(AMOUNT)
      expect((await open.read()).amountOwed).toBe(0)
    }
    expect(api.logged.filter((line) => line.includes('an item failed'))).toEqual([])
  })

  it("R-52: a merchant's refund that fails leaves it owed", async () => {
    const { open, pix } = await surplus()
    processor.script('createRefund', FAILED)
    await finishRefunds(api.context)
    expect((await refund(open, { paymentId: pix })).as(Refund).status).toBe('failed')
    expect((await open.read()).amountOwed).toBe(AMOUNT)
    processor.script('createRefund', SUCCEEDED)
    await pass(10)
    expect((await open.read()).amountOwed).toBe(0)
  })

  it.each([
    ['a surplus', surplus],
    ['late money', paidTooLate],
  ])('R-52: %s of before is found and refunded, whose only refund had failed', async (_, make) => {
    const { open, pix } = await make()
    processor.script('createRefund', FAILED)
    await finishRefunds(api.context)
    await forget(pix)
    processor.script('createRefund', SUCCEEDED)
    await pass(60)
    expect(await statesOf(pix)).toEqual(['failed'])
    await findOwedRefunds(api.context)
    await findOwedRefunds(api.context)
    expect((await open.read()).amountOwed).toBe(AMOUNT)
    await finishRefunds(api.context)
    expect(await statesOf(pix)).toEqual(['failed', 'succeeded'])
    expect((await open.read()).amountOwed).toBe(0)
    await findOwedRefunds(api.context)
    await pass(60)
    expect(await refundsOf(pix)).toHaveLength(2)
  })

  it('R-52: late money that the merchant keeps is not owed', async () => {
    await api.sql("update merchants set late_payments = 'accept' where id = $1", merchant.id)
    const { open, pix } = await paidTooLate()
    await findOwedRefunds(api.context)
    await pass(5)
    expect(await refundsOf(pix)).toEqual([])
    expect(await open.read()).toMatchObject({ amountOwed: 0, paidLate: true, status: 'complete' })
  })

  it('R-52: a mark is cleared whose refund a process of the release before has ended', async () => {
    const { open, pix } = await surplus()
    await finishRefunds(api.context)
    await api.sql('update payments set refund_owed_at = now() where id = $1', pix)
    await findOwedRefunds(api.context)
    expect(
      await api.sql('select refund_owed_at as "owedAt" from payments where id = $1', pix),
    ).toEqual([{ owedAt: null }])
    expect((await open.read()).amountOwed).toBe(0)
  })

  /** Leaves the payment as a release without owed refunds wrote it. */
  const forget = (paymentId: string) =>
    api.sql(
      'update payments set refund_owed_at = null, next_refund_at = null, refund_tries = 0 where id = $1',
      paymentId,
    )
})
