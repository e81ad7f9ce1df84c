import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { Refund } from '#contract/refund.ts'
import {
  ProcessorNotAsked,
  ProcessorRefused,
  ProcessorSilent,
  type ProcessorOutcome,
} from '../../processors/processor.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { cardBody, createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { resolvePayments } from '../../service/payments/resolve-payments.ts'

const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const DECLINED = { status: 'failed', declineCode: 'card_declined' } as const
const PIX_CODE: ProcessorOutcome = {
  status: 'requires_action',
  action: { type: 'pix', brCode: '000201', expiresAt: '2026-11-20T18:00:00.000Z' },
}
const FAILURES_MAX = 5
const MINUTE_MS = 60_000

// tests guard: refused-fails

describe('R-48: the circuit breaker of a processor that is down', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor, breaksAtSilence: true })
  })
  beforeEach(async () => {
    // The processor answers again for a while, so that no circuit breaker is open.
    processor.script('createPayment', SUCCEEDED)
    api.clock.advance(MINUTE_MS)
    await (await createTestSession(api)).pay(SEALED_CARD)
    await (await createTestSession(api)).pay({ method: 'pix' })
  })
  afterAll(() => api.close())

  const payAnew = async () => (await createTestSession(api)).pay(SEALED_CARD)
  async function goDown(failures = FAILURES_MAX) {
    processor.script('createPayment', SILENT)
    for (let failure = 0; failure < failures; failure++) expect((await payAnew()).status).toBe(200)
  }
  const openNow = async () =>
    Number(
      /^checkout_processor_breakers_open\{method="card"\} (\d+)/m.exec(
        await api.metrics.text(),
      )?.[1],
    )

  it('opens after five failures in ten seconds; a refused request leaves no payment', async () => {
    await goDown()
    const open = await createTestSession(api)
    const asked = processor.count('createPayment')
    const refused = await open.pay(SEALED_CARD, { 'idempotency-key': 'key-1' })
    expect(refused.problem()).toMatchObject({ status: 503, code: 'payments_unavailable' })
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(processor.count('createPayment')).toBe(asked)
    expect(await api.sql('select id from payments where session_id = $1', open.id)).toEqual([])
    expect(await open.read()).toMatchObject({
      status: 'open',
      paymentStatus: 'unpaid',
      attempts: 0,
      payment: null,
    })
    expect(await open.notifications()).toEqual([])
    // The same key works once the processor is back.
    processor.script('createPayment', SUCCEEDED)
    api.clock.advance(10_000)
    const paid = await open.pay(SEALED_CARD, { 'idempotency-key': 'key-1' })
    expect(paid.as(Checkout).status).toBe('complete')
  })

  it('S-135: does not open at answers that say nothing of the payment, which is unknown', async () => {
    processor.script('createPayment', new ProcessorSilent('502 and no JSON', { hasAnswered: true }))
    for (let failure = 0; failure < 2 * FAILURES_MAX; failure++) {
      const view = (await payAnew()).as(Checkout)
      expect(view.payment?.status).toBe('unknown')
    }
    expect(await openNow()).toBe(0)
  })

  it('does not open for declines or occasional failures', async () => {
    processor.script('createPayment', DECLINED)
    for (let card = 0; card < 2 * FAILURES_MAX; card++) await payAnew()
    await goDown(FAILURES_MAX - 1)
    api.clock.advance(10_000)
    await goDown(FAILURES_MAX - 1)
    processor.script('createPayment', SUCCEEDED)
    expect((await payAnew()).as(Checkout).status).toBe('complete')
  })

  it('does not stop inquiries about payments without an answer', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', SILENT)
    const headers = { 'idempotency-key': 'key-1' }
    await open.pay(SEALED_CARD, headers)
    await goDown(FAILURES_MAX - 1)
    expect((await payAnew()).problem().code).toBe('payments_unavailable')
    // A started payment is returned for its repeated key.
    expect((await open.pay(SEALED_CARD, headers)).as(Checkout).payment?.status).toBe('unknown')
    processor.script('inquire', SUCCEEDED)
    api.clock.advance(2_000)
    await resolvePayments(api.context)
    expect((await open.look()).status).toBe('complete')
    expect((await payAnew()).problem().code).toBe('payments_unavailable')
  })

  it('half-open lets one of many through, and closes once that one is answered', async () => {
    await goDown()
    api.clock.advance(10_000)
    const { promise, resolve } = Promise.withResolvers<ProcessorOutcome>()
    processor.script('createPayment', promise)
    const asked = processor.count('createPayment')
    const sessions = await Promise.all(Array.from({ length: 10 }, () => createTestSession(api)))
    const answers = sessions.map((open) => open.pay(SEALED_CARD))
    let refused = 0
    for (const answer of answers)
      void answer.then(({ status }) => (refused += Number(status === 503)))
    await expect.poll(() => refused).toBe(9)
    expect(processor.count('createPayment') - asked).toBe(1)
    resolve(DECLINED)
    await Promise.all(answers)
    processor.script('createPayment', SUCCEEDED)
    expect((await payAnew()).as(Checkout).status).toBe('complete')
  })

  it('doubles its delay when that one is not answered, and operators see it', async () => {
    expect(await openNow()).toBe(0)
    await goDown()
    expect(await openNow()).toBe(1)
    api.clock.advance(10_000)
    expect((await payAnew()).as(Checkout).payment?.status).toBe('unknown')
    expect((await payAnew()).headers.get('retry-after')).toBe('20')
    processor.script('createPayment', SUCCEEDED)
    api.clock.advance(20_000)
    await payAnew()
    expect(await openNow()).toBe(0)
    const logged = api.logged.filter((line) => line.includes('"method":"card"')).slice(-3)
    expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the processor fails: no attempts for a while',
      'the processor fails: no attempts for a while',
      'the processor answers again',
    ])
  })

  it('leaves other payment methods open', async () => {
    await goDown()
    const open = await createTestSession(api)
    processor.script('createPayment', PIX_CODE)
    expect((await open.pay({ method: 'pix' })).as(Checkout).payment?.action?.type).toBe('pix')
    // The shopper's current payment is not canceled for a method that is unavailable.
    const replacePaymentId = (await open.look()).payment?.id ?? ''
    const refused = await open.pay({ ...SEALED_CARD, replacePaymentId })
    expect(refused.problem().code).toBe('payments_unavailable')
    expect((await open.look()).payment?.status).toBe('requires_action')
  })

  it('does not override another refusal', async () => {
    const paid = await createTestSession(api)
    await paid.pay(SEALED_CARD)
    await goDown()
    expect((await paid.pay(SEALED_CARD)).problem().code).toBe('already_paid')
    api.clock.advance(10_000)
    // Nor does such a request use up the half-open trial.
    expect((await paid.pay(SEALED_CARD)).problem().code).toBe('already_paid')
    processor.script('createPayment', SUCCEEDED)
    expect((await payAnew()).as(Checkout).status).toBe('complete')
  })

  it('S-114: opens for requests that were never made; each of those payments has failed', async () => {
    processor.script('createPayment', new ProcessorNotAsked('no connection'))
    for (let failure = 0; failure < FAILURES_MAX; failure++)
      expect((await payAnew()).as(Checkout).payment).toMatchObject({
        status: 'failed',
        declineCode: 'processing_error',
      })
    expect((await payAnew()).problem().code).toBe('payments_unavailable')
  })

  it.each([
    ['refuses requests as they were sent', new ProcessorRefused('cannot decrypt'), 'failed'],
    ['has a module that throws', new TypeError('a defect'), 'unknown'],
  ])('S-114: stays closed for a processor that %s', async (_, error, status) => {
    processor.script('createPayment', error)
    for (let failure = 0; failure < 2 * FAILURES_MAX; failure++)
      expect((await payAnew()).as(Checkout).payment?.status).toBe(status)
    expect(await openNow()).toBe(0)
    processor.script('createPayment', SUCCEEDED)
    expect((await payAnew()).as(Checkout).status).toBe('complete')
  })

  it('S-114: a refund that was refused as it was sent has failed', async () => {
    const open = await createTestSession(api)
    await open.pay(SEALED_CARD)
    processor.script('createRefund', new ProcessorRefused('no such amount'))
    const answer = await api.merchant.post(`/v1/sessions/${open.id}/refunds`)
    expect(answer.as(Refund).status).toBe('failed')
  })

  it('S-114: a payment that was refused as it was sent has failed, and another one may be made', async () => {
    const open = await createTestSession(api)
    processor.script('createPayment', new ProcessorRefused('cannot decrypt'))
    expect((await open.pay(SEALED_CARD)).as(Checkout)).toMatchObject({
      status: 'open',
      payment: { status: 'failed', declineCode: 'processing_error', retryable: true },
    })
    processor.script('createPayment', SUCCEEDED)
    expect((await open.pay(SEALED_CARD)).as(Checkout).status).toBe('complete')
  })
})

describe('S-135: one visitor closes nothing', () => {
  const processor = createScriptedProcessor()
  const probed = createScriptedProcessor({ hasProbe: true })
  const later: { ms: number; run: () => void }[] = []
  let without: TestApi
  let api: TestApi
  beforeAll(async () => {
    without = await startTestApi({ processor, breaksAtSilence: true })
    const after = (ms: number, run: () => void) => void later.push({ ms, run })
    api = await startTestApi({ processor: probed, breaksAtSilence: true, after })
  })
  beforeEach(() => {
    processor.script('createPayment', SILENT)
    probed.script('createPayment', SILENT)
  })
  afterAll(async () => {
    await without.close()
    await api.close()
  })

  const payFrom = async (network: number, at: TestApi) =>
    (await createTestSession(at)).pay({ ...SEALED_CARD, shopperNetwork: `203.0.113.${network}` })
  const networks = Array.from({ length: FAILURES_MAX }, (_, network) => network)
  async function goDown(at: TestApi) {
    for (const network of networks) expect((await payFrom(network, at)).status).toBe(200)
    expect((await payFrom(99, at)).problem().code).toBe('payments_unavailable')
  }

  it('stays closed for any number of sessions of four networks', async () => {
    for (let payment = 0; payment < 4 * FAILURES_MAX; payment++)
      expect((await payFrom(payment % 4, without)).status).toBe(200)
    processor.script('createPayment', SUCCEEDED)
    expect((await payFrom(9, without)).as(Checkout).status).toBe('complete')
  })

  it('is probed by the next payment of another network than those that fell silent', async () => {
    without.clock.advance(MINUTE_MS)
    await goDown(without)
    without.clock.advance(10_000)
    processor.script('createPayment', SUCCEEDED)
    const asked = processor.count('createPayment')
    for (const network of networks)
      expect((await payFrom(network, without)).headers.get('retry-after')).toBe('5')
    expect(processor.count('createPayment')).toBe(asked)
    expect((await payFrom(9, without)).as(Checkout).status).toBe('complete')
    expect((await payFrom(0, without)).as(Checkout).status).toBe('complete')
  })

  it("is probed by the module's probe, and by no payment", async () => {
    await goDown(api)
    const asked = probed.count('createPayment')
    api.clock.advance(MINUTE_MS)
    expect((await payFrom(9, api)).headers.get('retry-after')).toBe('5')
    expect(later.map(({ ms }) => Math.floor(ms / 10_000))).toEqual([1])
    probed.script('probe', SILENT)
    later.shift()?.run()
    await expect.poll(() => later.length).toBe(1)
    expect(later[0]?.ms).toSatisfy((ms: number) => ms >= 20_000 && ms < 24_000)
    expect((await payFrom(9, api)).problem().code).toBe('payments_unavailable')
    probed.script('probe', undefined)
    later.shift()?.run()
    await expect.poll(() => probed.count('probe')).toBe(2)
    expect(probed.count('createPayment')).toBe(asked)
    expect(later).toEqual([])
    probed.script('createPayment', SUCCEEDED)
    expect((await payFrom(9, api)).as(Checkout).status).toBe('complete')
  })

  it.each([
    ['a page of a firewall', new ProcessorSilent('502', { hasAnswered: true })],
    ['a refusal', new ProcessorRefused('403')],
    ['no request at all, but an answer', new ProcessorNotAsked('HTML', { hasAnswered: true })],
    ['a defect of the probe', new TypeError('a defect')],
  ])('is closed by %s', async (_, error) => {
    await goDown(api)
    probed.script('probe', error)
    later.shift()?.run()
    probed.script('createPayment', SUCCEEDED)
    await expect.poll(async () => (await payFrom(9, api)).status).toBe(200)
    expect(later).toEqual([])
  })
})

describe('R-48: in the sandbox', () => {
  const SILENT_CARD = '4000504000000003'
  const UNDECIDED_CARD = '4000504000000011'
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processorTimeoutMs: 1_000 })
  })
  afterAll(() => api.close())

  it("isolates merchants: one's silent test cards do not affect others, and decided payments stay decided", async () => {
    const { merchant } = api
    const other = await api.addMerchant()
    const silent = await cardBody(api, SILENT_CARD)
    const sessions = Array.from({ length: FAILURES_MAX }, () => createTestSession(api))
    const answers = (await Promise.all(sessions)).map((unpaid) => unpaid.pay(silent))
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
    const open = await createTestSession(api)
    expect((await open.payByCard('4242424242424242')).problem().code).toBe('payments_unavailable')
    const theirs = await createTestSession(api, {}, other)
    expect((await theirs.payByCard('4242424242424242')).as(Checkout).status).toBe('complete')
    const path = `/v1/sandbox/sessions/${open.id}/simulate`
    expect((await merchant.post(path, { outcome: 'pay' })).status).toBe(200)
  })

  it('is not opened by any number of undecided cards', async () => {
    const tester = await api.addMerchant()
    const undecided = await cardBody(api, UNDECIDED_CARD)
    for (let failure = 0; failure < 2 * FAILURES_MAX; failure++) {
      const view = (await (await createTestSession(api, {}, tester)).pay(undecided)).as(Checkout)
      expect(view.payment?.status).toBe('unknown')
    }
    const open = await createTestSession(api, {}, tester)
    expect((await open.payByCard('4242424242424242')).as(Checkout).status).toBe('complete')
  })

  it('is not opened by any number of simulated time-outs', async () => {
    const tester = await api.addMerchant()
    for (let failure = 0; failure < 2 * FAILURES_MAX; failure++) {
      const { id } = await createTestSession(api, {}, tester)
      const path = `/v1/sandbox/sessions/${id}/simulate`
      expect((await tester.post(path, { outcome: 'processor_timeout' })).status).toBe(200)
    }
    const open = await createTestSession(api, {}, tester)
    expect((await open.payByCard('4242424242424242')).as(Checkout).status).toBe('complete')
  })
})
