import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout, type CreatePaymentInput } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { expireSessions } from './expire-sessions.ts'
import { expireSession } from './expire-session.ts'

const PIX_ACTION = { type: 'pix', brCode: 'x', expiresAt: '2026-11-20T16:00:00.000Z' } as const
const BOLETO_ACTION = {
  type: 'boleto',
  digitableLine: '0'.repeat(47),
  barcode: '0'.repeat(44),
  dueDate: '2026-11-20',
} as const
const REPLACED = { status: 'failed', declineCode: 'replaced' } as const
const BOLETO: CreatePaymentInput = {
  method: 'boleto',
  customer: { name: 'Maria', taxId: '529.982.247-25' },
}

describe('a session past its expiry', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const create = () => createTestSession(api, { expiresInSeconds: 60 })
  const expire = async (durationMs = 60_000) => {
    api.clock.advance(durationMs)
    await expireSessions(api.context)
  }
  const typesOf = (notifications: { type: string }[]) => notifications.map(({ type }) => type)

  it('is expired by the worker, and not earlier', async () => {
    const open = await create()
    await expire(59_000)
    expect((await open.read()).status).toBe('open')
    await expire(1000)
    expect(await open.read()).toMatchObject({
      status: 'expired',
      paymentStatus: 'unpaid',
      completedAt: null,
      canceledAt: null,
    })
    expect(typesOf(await open.notifications())).toEqual(['session.expired'])
  })

  it('is expired once by ten workers and ten reads at once', async () => {
    const open = await create()
    api.clock.advance(60_000)
    await Promise.all(
      Array.from({ length: 10 }, () => [expireSessions(api.context), open.look()]).flat(),
    )
    expect(await open.notifications()).toHaveLength(1)
    expect((await open.read()).version).toBe(2)
  })

  it('keeps another final status', async () => {
    const paid = await create()
    processor.script('createPayment', {
      status: 'succeeded',
      capturedMinor: 25_990,
      currency: 'BRL',
    })
    await paid.pay(SEALED_CARD)
    const canceled = await create()
    await api.merchant.post(`/v1/sessions/${canceled.id}/cancel`)
    await expire()
    expect((await paid.read()).status).toBe('complete')
    expect((await canceled.read()).status).toBe('canceled')
  })

  it.each(['processing', 'unknown'] as const)('waits for a payment that is %s', async (status) => {
    const open = await create()
    processor.script('createPayment', status === 'unknown' ? SILENT : { status })
    await open.pay(SEALED_CARD)
    await expire()
    expect(await expireSession(api.context, open.id)).toBe(false)
    expect(await open.look()).toMatchObject({ status: 'open', payment: { status } })
    expect(processor.count('cancelPayment')).toBe(0)
  })

  it('waits for a boleto past its due date', async () => {
    const open = await create()
    processor.script('createPayment', { status: 'requires_action', action: BOLETO_ACTION })
    await open.pay(BOLETO)
    await expire(5 * 86_400_000)
    expect(await open.look()).toMatchObject({ status: 'open' })
  })

  it('cancels the unfinished payment', async () => {
    const open = await create()
    processor.script('createPayment', { status: 'requires_action', action: PIX_ACTION })
    processor.script('cancelPayment', REPLACED)
    const { payment } = (await open.pay({ method: 'pix' })).as(Checkout)
    await expire()
    expect(processor.calls.at(-1)).toEqual(['cancelPayment', payment?.id])
    expect(await open.read()).toMatchObject({
      status: 'expired',
      paymentStatus: 'unpaid',
      payment: { status: 'failed', declineCode: 'replaced' },
    })
    expect(typesOf(await open.notifications())).toEqual([
      'payment.requires_action',
      'payment.failed',
      'session.expired',
    ])
  })

  it('is paid when the money was faster', async () => {
    const open = await create()
    processor.script('createPayment', { status: 'requires_action', action: PIX_ACTION })
    processor.script('cancelPayment', {
      status: 'succeeded',
      capturedMinor: 25_990,
      currency: 'BRL',
    })
    await open.pay({ method: 'pix' })
    await expire()
    expect(await open.read()).toMatchObject({ status: 'complete', paidLate: false })
  })

  it('stays open while the processor does not answer, and delays no other session', async () => {
    const stuck = await create()
    processor.script('createPayment', { status: 'requires_action', action: PIX_ACTION })
    processor.script('cancelPayment', SILENT)
    await stuck.pay({ method: 'pix' })
    const other = await create()
    await expire()
    expect((await stuck.look()).status).toBe('open')
    expect((await other.read()).status).toBe('expired')
    processor.script('cancelPayment', REPLACED)
    await expire(0)
    expect((await stuck.read()).status).toBe('expired')
  })

  it('is read without waiting for the processor', async () => {
    const open = await create()
    processor.script('createPayment', { status: 'requires_action', action: PIX_ACTION })
    await open.pay({ method: 'pix' })
    api.clock.advance(60_000)
    const asked = processor.count('cancelPayment')
    expect((await open.look()).status).toBe('open')
    expect(processor.count('cancelPayment')).toBe(asked)
    expect((await open.pay(SEALED_CARD)).problem().code).toBe('payment_in_progress')
  })

  it('is not retried at once', async () => {
    processor.script('createPayment', { status: 'requires_action', action: PIX_ACTION })
    processor.script('cancelPayment', SILENT)
    for (let turn = 0; turn < 20; turn++) {
      const begun = Array.from({ length: 5 }, async () => (await create()).pay({ method: 'pix' }))
      for (const { status } of await Promise.all(begun)) expect(status).toBe(200)
    }
    api.clock.advance(60_000)
    expect(await expireSessions(api.context)).toBe(false)
    const other = await create()
    await expire()
    expect((await other.read()).status).toBe('expired')
    processor.script('cancelPayment', REPLACED)
    expect(await expireSessions(api.context)).toBe(true)
  })
})
