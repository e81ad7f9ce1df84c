import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refund } from '#contract/refund.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { finishRefunds } from './finish-refunds.ts'
import { resolvePayments } from '../payments/resolve-payments.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const STEP_MINUTES = 10
/** Refunds that a worker requests at once. */
const LANES = 8
const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const PENDING = { status: 'pending' } as const

// tests guard: refund-lease

describe('R-57: a pending refund', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())
  beforeEach(() => processor.calls.splice(0))

  /** A paid session, and a refund of it to which the processor answered as scripted. */
  const refunded = async () => {
    processor.script('createPayment', SUCCEEDED)
    const open = await createTestSession(api)
    await open.pay(SEALED_CARD)
    const refund = (await api.merchant.post(`/v1/sessions/${open.id}/refunds`)).as(Refund)
    expect(refund.status).toBe('pending')
    return { open, refund }
  }
  const pass = async (minutes: number) => {
    const step = minutes > 60 ? STEP_MINUTES : 1
    for (let minute = 0; minute < minutes; minute += step) {
      api.clock.advance(step * MINUTE_MS)
      await finishRefunds(api.context)
    }
  }
  const refundIds = () =>
    processor.calls.flatMap(([call, argument]) =>
      call === 'createRefund' ? [(argument as { refundId: string }).refundId] : [],
    )

  it('R-57: is not requested by a worker whose lease is over, after another has ended it', async () => {
    processor.script('createRefund', SILENT)
    const made = []
    for (let count = 0; count <= LANES; count += 1) made.push(await refunded())
    api.clock.advance(MINUTE_MS)
    const held = Promise.withResolvers<{ status: 'pending' }>()
    processor.script('createRefund', held.promise)
    const before = processor.count('createRefund')
    const slow = finishRefunds(api.context)
    await expect.poll(() => processor.count('createRefund')).toBe(before + LANES)
    api.clock.advance(MINUTE_MS)
    const failed = made.map(() => ({ status: 'failed' }) as const)
    processor.script('inquireRefund', ...failed, { status: 'not_found' })
    await finishRefunds(api.context)
    processor.script('createRefund', { status: 'succeeded' })
    held.resolve(PENDING)
    await slow
    expect(processor.count('createRefund')).toBe(before + LANES)
    for (const { open } of made) expect((await open.read()).amountRefunded).toBe(0)
  })

  it('R-57: is requested once, and then asked about, ever more seldom', async () => {
    processor.script('createRefund', PENDING)
    processor.script('inquireRefund', PENDING)
    const { open } = await refunded()
    await pass(60)
    expect(processor.count('createRefund')).toBe(1)
    const inFirstHour = processor.count('inquireRefund')
    expect(inFirstHour).toBeGreaterThan(3)
    expect(inFirstHour).toBeLessThan(15)
    await pass(DAY_MINUTES)
    expect(processor.count('createRefund')).toBe(1)
    expect(processor.count('inquireRefund') - inFirstHour).toBeLessThanOrEqual(25)
    processor.script('inquireRefund', { status: 'succeeded' })
    await pass(60)
    expect((await open.read()).paymentStatus).toBe('refunded')
    const asked = processor.calls.length
    await pass(60)
    expect(processor.calls).toHaveLength(asked)
  })

  it('R-57: that was not answered is asked about before it is requested again', async () => {
    processor.script('createRefund', SILENT)
    processor.script('inquireRefund', { status: 'succeeded' })
    const { open } = await refunded()
    await pass(1)
    expect(processor.count('createRefund')).toBe(1)
    expect((await open.read()).paymentStatus).toBe('refunded')
  })

  it('R-57: that the processor does not know is requested again, with the same id', async () => {
    processor.script('createRefund', SILENT, SILENT, { status: 'succeeded' })
    processor.script('inquireRefund', { status: 'not_found' })
    const { open, refund } = await refunded()
    await pass(2)
    expect((await open.read()).paymentStatus).toBe('refunded')
    expect(refundIds()).toEqual([refund.id, refund.id, refund.id])
  })

  it('R-57: is asked about less and less also by a module that fails', async () => {
    processor.script('createRefund', PENDING)
    processor.script('inquireRefund', new Error('a fault of the module'))
    const { open } = await refunded()
    await pass(DAY_MINUTES)
    expect(processor.count('inquireRefund')).toBeLessThan(50)
    processor.script('inquireRefund', { status: 'failed' })
    await pass(60)
    expect((await open.notifications()).at(-1)?.type).toBe('refund.failed')
  })

  it('R-57: is asked about at once after a notification of the processor about its payment', async () => {
    processor.script('createRefund', PENDING)
    processor.script('inquireRefund', PENDING)
    processor.script('inquire', SUCCEEDED)
    const { open, refund } = await refunded()
    await pass(DAY_MINUTES)
    processor.script('inquireRefund', { status: 'succeeded' })
    await finishRefunds(api.context)
    expect((await open.read()).paymentStatus).toBe('paid')
    const body = { notificationId: 'n-1', paymentId: refund.paymentId }
    await api.anyone.post('/processor/notifications', body, { 'x-scripted': 'authentic' })
    await finishRefunds(api.context)
    expect((await open.read()).paymentStatus).toBe('refunded')
  })
})

it('R-57: a voucher that is not paid for days is asked about less and less', async () => {
  const processor = createScriptedProcessor()
  const api = await startTestApi({ processor })
  try {
    const expiresAt = new Date(
      api.clock.now().getTime() + 3 * DAY_MINUTES * MINUTE_MS,
    ).toISOString()
    const waiting = {
      status: 'requires_action',
      action: { type: 'pix', brCode: '000201', expiresAt },
    } as const
    processor.script('createPayment', waiting)
    processor.script('inquire', waiting)
    const open = await createTestSession(api, { expiresInSeconds: 7 * 86_400 })
    await open.pay({ method: 'pix' })
    for (let minute = 0; minute < 3 * DAY_MINUTES; minute += 30) {
      api.clock.advance(30 * MINUTE_MS)
      await resolvePayments(api.context)
    }
    expect(processor.count('inquire')).toBeGreaterThan(10)
    expect(processor.count('inquire')).toBeLessThan(40)
  } finally {
    await api.close()
  }
})
