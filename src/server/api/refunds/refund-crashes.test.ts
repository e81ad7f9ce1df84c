import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refund } from '#contract/refund.ts'
import type { ProcessorRefund } from '../../processors/processor.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { finishRefunds } from '../../service/refunds/finish-refunds.ts'

const LEASE_MS = 30_000

// tests guard: ended-refund

describe('a refund whose process crashes or whose processor does not answer', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const paid = async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', {
      status: 'succeeded',
      capturedMinor: 25_990,
      currency: 'BRL',
    })
    await open.pay(SEALED_CARD)
    return open
  }
  let keys = 0
  const newKey = () => ({ 'idempotency-key': `refund-${(keys += 1)}` })
  const refund = (id: string, headers = {}) =>
    api.merchant.post(`/v1/sessions/${id}/refunds`, { amount: 100 }, headers)
  /** A request whose process dies during the call to the processor. */
  const dieInRefund = async (id: string, headers = {}) => {
    const asked = processor.count('createRefund')
    processor.script('createRefund', new Promise<never>(() => {}), { status: 'succeeded' })
    void refund(id, headers)
    await expect.poll(() => processor.count('createRefund')).toBe(asked + 1)
  }
  const refundIds = () =>
    new Set(
      processor.calls
        .filter(([asked]) => asked === 'createRefund')
        .map(([, argument]) => (argument as { refundId: string }).refundId),
    )

  it('R-28: 409 idempotency_in_progress while the first request runs, then its response', async () => {
    const open = await paid()
    const { promise, resolve } = Promise.withResolvers<ProcessorRefund>()
    processor.script('createRefund', promise)
    const key = newKey()
    const first = refund(open.id, key)
    await expect.poll(() => processor.count('createRefund')).toBe(1)
    await finishRefunds(api.context)
    expect(processor.count('createRefund')).toBe(1)
    const second = await refund(open.id, key)
    expect(second.problem()).toMatchObject({ status: 409, code: 'idempotency_in_progress' })
    expect(second.headers.get('retry-after')).toBe('1')
    resolve({ status: 'succeeded' })
    const answer = await first
    expect((await refund(open.id, key)).text).toBe(answer.text)
  })

  it('R-28: is resumed by a repeated request after the lease, as the same refund', async () => {
    const open = await paid()
    const before = refundIds().size
    const key = newKey()
    await dieInRefund(open.id, key)
    expect((await refund(open.id, key)).problem().code).toBe('idempotency_in_progress')
    api.clock.advance(LEASE_MS)
    expect((await refund(open.id, key)).as(Refund)).toMatchObject({
      status: 'succeeded',
      amount: 100,
    })
    expect(refundIds().size).toBe(before + 1)
    expect((await open.read()).amountRefunded).toBe(100)
  })

  it('shows its final status when the worker was faster than the repeated request', async () => {
    const open = await paid()
    const key = newKey()
    await dieInRefund(open.id, key)
    api.clock.advance(LEASE_MS)
    await finishRefunds(api.context)
    expect((await refund(open.id, key)).as(Refund).status).toBe('succeeded')
    expect((await open.read()).amountRefunded).toBe(100)
  })

  it('R-28: is not sent again by a repeated request once the worker saw it fail', async () => {
    const open = await paid()
    const key = newKey()
    const asked = processor.count('createRefund')
    processor.script('createRefund', new Promise<never>(() => {}), { status: 'failed' })
    void refund(open.id, key)
    await expect.poll(() => processor.count('createRefund')).toBe(asked + 1)
    api.clock.advance(LEASE_MS)
    await finishRefunds(api.context)
    processor.script('createRefund', { status: 'succeeded' })
    expect((await refund(open.id, key)).as(Refund).status).toBe('failed')
    expect((await refund(open.id, key)).as(Refund).status).toBe('failed')
    expect(processor.count('createRefund')).toBe(asked + 2)
  })

  it('R-28: is left to the worker that has it, by a repeated request', async () => {
    const open = await paid()
    const key = newKey()
    await dieInRefund(open.id, key)
    api.clock.advance(LEASE_MS)
    const { promise, resolve } = Promise.withResolvers<ProcessorRefund>()
    processor.script('createRefund', promise)
    const asked = processor.count('createRefund')
    const working = finishRefunds(api.context)
    await expect.poll(() => processor.count('createRefund')).toBe(asked + 1)
    expect((await refund(open.id, key)).as(Refund).status).toBe('pending')
    expect(processor.count('createRefund')).toBe(asked + 1)
    resolve({ status: 'failed' })
    await working
    const types = (await open.notifications()).map(({ type }) => type)
    expect(types.at(-1)).toBe('refund.failed')
  })

  it('shows its final status when the worker was faster than its own request', async () => {
    const open = await paid()
    const { promise, resolve } = Promise.withResolvers<ProcessorRefund>()
    processor.script('createRefund', promise, { status: 'succeeded' })
    const count = processor.count('createRefund')
    const answer = refund(open.id)
    await expect.poll(() => processor.count('createRefund')).toBe(count + 1)
    api.clock.advance(LEASE_MS)
    await finishRefunds(api.context)
    resolve({ status: 'succeeded' })
    expect((await answer).as(Refund).status).toBe('succeeded')
    expect((await open.read()).amountRefunded).toBe(100)
    const types = (await open.notifications()).map(({ type }) => type)
    expect(types.filter((type) => type === 'refund.succeeded')).toHaveLength(1)
  })

  it('is pending while the processor does not answer, and is requested until it does', async () => {
    const open = await paid()
    processor.script('createRefund', SILENT, SILENT, { status: 'succeeded' })
    const made = (await refund(open.id)).as(Refund)
    expect(made.status).toBe('pending')
    api.clock.advance(LEASE_MS)
    await finishRefunds(api.context)
    expect((await open.read()).amountRefunded).toBe(0)
    api.clock.advance(20_000)
    await finishRefunds(api.context)
    expect((await open.read()).amountRefunded).toBe(100)
  })

  it('is finished by the worker without a repeated request', async () => {
    const open = await paid()
    await dieInRefund(open.id)
    api.clock.advance(LEASE_MS)
    await Promise.all([finishRefunds(api.context), finishRefunds(api.context)])
    expect((await open.read()).amountRefunded).toBe(100)
  })

  it('can be requested again with its key after a day, as another refund', async () => {
    const open = await paid()
    processor.script('createRefund', { status: 'succeeded' })
    const key = newKey()
    const first = (await refund(open.id, key)).as(Refund)
    api.clock.advance(86_400_000 + 1000)
    const answer = await api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 200 }, key)
    expect(answer.as(Refund)).toMatchObject({ amount: 200 })
    expect(answer.as(Refund).id).not.toBe(first.id)
    expect((await open.read()).amountRefunded).toBe(300)
  })
})
