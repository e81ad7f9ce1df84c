import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KNOWN_PAYMENT } from '#proof/testing/known-payment.ts'
import { Checkout } from '#contract/checkout.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { cacheEncryptionKey } from './cache-encryption-key.ts'
import type { Processor, ProcessorOutcome } from './processor.ts'
import { isProcessorSilent } from './processor.ts'
import { realTimer, timeOutCalls, type Timer } from './time-out-calls.ts'

const KEY = { kid: 'k', kty: 'RSA', n: 'AQAB', e: 'AQAB' } as const
const REFUND = { refundId: 're_1', paymentId: 'pay_1', amountMinor: 1, currency: 'BRL' }
const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const

/** A timer that the test lets run out. */
function createManualTimer() {
  const waiting: { resolve: () => void; ms: number }[] = []
  const timer: Timer = (ms, signal) =>
    new Promise((resolve) => {
      const one = { resolve, ms }
      waiting.push(one)
      signal.addEventListener('abort', () => void waiting.splice(waiting.indexOf(one), 1))
    })
  return { timer, waiting, runOut: () => waiting.splice(0).forEach(({ resolve }) => resolve()) }
}

describe('S-117: a call of a module that hangs', () => {
  const processor = createScriptedProcessor()
  const time = createManualTimer()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor, processorTimer: time.timer })
  })
  afterAll(() => api.close())

  const hang = <T>() => Promise.withResolvers<T>().promise

  it('S-117: ends a payment as unknown, which an inquiry resolves', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', hang<ProcessorOutcome>())
    const paying = open.pay(SEALED_CARD)
    await expect.poll(() => time.waiting.length).toBe(1)
    expect(time.waiting[0]?.ms).toBe(12_000)
    time.runOut()
    const { payment } = (await paying).as(Checkout)
    expect(payment?.status).toBe('unknown')
    processor.script('inquire', SUCCEEDED)
    expect(
      (await api.checkout.post(`${open.checkoutPath}/payments/${payment?.id}/action`)).as(Checkout)
        .status,
    ).toBe('complete')
    expect(time.waiting).toEqual([])
  })

  it('S-117: 503 for a notification that is not verified in time', async () => {
    const bounded = api.context.processor
    const hanging = timeOutCalls(
      { ...processor, readNotification: () => hang() },
      { timeoutMs: 1, timer: time.timer },
    )
    Object.assign(api.context, { processor: hanging })
    const answer = api.fetch(
      new Request(`${API_URL}/processor/notifications`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    )
    await expect.poll(() => time.waiting.length).toBe(1)
    time.runOut()
    expect((await answer).status).toBe(503)
    Object.assign(api.context, { processor: bounded })
  })

  const CALLS: Record<string, (processor: Processor) => Promise<unknown> | undefined> = {
    cardEncryptionKey: (bounded) => bounded.cardEncryptionKey(),
    createPayment: (bounded) =>
      bounded.createPayment({
        paymentId: 'pay_1',
        amountMinor: 1,
        currency: 'BRL',
        merchantId: 'm',
        merchantName: 'Loja',
        description: null,
        customer: {},
        returnUrl: 'https://pay.example/',
        method: { type: 'card', encryptedCard: 'a', installments: 1 },
      }),
    inquire: (bounded) => bounded.inquire('pay_1', KNOWN_PAYMENT),
    cancelPayment: (bounded) => bounded.cancelPayment('pay_1', KNOWN_PAYMENT),
    createRefund: (bounded) => bounded.createRefund(REFUND, KNOWN_PAYMENT),
    inquireRefund: (bounded) =>
      bounded.inquireRefund('re_1', {
        ...REFUND,
        payment: KNOWN_PAYMENT,
        references: {},
        state: {},
      }),
    readNotification: (bounded) =>
      bounded.readNotification('{}', new Headers(), { path: '', isCertified: false }),
    listMovements: (bounded) => bounded.listMovements?.({ since: new Date(0) }),
  }

  it.each(Object.entries(CALLS))('S-117: %s ends as silence', async (name, call) => {
    const module: Processor = Object.assign(createScriptedProcessor(), {
      [name]: () => hang<never>(),
    })
    const { timer, waiting, runOut } = createManualTimer()
    const calling = call(timeOutCalls(module, { timeoutMs: 1, timer }))
    expect(waiting).toHaveLength(1)
    runOut()
    await expect(calling).rejects.toSatisfy(isProcessorSilent)
  })

  it('S-117: keeps the name, the results and the errors of a module, and leaves no timer behind', async () => {
    const module = createScriptedProcessor()
    const { timer, waiting } = createManualTimer()
    const bounded = timeOutCalls(module, { timeoutMs: 1, timer })
    expect({ ...bounded }.name).toBe('scripted')
    expect('listMovements' in bounded).toBe(false)
    module.script('inquire', SUCCEEDED, new TypeError('a defect'))
    expect(await bounded.inquire('pay_1', KNOWN_PAYMENT)).toEqual(SUCCEEDED)
    await expect(bounded.inquire('pay_1', KNOWN_PAYMENT)).rejects.toThrow('a defect')
    expect(waiting).toEqual([])
  })

  it('S-117: a key that never came does not stay in the cache', async () => {
    const module = createScriptedProcessor()
    const { timer, runOut } = createManualTimer()
    const cached = cacheEncryptionKey(timeOutCalls(module, { timeoutMs: 1, timer }))
    module.script('cardEncryptionKey', hang<never>(), KEY)
    const first = cached.cardEncryptionKey()
    runOut()
    await expect(first).rejects.toSatisfy(isProcessorSilent)
    expect(await cached.cardEncryptionKey()).toEqual(KEY)
  })

  it('S-117: the real timer ends by itself, or with its call', async () => {
    await realTimer(1, new AbortController().signal)
    const module = createScriptedProcessor()
    module.script('inquire', hang<typeof SUCCEEDED>())
    await expect(
      timeOutCalls(module, { timeoutMs: 1 }).inquire('pay_1', KNOWN_PAYMENT),
    ).rejects.toSatisfy(isProcessorSilent)
  })
})
