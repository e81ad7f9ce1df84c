import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventList } from '#contract/event.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import type { Answer } from '#proof/testing/caller.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD, type OpenSession } from '#proof/testing/shopper.ts'

/** Inputs that have broken other programs; here they are plain data. */
const HOSTILE = [
  "' or 1=1 --",
  '"; drop table sessions; --',
  '$$; abort; $$',
  '\\',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e',
  '\ufeff',
  '\r\nSet-Cookie: a=b',
  '${7*7}',
  '{{constructor.constructor("return 1")()}}',
  '<svg onload=alert(1)>',
  '../../etc/passwd',
  'https://store.example/\u0000',
  'https://store.example/\udfff',
  '{SESSION_ID}',
  '{reference}',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '1e309',
  '-0',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(5000),
  '𝕏'.repeat(300),
]
/** Each call that takes filters. */
const QUERIES = Object.entries<Operation>(OPERATIONS).flatMap(([id, operation]) => {
  const { query } = operation
  return query === undefined ? [] : [[id, { ...operation, query }] as const]
})
const VALUES: readonly unknown[] = [
  ...HOSTILE,
  0,
  -0,
  -1,
  0.1,
  1e21,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  5e-324,
  null,
  true,
  [],
  {},
  [[]],
  [{}],
  [null],
  { a: { b: { c: 1 } } },
]

/**
 * Variants of a valid body: each value, however deep, replaced by each of `VALUES`, and a field with
 * each of them added to each object.
 */
function* spoiled(good: object): Generator {
  for (const place of placesOf(good))
    for (const value of VALUES) {
      const body = structuredClone(good)
      put(body, place, value)
      yield body
    }
}

function placesOf(part: object, above: string[] = []): string[][] {
  return [
    [...above, 'added'],
    ...Object.entries(part).flatMap(([key, inner]: [string, unknown]) => [
      [...above, key],
      ...(typeof inner === 'object' && inner !== null ? placesOf(inner, [...above, key]) : []),
    ]),
  ]
}

function put(body: object, place: readonly string[], replacement: unknown): void {
  const last = place.at(-1) ?? ''
  let inner = body as Record<string, unknown>
  for (const key of place.slice(0, -1)) {
    const next = inner[key]
    if (typeof next !== 'object' || next === null) return
    inner = next as Record<string, unknown>
  }
  inner[last] = replacement
}

/** The test client checks every response against the contract; this checks that nothing breaks. */
describe('S-21 S-24 S-27: hostile input', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  let open: OpenSession
  let eventId: string
  beforeAll(async () => {
    api = await startTestApi({ processor })
    open = await createTestSession(api)
    await open.pay(SEALED_CARD)
    const { data } = (await api.merchant.get('/v1/events')).as(EventList)
    eventId = data[0]?.id ?? ''
  })
  afterAll(() => api.close())

  /** Collects the inputs that broke something; counts the accepted ones, to show that not all are refused early. */
  async function send<T>(inputs: Iterable<T>, call: (input: T) => Promise<Answer>) {
    const broken: T[] = []
    let accepted = 0
    for (const input of inputs) {
      const { status } = await call(input)
      if (status >= 500) broken.push(input)
      if (status < 300) accepted += 1
    }
    return { broken, accepted }
  }

  it('in a session', async () => {
    const good = { ...SESSION, merchantId: api.merchant.id }
    expect((await api.merchant.post('/v1/sessions', good)).status).toBe(201)
    const { broken, accepted } = await send(spoiled(good), (body) =>
      api.merchant.post('/v1/sessions', body),
    )
    expect(broken).toEqual([])
    expect(accepted).toBeGreaterThan(50)
  })

  it('in a payment', async () => {
    const good = { ...SEALED_CARD, installments: 1, customer: { email: 'a@b.example', name: 'x' } }
    const path = `${open.checkoutPath}/payments`
    let keys = 0
    const { broken, accepted } = await send(spoiled(good), (body) => {
      const key = `key-${(keys += 1)}`
      const sent = hasSealedCard(body) ? open.paymentOf(body, key) : body
      return api.checkout.post(path, sent, { 'idempotency-key': key })
    })
    expect(broken).toEqual([])
    // The session allows ten payments, one of which is made.
    expect(accepted).toBe(9)
  })

  it('in a cancellation, a refund or a replay', async () => {
    const paths = [
      `sessions/${open.id}/cancel`,
      `sessions/${open.id}/refunds`,
      `events/${eventId}/replay`,
    ]
    for (const path of paths) {
      const bodies = [...VALUES, ...spoiled({ amount: 1, reason: 'x' })]
      const { broken } = await send(bodies, (body) => api.merchant.post(`/v1/${path}`, body))
      expect(broken).toEqual([])
    }
  })

  it.each(QUERIES)(
    'S-146: in a query of %s, where NUL is a field that is wrong',
    async (id, operation) => {
      // Any cursor is taken: an unknown one means that any session may have changed.
      const opaque = id === 'listCheckoutChanges' ? 'after' : undefined
      const { caller, path, query } = operation
      const address = path.replace('{id}', open.id).replace('{reference}', open.reference)
      const isLargest = id === 'listSessions' || id === 'listEvents'
      const names = [
        ...Object.keys(query.shape),
        'metadata[cart]',
        'metadata[\u0000]',
        ...(isLargest ? HOSTILE : []),
      ]
      const by = caller === 'merchant' ? api.merchant : api.checkout
      const queries = names.flatMap((name) =>
        HOSTILE.map((text) => new URLSearchParams([[name.toWellFormed(), text.toWellFormed()]])),
      )
      const { broken } = await send(queries, (one) => by.get(`${address}?${one}`))
      expect(broken).toEqual([])
      for (const name of Object.keys(query.shape).filter((one) => one !== opaque)) {
        const { status } = await by.get(`${address}?${name}=a%00b`)
        expect({ name, status }).toEqual({ name, status: 422 })
      }
    },
  )

  it('in an id of the path', async () => {
    const ids = HOSTILE.map((text) => encodeURIComponent(text.toWellFormed()))
    const calls: ((id: string) => Promise<Answer>)[] = [
      (id) => api.merchant.get(`/v1/sessions/${id}x`),
      (id) => api.merchant.post(`/v1/sessions/${id}x/cancel`),
      (id) => api.merchant.get(`/v1/events/${id}x`),
      (id) => api.checkout.get(`/v1/checkout/${id}x`),
      (id) => api.checkout.post(`${open.checkoutPath}/payments/${id}x/action`),
    ]
    for (const call of calls) expect(await send(ids, call)).toEqual({ broken: [], accepted: 0 })
  })

  it('in a header', async () => {
    const body = { merchantId: api.merchant.id, amount: 1 }
    // Values that a header cannot carry cannot be sent.
    const texts = HOSTILE.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text))
    for (const name of [
      'idempotency-key',
      'accept',
      'x-request-id',
      'content-language',
      'cookie',
    ]) {
      const { broken } = await send(texts, (text) =>
        api.merchant.post('/v1/sessions', body, { [name]: text }),
      )
      expect(broken).toEqual([])
    }
  })
})

const SESSION = {
  currency: 'BRL',
  lineItems: [
    { name: 'x', quantity: 1, unitAmount: 5, imageUrl: 'https://a.example/b', description: 'y' },
  ],
  discounts: [{ label: 'x', amount: 1 }],
  shipping: { label: 'x', amount: 1 },
  tax: { label: 'x', amount: 1 },
  orderReference: 'A-1',
  description: 'x',
  customer: {
    email: 'a@b.example',
    name: 'x',
    phone: '+5511998765432',
    taxId: '52998224725',
    billingAddress: {
      line1: 'a',
      line2: 'b',
      district: 'b',
      city: 'c',
      state: 'd',
      postalCode: 'e',
      country: 'BR',
    },
  },
  collect: { name: 'required' },
  locale: 'pt-BR',
  paymentMethods: ['card', 'pix'],
  installments: {
    max: 3,
    minimumPerInstallment: 0,
    interestFree: 1,
    monthlyInterestBasisPoints: 1,
  },
  pix: { expiresInSeconds: 60 },
  boleto: { expiresInDays: 3 },
  expiresInSeconds: 60,
  successUrl: 'https://store.example/ok?s={SESSION_ID}',
  cancelUrl: 'https://store.example/cart',
  metadata: { a: 'b' },
}

/** Whether a body still has the card that the frame would put in an envelope. */
function hasSealedCard(body: unknown): body is typeof SEALED_CARD {
  const { method, card } = (body ?? {}) as { method?: unknown; card?: { encrypted?: unknown } }
  return method === 'card' && card?.encrypted === SEALED_CARD.card.encrypted
}
