import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import type { KnownPayment, Processor, ProcessorInquiry } from '../../processors/processor.ts'
import { prune } from '../installation/prune.ts'
import { resolvePayments } from './resolve-payments.ts'

const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const

/** A payment is paid once both `authorized` and `captured` are proved, in whatever order. */
function foldFacts({ facts }: KnownPayment): ProcessorInquiry {
  const proved = new Set(facts.map(({ code }) => code))
  if (proved.has('refused')) return { status: 'failed', declineCode: 'card_declined' }
  return proved.has('authorized') && proved.has('captured')
    ? SUCCEEDED
    : { status: 'not_known_yet' }
}

// tests guard: kept-facts

describe('a processor that is told, and cannot be asked', () => {
  const scripted = createScriptedProcessor()
  const processor: Processor = {
    ...scripted,
    isTold: true,
    inquire: async (_id, known) => foldFacts(known),
    async readNotification(rawBody) {
      return JSON.parse(rawBody) as { notificationId: string; paymentId: string }[]
    },
  }
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const send = async (body: object[]) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await api.fetch(new Request(`${API_URL}/processor/notifications`, request))).status
  }
  const begin = async () => {
    scripted.script('createPayment', { status: 'processing' })
    const open = await createTestSession(api)
    const paymentId = (await open.pay(SEALED_CARD)).as(Checkout).payment?.id ?? ''
    const fact = (code: string) => ({
      notificationId: `${paymentId} ${code}`,
      paymentId,
      facts: { code },
    })
    return { open, fact }
  }
  const look = async () => {
    api.clock.advance(5_000)
    await resolvePayments(api.context)
  }

  it.each([
    [['authorized', 'captured']],
    [['captured', 'authorized']],
    [['captured', 'captured', 'authorized']],
  ])('reaches one outcome by %j', async (codes) => {
    const { open, fact } = await begin()
    for (const code of codes) {
      expect((await open.read()).paymentStatus).toBe('processing')
      expect(await send([fact(code)])).toBe(204)
      await look()
    }
    expect((await open.read()).paymentStatus).toBe('paid')
    expect(scripted.count('cancelPayment')).toBe(0)
  })

  it('is told of several payments at once, and of some that are not ours', async () => {
    const [one, other] = [await begin(), await begin()]
    const foreign = { notificationId: 'f', paymentId: 'pay_0000000000000000000000', facts: {} }
    expect(
      await send([one.fact('authorized'), foreign, one.fact('captured'), other.fact('refused')]),
    ).toBe(204)
    expect(await send([])).toBe(204)
    await look()
    expect((await one.open.read()).paymentStatus).toBe('paid')
    expect((await other.open.look()).payment?.declineCode).toBe('card_declined')
  })

  it('is told of the rest after what it was told first is older than notifications are kept', async () => {
    const { open, fact } = await begin()
    expect(await send([fact('authorized')])).toBe(204)
    api.clock.advance(31 * 86_400_000)
    await prune(api.context)
    expect(await send([fact('captured')])).toBe(204)
    await look()
    expect((await open.look()).payment?.status).toBe('succeeded')
  })

  it('is told again about what was applied, and nothing happens', async () => {
    const { open, fact } = await begin()
    await send([fact('refused')])
    await look()
    const before = await open.read()
    for (let time = 0; time < 3; time++) expect(await send([fact('refused')])).toBe(204)
    expect(await open.read()).toEqual(before)
  })
})
