import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { ProcessorNotAsked, ProcessorRefused } from '../../processors/processor.ts'
import { resolvePayments } from './resolve-payments.ts'

const HOUR_MS = 3_600_000
const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const

describe('a payment whose processor refuses inquiries', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const failures = async (reason: string) => {
    const name = `checkout_processor_failures_total{reason="${reason}"} `
    const line = (await api.metrics.text()).split('\n').find((line) => line.startsWith(name))
    return Number(line?.slice(name.length))
  }

  it.each([
    ['unknown', 'refused', SILENT, new ProcessorRefused('GET was refused with 403')],
    ['unknown', 'not_asked', SILENT, new ProcessorNotAsked('no token was given')],
    [
      'processing',
      'refused',
      { status: 'processing' },
      new ProcessorRefused('GET was refused with 403'),
    ],
  ] as const)(
    'stays %s, is never given up, and is counted as %s',
    async (status, reason, created, refusal) => {
      const open = await createTestSession(api)
      processor.script('createPayment', created)
      processor.script('inquire', refusal)
      await open.pay(SEALED_CARD)
      const [before, asked] = [await failures(reason), processor.count('inquire')]
      const canceled = processor.count('cancelPayment')
      for (let round = 0; round < 30; round += 1) {
        api.clock.advance(HOUR_MS)
        await resolvePayments(api.context)
      }
      expect(processor.count('inquire')).toBe(asked + 30)
      expect(await failures(reason)).toBe(before + 30)
      expect(processor.count('cancelPayment')).toBe(canceled)
      expect((await open.read()).payment).toMatchObject({ status })

      processor.script('inquire', SUCCEEDED)
      api.clock.advance(HOUR_MS)
      await resolvePayments(api.context)
      expect((await open.read()).paymentStatus).toBe('paid')
    },
  )
})
