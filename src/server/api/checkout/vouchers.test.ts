import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout, type CreatePaymentInput } from '#contract/checkout.ts'
import { endOfDueDate } from '#domain/methods/boleto/due-date.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'

const DAY_MS = 86_400_000
const PAYER = { name: 'Maria Silva', taxId: '529.982.247-25' }
const BOLETO: CreatePaymentInput = { method: 'boleto', customer: PAYER }

const by = (name: string) => ({ customer: { email: `${name}@example.com` } })

describe('POST /v1/checkout/{reference}/payments: Pix and boleto', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const due = async (durationMs: number) => {
    api.clock.advance(durationMs)
    await api.simulation.runDue()
  }
  const typesOf = (notifications: { type: string }[]) => notifications.map(({ type }) => type)

  it('shows a Pix, and completes when it is paid', async () => {
    const open = await createTestSession(api)
    const view = (await open.pay({ method: 'pix' })).as(Checkout)
    expect(view).toMatchObject({
      status: 'open',
      paymentStatus: 'requires_action',
      payment: { status: 'requires_action', method: 'pix', card: null, action: { type: 'pix' } },
    })
    const { action } = view.payment ?? {}
    const expiresInMs =
      action?.type === 'pix' ? Date.parse(action.expiresAt) - Date.parse(view.now) : 0
    expect(Math.round(expiresInMs / 1000)).toBe(1800)
    await due(15_000)
    expect(await open.look()).toMatchObject({
      status: 'complete',
      payment: { status: 'succeeded', action: null },
    })
    expect(typesOf(await open.notifications())).toEqual([
      'payment.requires_action',
      'payment.succeeded',
      'session.completed',
    ])
    expect(await readLedger(api.database, open.id)).toHaveLength(1)
  })

  it('never shows a Pix beyond the expiry of its session', async () => {
    const open = await createTestSession(api, { expiresInSeconds: 60 })
    const { payment } = (await open.pay({ method: 'pix' })).as(Checkout)
    expect(payment?.action).toMatchObject({ expiresAt: open.session.expiresAt })
  })

  it("uses the merchant's time-out of a Pix", async () => {
    const open = await createTestSession(api, { pix: { expiresInSeconds: 600 } })
    const { payment, now } = (await open.pay({ method: 'pix' })).as(Checkout)
    const expiresAt = payment?.action?.type === 'pix' ? payment.action.expiresAt : ''
    expect(Math.round((Date.parse(expiresAt) - Date.parse(now)) / 1000)).toBe(600)
  })

  it('accepts another payment when the Pix has expired', async () => {
    const open = await createTestSession(api, by('expire_immediately'))
    await open.pay({ method: 'pix' })
    await due(0)
    expect(await open.look()).toMatchObject({
      status: 'open',
      paymentStatus: 'unpaid',
      payment: { status: 'failed', declineCode: 'pix_expired', retryable: true, action: null },
    })
    expect((await open.payByCard('4242424242424242')).as(Checkout).status).toBe('complete')
  })

  it('shows a boleto and extends the session to the end of its last day to pay in Brazil', async () => {
    const open = await createTestSession(api, { expiresInSeconds: 3600 })
    const view = (await open.pay(BOLETO)).as(Checkout)
    expect(view.payment).toMatchObject({
      status: 'requires_action',
      action: { type: 'boleto' },
    })
    const dueDate = view.payment?.action?.type === 'boleto' ? view.payment.action.dueDate : ''
    const today = new Date(Date.parse(view.now) - 3 * 3_600_000).toISOString().slice(0, 10)
    expect(Date.parse(dueDate) - Date.parse(today)).toBe(3 * DAY_MS)
    expect(view.expiresAt).toBe(endOfDueDate(dueDate).toISOString())
  })

  it("counts a boleto's days in Brazil, where 01:00 UTC is still the day before", async () => {
    const midnight = Math.ceil(api.clock.now().getTime() / DAY_MS) * DAY_MS
    for (const [hour, daysLater] of [
      [1, 2],
      [2.99, 2],
      [3.01, 3],
      [23, 3],
    ] as const) {
      api.clock.advance(midnight + hour * 3_600_000 - api.clock.now().getTime())
      const open = await createTestSession(api)
      const { action } = (await open.pay(BOLETO)).as(Checkout).payment ?? {}
      const dueDate = new Date(midnight + daysLater * DAY_MS).toISOString().slice(0, 10)
      expect(action).toMatchObject({ type: 'boleto', dueDate })
    }
  })

  it('F-5 is payable on the next business day when banks are closed on its due date', async () => {
    const year = api.clock.now().getUTCFullYear() + 1
    const christmas = new Date(Date.UTC(year, 11, 25))
    const closed = await startTestApi()
    const opened = new Date(christmas.getTime() - 3 * DAY_MS + 12 * 3_600_000)
    closed.clock.advance(opened.getTime() - closed.clock.now().getTime())
    const open = await createTestSession(closed, { expiresInSeconds: 3600, ...by('fill_never') })
    const view = (await open.pay(BOLETO)).as(Checkout)
    expect(view.payment?.action).toMatchObject({ dueDate: `${year}-12-25` })
    const last = new Date(Date.parse(view.expiresAt) - 12 * 3_600_000)
    expect(last.getTime()).toBeGreaterThan(christmas.getTime() + DAY_MS)
    expect([1, 2, 3, 4, 5]).toContain(last.getUTCDay())
    // Paid on that day, and settled on the next one: the session has waited for it.
    closed.clock.advance(Date.parse(view.expiresAt) - closed.clock.now().getTime() + 12 * 3_600_000)
    expect(await closed.simulation.simulate(view.payment?.id ?? '', 'pay')).toBe(200)
    await closed.simulation.runDue()
    expect(await open.look()).toMatchObject({ status: 'complete', paidLate: false })
    await closed.close()
  })

  it('does not change a session that lives longer than its boleto', async () => {
    const open = await createTestSession(api, { expiresInSeconds: 7_776_000 })
    const view = (await open.pay(BOLETO)).as(Checkout)
    expect(view.expiresAt).toBe(open.session.expiresAt)
  })

  it("requires a boleto payer's name and tax id, whatever the session collects", async () => {
    const open = await createTestSession(api)
    const problem = (await open.pay({ method: 'boleto' })).problem()
    expect(problem).toMatchObject({
      code: 'validation_failed',
      errors: [
        { path: 'customer.name', code: 'required' },
        { path: 'customer.taxId', code: 'required' },
      ],
    })
  })

  it('completes when the boleto is paid, even days later', async () => {
    const open = await createTestSession(api, { ...by('fill_never'), expiresInSeconds: 60 })
    const { payment } = (await open.pay(BOLETO)).as(Checkout)
    api.clock.advance(2 * DAY_MS)
    expect(await api.simulation.simulate(payment?.id ?? '', 'pay')).toBe(200)
    await due(0)
    expect(await open.look()).toMatchObject({ status: 'complete', paidLate: false })
  })

  it('accepts another payment when the boleto has expired, within its time', async () => {
    const open = await createTestSession(api, by('expire_with_delay'))
    await open.pay(BOLETO)
    await due(15_000)
    expect(await open.look()).toMatchObject({
      status: 'open',
      payment: { status: 'failed', declineCode: 'boleto_expired' },
    })
  })

  it('completes when paid immediately, notified before the response or after', async () => {
    const open = await createTestSession(api, by('succeed_immediately'))
    await open.pay({ method: 'pix' })
    await due(0)
    expect(await open.look()).toMatchObject({ status: 'complete' })
  })
})
