import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { Refund } from '#contract/refund.ts'
import { createSearch } from '#proof/campaigns/canary/search.ts'
import { scan } from '#proof/campaigns/canary/scan.ts'
import { createSecretBook } from '#proof/campaigns/canary/secrets.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { deliverAll } from '#proof/testing/deliver-all.ts'
import {
  spanTree,
  startOtlpReceiver,
  type OtlpReceiver,
  type ReceivedSpan,
} from '#proof/testing/otlp-receiver.ts'
import { createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { expireSessions } from '../service/sessions/expire-sessions.ts'
import { ATTRIBUTES } from './attributes.ts'
import { createCurrentSpan } from './current-span.ts'
import { openTracer, type OpenedTracer } from './otlp/open-tracer.ts'

const CARD = '4242424242424242'
const DECLINED = '4000000000000002'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const RETRY_MS = 3_600_000
const CITY = 'Xanxerê'
const STREET = 'Rua das Canelas Velhas 4711'
const PERSON = {
  name: 'Cândida Örtel-Vasconcelos',
  email: 'candida.ortel@canary.example',
  taxId: '529.982.247-25',
  phone: '+5511987650123',
}

describe('the traces of a purchase', () => {
  const book = createSecretBook()
  let api: TestApi
  let collector: OtlpReceiver
  let shop: WebhookReceiver
  let traces: OpenedTracer
  let card: OpenSession
  let pix: OpenSession
  let declined: OpenSession
  let spans: ReceivedSpan[]
  let ended: Record<'refund' | 'card' | 'pix', string>

  beforeAll(async () => {
    collector = await startOtlpReceiver()
    shop = await startWebhookReceiver()
    traces = openTracer(
      {
        url: `${collector.url}/v1/traces`,
        headers: { 'x-collector-key': 'secret' },
        resource: { 'service.name': 'checkout-test' },
        sampler: { name: 'parentbased_always_on', ratio: 1 },
      },
      {
        currentSpan: createCurrentSpan(),
        random: (length) => crypto.getRandomValues(new Uint8Array(length)),
        losses: { dropped: (count, loss) => expect.unreachable(`${count} spans: ${loss}`) },
      },
    )
    api = await startTestApi({ tracer: traces.tracer })
    const billingAddress = {
      line1: STREET,
      city: CITY,
      state: 'SC',
      postalCode: '89820-000',
      country: 'BR',
    }
    const shopper = { customer: { ...PERSON, billingAddress } }
    const callbackUrl = `${shop.url}?token=canary-of-the-callback`
    const merchant = await api.addMerchant({ callbackUrl, name: 'Loja da Cândida' })

    shop.answer = (_, response) => response.writeHead(500).end('broken for Cândida')
    card = await createTestSession(api, { ...shopper, orderReference: 'canary-order' }, merchant)
    await card.payByCard(CARD, { traceparent: `00-${TRACE}-${PARENT}-01` })
    await deliverAll(api.context)
    shop.answer = (_, response) => response.writeHead(204).end()
    api.clock.advance(RETRY_MS)
    await deliverAll(api.context)

    declined = await createTestSession(api, shopper, merchant)
    await declined.payByCard(DECLINED)
    pix = await createTestSession(api, shopper, merchant)
    await pix.pay({ method: 'pix' })
    api.clock.advance(15_000)
    await api.simulation.runDue()
    const refund = await merchant.post(`/v1/sessions/${card.id}/refunds`, { reason: 'de Cândida' })
    await deliverAll(api.context)
    ended = {
      refund: refund.as(Refund).status,
      card: (await card.look()).paymentStatus,
      pix: (await pix.look()).status,
    }
    await api.anyone.get(`/v1/sessions/${card.id}`, { traceparent: `00-${TRACE}-${PARENT}-01` })
    await api.checkout.get(`/v1/checkout/${card.reference}`, {
      tracestate: 'canary=state',
      baggage: 'canary=baggage',
      traceparent: 'not-a-traceparent',
    })
    api.clock.advance(7 * 86_400_000)
    while (await expireSessions(api.context));
    await traces.close()
    spans = collector.spans()

    for (const [name, value] of Object.entries({ ...PERSON, CITY, STREET }))
      book.add(name, 'person', value)
    book.add('digits of the tax id', 'person', PERSON.taxId.replaceAll(/\D/g, ''))
    for (const number of [CARD, DECLINED]) book.add(number, 'card number', number)
    for (const { reference } of [card, pix, declined]) book.add(reference, 'reference', reference)
    book.add('key of the merchant', 'api key', merchant.apiKey)
    book.add('secret of the merchant', 'webhook secret', merchant.webhookSecret)
    book.add('key of the collector', 'password', 'x-collector-key')
    book.add('host of the callback', 'person', new URL(shop.url).host)
    for (const text of [
      'canary',
      'Cândida',
      'Maria Silva',
      'Loja São João',
      'select ',
      'insert into',
      ' where ',
    ])
      book.add(text, 'person', text)
  }, 60_000)
  afterAll(async () => {
    await api.close()
    await collector[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  })

  const isStatement = ({ attributes }: ReceivedSpan) => attributes['db.system.name'] !== undefined
  const named = (name: string) => spans.filter((span) => span.name === name)
  const inTrace = (traceId: string) =>
    spans.filter((span) => span.traceId === traceId && !isStatement(span))

  it('are of a card that was refunded, and of a Pix that was paid', () => {
    expect(ended).toEqual({ refund: 'succeeded', card: 'refunded', pix: 'complete' })
  })

  it('come as protobuf to the path of traces, with the headers and the name of the service', () => {
    expect(collector.requests.length).toBeGreaterThan(0)
    for (const { path, headers } of collector.requests) {
      expect(path).toBe('/v1/traces')
      expect(headers).toMatchObject({
        'content-type': 'application/x-protobuf',
        'x-collector-key': 'secret',
      })
    }
    for (const resource of collector.resources())
      expect(resource).toEqual({ 'service.name': 'checkout-test' })
  })

  it("continue the trace of a known caller: the payment, the processor's call, the first attempt of each delivery", () => {
    expect(spanTree(inTrace(TRACE))).toBe(
      [
        'POST /v1/checkout/{reference}/payments',
        '  processor createPayment',
        '  deliver payment.succeeded',
        '  deliver session.completed',
      ].join('\n'),
    )
    const [payment] = named('POST /v1/checkout/{reference}/payments')
    expect(payment).toMatchObject({
      parentSpanId: PARENT,
      kind: 'SPAN_KIND_SERVER',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/checkout/{reference}/payments',
        'http.response.status_code': 200,
        'checkout.operation': 'createPayment',
        'checkout.caller': 'checkout',
        'checkout.request.id': expect.stringMatching(/^req_\w+$/),
      },
    })
  })

  it('say of a call of the processor which account and operation it was, and how it ended', () => {
    const outcomes = named('processor createPayment').map(({ kind, attributes }) => ({
      kind,
      ...attributes,
    }))
    expect(outcomes).toMatchObject([
      { 'checkout.processor.outcome': 'succeeded', 'checkout.payment.method': 'card' },
      { 'checkout.processor.outcome': 'failed' },
      { 'checkout.processor.outcome': 'requires_action', 'checkout.payment.method': 'pix' },
    ])
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        kind: 'SPAN_KIND_CLIENT',
        'checkout.processor.account': api.context.processor.name,
        'checkout.processor.operation': 'createPayment',
        'checkout.payment.id': expect.stringMatching(/^pay_\w+$/),
      })
    expect(named('processor createRefund')[0]?.attributes).toMatchObject({
      'checkout.refund.id': expect.stringMatching(/^re_\w+$/),
      'checkout.processor.outcome': 'succeeded',
    })
  })

  it('tell failed attempts from the next, which begin a trace with a link to the cause', () => {
    const [cause] = named('POST /v1/checkout/{reference}/payments')
    const attempts = named('deliver session.completed').filter(
      ({ attributes }) => attributes['checkout.session.id'] === card.id,
    )
    expect(attempts).toHaveLength(2)
    const [first, second] = attempts
    expect(first).toMatchObject({
      traceId: TRACE,
      parentSpanId: cause?.spanId,
      status: { code: 'STATUS_CODE_ERROR' },
      attributes: {
        'checkout.delivery.attempt': 1,
        'checkout.delivery.outcome': 'retry',
        'http.response.status_code': 500,
        'error.type': '500',
      },
    })
    expect(second).toMatchObject({
      parentSpanId: '',
      links: [{ traceId: TRACE, spanId: cause?.spanId }],
      status: { code: 'STATUS_CODE_UNSET' },
      attributes: {
        'checkout.delivery.attempt': 2,
        'checkout.delivery.outcome': 'delivered',
        'http.response.status_code': 204,
      },
    })
    expect(second?.traceId).not.toBe(TRACE)
  })

  it("begin with a processor's notification, which leads to its deliveries", () => {
    const [completed] = named('deliver session.completed').filter(
      ({ attributes }) => attributes['checkout.session.id'] === pix.id,
    )
    expect(spanTree(inTrace(completed?.traceId ?? ''))).toMatch(
      /^(POST \/processor\/notifications\/\{account\}|resolve payment)\n/,
    )
  })

  it('name statements below what makes them, and transactions', () => {
    const [payment] = named('POST /v1/checkout/{reference}/payments')
    const [refund] = named('POST /v1/sessions/{id}/refunds')
    const statementsOf = (traceId?: string) =>
      spans.filter((span) => span.traceId === traceId && isStatement(span))
    const ofPayment = statementsOf(payment?.traceId)
    const ofRefund = statementsOf(refund?.traceId)
    expect(ofPayment.map(({ name }) => name)).toContain('settle payment')
    expect(ofRefund.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['transaction', 'insert event']),
    )
    const statements = [...ofPayment, ...ofRefund]
    for (const { name, parentSpanId, attributes } of statements) {
      expect(parentSpanId).not.toBe('')
      expect(attributes).toEqual({
        'db.system.name': 'postgresql',
        ...(name !== 'transaction' && { 'db.query.summary': name }),
      })
    }
  })

  it('have one for the sessions that expired together', () => {
    const [expired] = named('expire sessions').filter((span) => !isStatement(span))
    expect(expired?.attributes).toEqual({})
    expect(expired?.parentSpanId).toBe('')
  })

  it('have none for who has no key, and a new one for a malformed traceparent', () => {
    expect(named('GET /v1/sessions/{id}')).toEqual([])
    const last = named('GET /v1/checkout/{reference}').at(-1)
    expect(last).toMatchObject({ parentSpanId: '' })
    expect(last?.traceId).not.toBe(TRACE)
  })

  it('S-115: hold nothing but what is on the list, and no person, secret, link or SQL in any encoding', () => {
    const keys = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)))
    for (const key of keys) expect(ATTRIBUTES).toContain(key)
    for (const { status } of spans) expect(status.message ?? '').toBe('')
    const search = createSearch(book.all)
    for (const { body } of collector.requests)
      expect(scan({ sink: 'traces', name: 'request', bytes: body }, search)).toEqual([])
  })

  it('S-115: would show a leak, wherever in a request it is', () => {
    const search = createSearch(book.all)
    const [{ body } = { body: Buffer.of() }] = collector.requests
    const leak = Buffer.concat([body.subarray(0, 99), Buffer.from(PERSON.taxId), body.subarray(99)])
    const found = scan({ sink: 'traces', name: 'request', bytes: leak }, search)
    expect(found.map(({ secret }) => secret)).toEqual(['taxId'])
  })

  it('are not passed on to merchants', () => {
    expect(shop.received.length).toBeGreaterThan(5)
    for (const { headers } of shop.received) {
      expect(headers).not.toHaveProperty('traceparent')
      expect(headers).not.toHaveProperty('tracestate')
    }
    expect(Checkout.shape).not.toHaveProperty('traceparent')
  })
})
