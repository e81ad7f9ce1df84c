import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { CheckoutClient, type Session } from '../client/index.ts'
import { exampleSession, MERCHANT_ID } from '../client/session.fixture.ts'
import { makeApiKey } from '../domain/api-key.ts'
import { signReturn } from '../domain/return-signature.ts'
import { CATALOG } from './catalog.ts'
import { createDemoStore } from './demo-store.ts'

const STORE = 'http://localhost:4244'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const now = new Date('2026-11-20T16:42:08.000Z')

/** The shop, with the real client of an API that opens a session per idempotency key. */
function openStore({ broken = false } = {}) {
  const sessions = new Map<string, Session>()
  const bodies: Record<string, unknown>[] = []
  const logged: string[] = []
  let time = now
  const client = new CheckoutClient(
    {
      apiKey: makeApiKey('sandbox', (length) => new Uint8Array(length).fill(7)),
      environment: 'sandbox',
      fetch: async (request) => {
        if (broken) throw new TypeError('fetch failed')
        if (request.method === 'GET') {
          const asked = [...sessions.values()].find(({ id }) => request.url.endsWith(id))
          return Response.json(asked)
        }
        const key = request.headers.get('idempotency-key') ?? ''
        const body = JSON.parse(await request.text())
        bodies.push(body)
        const id = `cs_${String(sessions.size + 1).padStart(22, '0')}`
        const url = `http://localhost:4242/c/${'0'.repeat(32)}${sessions.size + 1}`
        const made = exampleSession({ id, url, orderReference: body.orderReference })
        const session = sessions.get(key) ?? made
        sessions.set(key, session)
        return Response.json(session, { status: 201 })
      },
    },
    { sleep: async () => {} },
  )
  let orders = 0
  const store = createDemoStore({
    client,
    merchantId: MERCHANT_ID,
    webhookSecret: secret,
    storeUrl: STORE,
    checkoutUrl: 'http://localhost:4242',
    clock: () => time,
    random: (length) => new Uint8Array(length).fill(++orders),
    log: (message) => logged.push(message),
  })
  const get = async (path: string) => store.fetch(new Request(STORE + path))
  const text = async (path: string) => (await get(path)).text()
  const post = async (path: string, form: Record<string, string> = {}) =>
    store.fetch(new Request(STORE + path, { method: 'POST', body: new URLSearchParams(form) }))

  async function notify(
    session: Session,
    {
      id = 'evt_0350qmKLMuJ9K1lrKhvHIu',
      type = 'session.completed',
      sequence = 2,
      key = secret,
    } = {},
  ) {
    const body = JSON.stringify({
      id,
      type,
      timestamp: now.toISOString(),
      environment: 'sandbox',
      sequence,
      data: { session },
    })
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(time.getTime() / 1000),
      'webhook-signature': new Webhook(key).sign(id, time, body),
    }
    return store.fetch(new Request(`${STORE}/webhooks`, { method: 'POST', body, headers }))
  }

  /** Buys a shirt; answers its order's number and its session. */
  async function buy() {
    await post('/orders', { product: 'linen-shirt' })
    const [id, session] = [...sessions].at(-1) ?? []
    if (id === undefined || session === undefined) throw new Error('no session was opened')
    return { id, session, page: `/orders/${id}` }
  }

  async function arrive(order: { page: string; session: Session }, status: string) {
    const target = STORE + order.page
    const url = await signReturn({
      target,
      sessionId: order.session.id,
      status,
      timestamp: time,
      secret,
    })
    return url.slice(STORE.length)
  }

  return {
    get,
    text,
    post,
    notify,
    buy,
    arrive,
    sessions,
    bodies,
    logged,
    pass: (seconds: number) => {
      time = new Date(time.getTime() + seconds * 1000)
    },
  }
}

const paid = { status: 'complete', paymentStatus: 'paid' } as const

describe('the shelf', () => {
  it('sells every product with a plain form', async () => {
    const page = await openStore().text('/')
    for (const product of CATALOG) {
      expect(page).toContain(product.name)
      expect(page).toContain(`value="${product.slug}"`)
    }
    expect(page).toContain('R$\u00a0259,90')
  })

  it('has a page and a picture for each', async () => {
    const { get, text } = openStore()
    for (const { slug, variants } of CATALOG) {
      const page = await text(`/products/${slug}`)
      for (const variant of variants) expect(page).toContain(`value="${variant}"`)
      const picture = await get(`/assets/${slug}.svg`)
      expect(picture.headers.get('content-type')).toContain('image/svg+xml')
    }
  })

  it.each([
    '/products/hat',
    '/orders/V-0',
    '/assets/order.ts',
    '/assets/..%2forder.ts',
    '/nothing',
  ])('has no %s', async (path) => {
    expect((await openStore().get(path)).status).toBe(404)
  })
})

describe('POST /orders', () => {
  it('opens a payment page and sends the shopper there', async () => {
    const { post, bodies, sessions } = openStore()
    const answer = await post('/orders', {
      product: 'beach-towel',
      variant: 'Sea stripe',
      quantity: '2',
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://localhost:4242/c/${'0'.repeat(32)}1`)
    expect([...sessions.keys()]).toEqual(['V-111111111111'])
    expect(bodies).toEqual([
      {
        merchantId: MERCHANT_ID,
        currency: 'BRL',
        amount: 23800,
        lineItems: [
          {
            name: 'Beach towel',
            description: 'Sea stripe',
            quantity: 2,
            unitAmount: 11900,
            imageUrl: `${STORE}/assets/beach-towel.svg`,
          },
        ],
        orderReference: 'V-111111111111',
        locale: 'auto',
        paymentMethods: ['card', 'pix', 'boleto'],
        installments: {
          max: 12,
          minimumPerInstallment: 500,
          interestFree: 3,
          monthlyInterestBasisPoints: 199,
        },
        successUrl: `${STORE}/orders/V-111111111111`,
        cancelUrl: `${STORE}/orders/V-111111111111`,
      },
    ])
  })

  it.each([
    ['no product', {}],
    ['a product that it does not sell', { product: 'hat' }],
    ['a variant that it does not sell', { product: 'linen-shirt', variant: 'Huge' }],
    ['none', { product: 'linen-shirt', quantity: '0' }],
    ['too many', { product: 'linen-shirt', quantity: '6' }],
  ])('refuses %s', async (_name, form) => {
    const { post, sessions } = openStore()
    expect((await post('/orders', form as Record<string, string>)).status).toBe(422)
    expect(sessions.size).toBe(0)
  })

  it('says so when the checkout does not answer', async () => {
    const { post, logged } = openStore({ broken: true })
    const answer = await post('/orders', { product: 'linen-shirt' })
    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('Nothing was charged')
    expect(logged).toEqual(['demo store: No answer from http://localhost:4243.'])
  })
})

describe("an order's page", () => {
  it('waits until the notification comes, then says paid and what proved it', async () => {
    const store = openStore()
    const order = await store.buy()
    expect(await store.text(order.page)).toMatch(/Waiting for payment[^]*waiting\.js/)
    expect((await store.notify({ ...order.session, ...paid })).status).toBe(204)
    const page = await store.text(order.page)
    expect(page).toContain('Paid')
    expect(page).toContain('Notification signature verified')
    expect(page).toContain('evt_0350qmKLMuJ9K1lrKhvHIu')
    expect(page).not.toContain('waiting.js')
  })

  it('says that the arrival was verified, and does not yet believe that it was paid', async () => {
    const store = openStore()
    const order = await store.buy()
    const page = await store.text(await store.arrive(order, 'complete'))
    expect(page).toContain('Arrival signature verified')
    expect(page).toContain('Confirming the payment')
    expect(page).not.toContain('Continue to payment')
  })

  it('offers to pay to those who came back without', async () => {
    const store = openStore()
    const order = await store.buy()
    expect(await store.text(await store.arrive(order, 'canceled'))).toMatch(
      /came back without paying[^]*Pay this order/,
    )
    store.sessions.set(order.id, { ...order.session, status: 'canceled' })
    const again = await store.post(`${order.page}/payment-page`)
    expect(again.headers.get('location')).toMatch(/2$/)
    expect([...store.sessions.keys()]).toEqual([order.id, `${order.id}-2`])
  })

  it('leads back to a page that is still open', async () => {
    const store = openStore()
    const order = await store.buy()
    const again = await store.post(`${order.page}/payment-page`)
    expect(again.headers.get('location')).toBe(order.session.url)
    expect(store.sessions.size).toBe(1)
  })

  it('refuses an arrival that is too old, and says why', async () => {
    const store = openStore()
    const order = await store.buy()
    const arrival = await store.arrive(order, 'complete')
    store.pass(3601)
    expect(await store.text(arrival)).toMatch(/Arrival signature refused[^]*too_old/)
  })

  it('refuses an arrival that a shopper made up', async () => {
    const store = openStore()
    const order = await store.buy()
    const arrival = await store.arrive(order, 'canceled')
    const page = await store.text(arrival.replace('canceled', 'complete'))
    expect(page).toMatch(/Arrival signature refused[^]*no_match/)
    expect(page).not.toContain('Confirming the payment')
  })

  it('refuses an arrival of a session that is not its own', async () => {
    const store = openStore()
    const [one, other] = [await store.buy(), await store.buy()]
    const arrival = await store.arrive({ page: one.page, session: other.session }, 'complete')
    expect(await store.text(arrival)).toMatch(/Arrival signature refused[^]*other_order/)
  })

  it('has a version that changes with its news', async () => {
    const store = openStore()
    const order = await store.buy()
    const before = await store.text(`${order.page}/version`)
    await store.notify({ ...order.session, ...paid })
    expect(await store.text(`${order.page}/version`)).not.toBe(before)
    expect(await store.text(order.page)).toContain('data-version="paid-1"')
  })
})

describe('POST /webhooks', () => {
  it('refuses what it cannot verify', async () => {
    const store = openStore()
    const order = await store.buy()
    const answer = await store.notify(
      { ...order.session, ...paid },
      { key: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ reason: 'no_match' })
    expect(await store.text(order.page)).toContain('Waiting for payment')
  })

  it('handles a repeated notification once', async () => {
    const store = openStore()
    const order = await store.buy()
    for (const _ of [1, 2, 3]) await store.notify({ ...order.session, ...paid })
    expect(await store.text(`${order.page}/version`)).toBe('{"version":"paid-1"}')
  })

  it('is not fooled by an older notification that comes later', async () => {
    const store = openStore()
    const order = await store.buy()
    await store.notify({ ...order.session, ...paid }, { id: 'evt_0350qmKLMuJ9K1lrKhvHI2' })
    await store.notify(order.session, {
      id: 'evt_0350qmKLMuJ9K1lrKhvHI1',
      type: 'payment.failed',
      sequence: 1,
    })
    expect(await store.text(order.page)).toContain('Paid')
  })

  it('acknowledges what is about an order that it does not know', async () => {
    const answer = await openStore().notify(exampleSession({ orderReference: 'V-0' }))
    expect(answer.status).toBe(204)
  })
})

describe('every answer', () => {
  it.each(['/', '/products/linen-shirt', '/assets/waiting.js', '/nothing'])(
    'of %s has the strict headers',
    async (path) => {
      const { headers } = await openStore().get(path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self' http://localhost:4242; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe(
        path.startsWith('/assets') ? 'public, max-age=300' : 'no-store',
      )
    },
  )

  it('holds no HTML of a request', async () => {
    const { text, buy } = openStore()
    const { page } = await buy()
    expect(await text(`${page}?session_id=<script>alert(1)</script>`)).not.toContain(
      '<script>alert',
    )
  })
})
