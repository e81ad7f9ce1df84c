import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { type Processor, ProcessorSilent } from '#server/processors/processor.ts'
import { startTestApi, type TestApi, type TestMerchant } from '../testing/api.ts'
import { deliverAll } from '../testing/deliver-all.ts'
import { type NameServer, type Outage, startNameServer, TYPE_A } from '../testing/name-server.ts'
import { createScriptedProcessor } from '../testing/scripted-processor.ts'
import { createTestSession, type OpenSession, SEALED_CARD } from '../testing/shopper.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { createResolveHost, type ResolveHost } from '#server/outgoing/resolve-host.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'

const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const FAILURES_MAX = 5
const MINUTE_MS = 60_000
const OUTAGES: readonly Outage[] = ['fails', 'knows nothing', 'is silent']

describe('R-46: while the name server', { timeout: 120_000 }, () => {
  const processor = createScriptedProcessor()
  let names: NameServer
  let receiver: WebhookReceiver
  let api: TestApi
  let merchant: TestMerchant
  let lookup: ResolveHost

  beforeAll(async () => {
    names = await startNameServer({
      'shop.example': { [TYPE_A]: [[127, 0, 0, 1]] },
      'processor.example': { [TYPE_A]: [[127, 0, 0, 1]] },
    })
    lookup = createResolveHost({ servers: [names.address], timeoutMs: 1000 })
    receiver = await startWebhookReceiver()
    api = await startTestApi({
      processor: atName(processor, () => lookup('processor.example')),
      breaksAtSilence: true,
      lookup,
    })
    const callbackUrl = receiver.url.replace('127.0.0.1', 'shop.example')
    merchant = await api.addMerchant({ callbackUrl })
  })
  afterAll(async () => {
    await api?.close()
    await receiver?.[Symbol.asyncDispose]()
    names?.close()
  })
  beforeEach(() => {
    processor.script('createPayment', SUCCEEDED)
    processor.script('inquire', { status: 'not_found' })
  })

  const open = () => createTestSession(api, {}, merchant)
  const eventsOf = ({ id }: OpenSession) =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: { session: { id: string } } })
      .filter(({ data }) => data.session.id === id)
      .map(({ type }) => type)
  async function later(): Promise<void> {
    api.clock.advance(MINUTE_MS)
    await resolvePayments(api.context)
    await deliverAll(api.context, lookup)
  }

  it.each(OUTAGES)(
    '%s, nothing is lost, charged twice or delayed, and all arrives afterwards',
    async (outage) => {
      const before = await open()
      expect((await before.pay(SEALED_CARD)).as(Checkout).status).toBe('complete')

      names.outage = outage
      const counts = { names: names.asked, charged: processor.count('createPayment') }
      const [paidDuring] = await Promise.all(Array.from({ length: FAILURES_MAX }, pay))
      // The circuit breaker is open: later payments are refused at once, without a trace.
      const late = await open()
      const refused = await late.pay(SEALED_CARD)
      expect(refused.problem()).toMatchObject({ status: 503, code: 'payments_unavailable' })
      expect((await late.read()).attempts).toBe(0)
      // Calls without name resolution go on.
      expect((await merchant.post(`/v1/sessions/${late.id}/cancel`)).status).toBe(200)
      await later()
      expect(names.asked).toBeGreaterThan(counts.names)
      expect(eventsOf(before)).toEqual([])
      expect((await paidDuring?.look())?.payment?.status).toBe('unknown')
      expect(api.logged.join()).toContain('name_not_found')

      names.outage = null
      await later()
      await later()
      // The events may arrive in any order, since each delivery is retried by itself.
      expect(eventsOf(before).toSorted()).toEqual(['payment.succeeded', 'session.completed'])
      expect(eventsOf(late)).toEqual(['session.canceled'])
      expect(processor.count('createPayment')).toBe(counts.charged)
      // The payment never reached the processor: the shopper may pay again.
      expect((await paidDuring?.look())?.payment?.status).toBe('failed')
      expect((await paidDuring?.pay(SEALED_CARD))?.as(Checkout).status).toBe('complete')
      expect(processor.count('createPayment')).toBe(counts.charged + 1)
    },
  )

  /** Pays while the processor's name cannot be resolved; the payment's outcome is then unknown. */
  async function pay(): Promise<OpenSession> {
    const session = await open()
    const answer = (await session.pay(SEALED_CARD)).as(Checkout)
    expect(answer).toMatchObject({ paymentStatus: 'processing', payment: { status: 'unknown' } })
    return session
  }
})

/** A processor behind a DNS name: an unresolved name counts as no response. */
function atName(processor: Processor, find: () => Promise<unknown>): Processor {
  const found = async <T>(call: () => Promise<T>): Promise<T> => {
    await find().catch((cause: unknown) => {
      throw new ProcessorSilent('the processor has no address', { cause })
    })
    return call()
  }
  return {
    ...processor,
    createPayment: (payment) => found(() => processor.createPayment(payment)),
    inquire: (paymentId, known) => found(() => processor.inquire(paymentId, known)),
  }
}
