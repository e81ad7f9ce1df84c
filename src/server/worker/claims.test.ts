import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { finishRefunds } from '../service/refunds/finish-refunds.ts'
import { resolvePayments } from '../service/payments/resolve-payments.ts'

const BATCH = 50
const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const

describe('claims of workers', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const unknown = async () => {
    processor.script('createPayment', SILENT)
    await (await createTestSession(api)).pay(SEALED_CARD)
  }
  const pendingRefund = async () => {
    processor.script('createPayment', SUCCEEDED)
    const open = await createTestSession(api)
    await open.pay(SEALED_CARD)
    processor.script('createRefund', SILENT)
    await api.merchant.post(`/v1/sessions/${open.id}/refunds`)
  }
  const times = (count: number, work: () => Promise<void>) =>
    Promise.all(Array.from({ length: count }, work))

  it('each inquiry is made by one of many workers, and not again before it is due', async () => {
    await times(10, unknown)
    processor.script('inquire', SILENT)
    api.clock.advance(2000)
    await Promise.all(Array.from({ length: 5 }, () => resolvePayments(api.context)))
    expect(processor.count('inquire')).toBe(10)
    await resolvePayments(api.context)
    expect(processor.count('inquire')).toBe(10)
    processor.script('inquire', SUCCEEDED)
    api.clock.advance(60_000)
    await resolvePayments(api.context)
    expect(processor.count('inquire')).toBe(20)
    api.clock.advance(86_400_000)
    await resolvePayments(api.context)
    expect(processor.count('inquire')).toBe(20)
  })

  it('each refund is requested by one of many workers, and not again before it is due', async () => {
    await times(10, pendingRefund)
    const before = processor.count('createRefund')
    api.clock.advance(30_000)
    await Promise.all(Array.from({ length: 5 }, () => finishRefunds(api.context)))
    expect(processor.count('createRefund')).toBe(before + 10)
    await finishRefunds(api.context)
    expect(processor.count('createRefund')).toBe(before + 10)
    processor.script('createRefund', { status: 'succeeded' })
    api.clock.advance(20_000)
    await finishRefunds(api.context)
    expect(processor.count('createRefund')).toBe(before + 20)
    api.clock.advance(86_400_000)
    await finishRefunds(api.context)
    expect(processor.count('createRefund')).toBe(before + 20)
  })

  it('report more work when the batch was full', async () => {
    await times(BATCH + 1, unknown)
    await times(BATCH + 1, pendingRefund)
    api.clock.advance(60_000)
    processor.script('inquire', { status: 'failed', declineCode: 'card_declined' })
    processor.script('createRefund', { status: 'failed' })
    for (const task of [resolvePayments, finishRefunds]) {
      expect(await task(api.context)).toBe(true)
      expect(await task(api.context)).toBe(false)
    }
  })
})
