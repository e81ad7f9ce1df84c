import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'
import { resolvePayments } from './resolve-payments.ts'

const REFERENCES = { txid: 'HCPAY1', processorReference: 'loc-7' }
const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const

describe('what a module keeps', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const lastKnown = (call: string) => processor.known.findLast(([name]) => name === call)?.[1]
  const asked = async () => {
    api.clock.advance(60_000)
    await resolvePayments(api.context)
    return lastKnown('inquire')
  }

  it('comes back with every call about the payment and its refunds', async () => {
    const open = await createTestSession(api)
    const processing = { status: 'processing' } as const
    processor.script('createPayment', { ...processing, references: REFERENCES, state: { step: 1 } })
    processor.script('inquire', processing, {
      ...SUCCEEDED,
      references: { endToEndId: 'E1' },
      state: { step: 2, late: false, note: null },
    })
    await open.pay(SEALED_CARD)
    const payment = { method: 'card', amountMinor: 25_990, currency: 'BRL' }
    expect(await asked()).toMatchObject({ ...payment, references: REFERENCES, state: { step: 1 } })
    await asked()

    processor.script('createRefund', {
      status: 'pending',
      references: { returnId: 'D1' },
      state: { ask: 'later' },
    })
    processor.script('inquireRefund', { status: 'succeeded' })
    await api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 1_000 })
    const known = {
      ...payment,
      references: { ...REFERENCES, endToEndId: 'E1' },
      state: { step: 2, late: false, note: null },
    }
    expect(lastKnown('createRefund')).toMatchObject(known)
    api.clock.advance(60_000)
    await finishRefunds(api.context)
    expect(lastKnown('inquireRefund')).toMatchObject({
      amountMinor: 1_000,
      references: { returnId: 'D1' },
      state: { ask: 'later' },
      payment: known,
    })
  })

  it('of a refund comes back when the same refund is requested again', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', SUCCEEDED)
    await open.pay(SEALED_CARD)
    const kept = { references: { returnId: 'D2' }, state: { endToEndId: 'E2' } }
    processor.script('createRefund', { status: 'pending', ...kept }, { status: 'succeeded' })
    processor.script('inquireRefund', { status: 'not_found' })
    const before = processor.count('createRefund')
    await api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 1_000 })
    api.clock.advance(60_000)
    await finishRefunds(api.context)
    const requests = processor.calls.filter(([call]) => call === 'createRefund').slice(before)
    const [[, first], [, again]] = requests as [[string, object], [string, object]]
    expect(Object.keys(first)).toEqual([
      'refundId',
      'paymentId',
      'amountMinor',
      'currency',
      'requestedAt',
    ])
    expect(again).toEqual({ ...first, ...kept })
  })

  it.each([
    ['is nested', { card: { number: '4242' } }],
    ['is too long', { text: 'x'.repeat(5000) }],
    ['is a list', ['4242']],
  ])('is not kept when it %s, and the payment goes on', async (_what, state) => {
    const open = await createTestSession(api)
    const wrong: unknown = JSON.parse(JSON.stringify({ status: 'processing', state }))
    processor.script('createPayment', wrong as { status: 'processing' })
    processor.script('inquire', SUCCEEDED)
    await open.pay(SEALED_CARD)
    expect(await asked()).toMatchObject({ state: {} })
    expect((await open.read()).paymentStatus).toBe('paid')
  })
})
