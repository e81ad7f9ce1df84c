import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeApiKey } from '../domain/api-key.ts'
import { CheckoutClient } from './checkout-client.ts'
import { CheckoutConnectionError, CheckoutError } from './errors.ts'
import { exampleSession, MERCHANT_ID, SESSION_ID } from './session.fixture.ts'

const apiKey = makeApiKey('sandbox', (length) => new Uint8Array(length).fill(7))
const PAYMENT_ID = 'pay_0350qmKLMuJ9K1lrKhvHIu'
const REFERENCE = '0123456789ABCDEFGHIJKLMNOPQRSTUVW'
const body = { merchantId: MERCHANT_ID, amount: 25990, currency: 'BRL' }

function problem(status: number, code: string, headers: Record<string, string> = {}) {
  const document = { type: '/docs', title: code, status, detail: 'Why.', code, requestId: 'req_1' }
  return Response.json(document, {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })
}

interface Sent {
  method: string
  url: URL
  headers: Headers
  redirect: string
  body: string
}

/** A client of an API that answers from the list, one after the other, and remembers what it was asked. */
function clientOf(answers: (() => Response | Promise<Response>)[]) {
  const requests: Sent[] = []
  const delaysMs: number[] = []
  const api = new Hono()
  api.all('*', async (context) => {
    requests.push({
      method: context.req.method,
      url: new URL(context.req.url),
      headers: context.req.raw.headers,
      redirect: context.req.raw.redirect,
      body: await context.req.text(),
    })
    const answer = answers[requests.length - 1]
    if (answer === undefined) throw new Error('was called once more than expected')
    return answer()
  })
  api.onError((error) => {
    throw error
  })
  let made = 0
  const client = new CheckoutClient(
    { apiKey, baseUrl: 'https://api.example/', timeoutMs: 1000, fetch: api.fetch },
    {
      sleep: async (delayMs) => void delaysMs.push(delayMs),
      random: () => 0,
      newIdempotencyKey: () => `made-${++made}`,
    },
  )
  return { client, requests, delaysMs }
}

const session = () => Response.json(exampleSession(), { status: 201 })
const refused = () => {
  throw new TypeError('fetch failed')
}

describe('a call', () => {
  it('carries the key, the body and an idempotency key of its own', async () => {
    const { client, requests } = clientOf([session])
    expect(await client.sessions.create(body)).toEqual(exampleSession())
    expect(requests).toHaveLength(1)
    const [request] = requests
    expect(request?.method).toBe('POST')
    expect(request?.url.href).toBe('https://api.example/v1/sessions')
    expect(request?.headers.get('x-api-key')).toBe(apiKey)
    expect(request?.headers.get('content-type')).toBe('application/json')
    expect(request?.headers.get('idempotency-key')).toBe('made-1')
    expect(JSON.parse(request?.body ?? '')).toEqual(body)
  })

  it('never follows a redirect, which would carry the key along', async () => {
    const { client, requests } = clientOf([session])
    await client.sessions.create(body)
    expect(requests[0]?.redirect).toBe('manual')
  })

  it('keeps the idempotency key that it is given', async () => {
    const { client, requests } = clientOf([session])
    await client.sessions.create(body, { idempotencyKey: 'order-7' })
    expect(requests[0]?.headers.get('idempotency-key')).toBe('order-7')
  })

  it('sends no idempotency key where it would mean nothing', async () => {
    const { client, requests } = clientOf([session])
    await client.sessions.get(SESSION_ID)
    expect(requests[0]?.headers.has('idempotency-key')).toBe(false)
    expect(requests[0]?.headers.has('content-type')).toBe(false)
  })

  it.each([
    [
      'sessions.get',
      (c: CheckoutClient) => c.sessions.get(SESSION_ID),
      `GET /v1/sessions/${SESSION_ID}`,
    ],
    [
      'sessions.list',
      (c: CheckoutClient) => c.sessions.list({ limit: 5, status: 'open' }),
      'GET /v1/sessions?limit=5&status=open',
    ],
    [
      'sessions.cancel',
      (c: CheckoutClient) => c.sessions.cancel(SESSION_ID),
      `POST /v1/sessions/${SESSION_ID}/cancel`,
    ],
    [
      'sessions.refund',
      (c: CheckoutClient) => c.sessions.refund(SESSION_ID),
      `POST /v1/sessions/${SESSION_ID}/refunds`,
    ],
    ['events.list', (c: CheckoutClient) => c.events.list(), 'GET /v1/events'],
    [
      'checkout.read',
      (c: CheckoutClient) => c.checkout.read(REFERENCE, { afterVersion: 3, waitSeconds: 20 }),
      `GET /v1/checkout/${REFERENCE}?afterVersion=3&waitSeconds=20`,
    ],
    [
      'checkout.pay',
      (c: CheckoutClient) => c.checkout.pay(REFERENCE, { method: 'pix' }),
      `POST /v1/checkout/${REFERENCE}/payments`,
    ],
    [
      'checkout.completeAction',
      (c: CheckoutClient) => c.checkout.completeAction(REFERENCE, PAYMENT_ID),
      `POST /v1/checkout/${REFERENCE}/payments/${PAYMENT_ID}/action`,
    ],
    [
      'checkout.cancel',
      (c: CheckoutClient) => c.checkout.cancel(REFERENCE),
      `POST /v1/checkout/${REFERENCE}/cancel`,
    ],
  ])('%s goes to its address', async (_name, make, address) => {
    const { client, requests } = clientOf([() => problem(404, 'not_found')])
    await expect(make(client)).rejects.toThrow(CheckoutError)
    const [request] = requests
    expect(`${request?.method} ${request?.url.pathname}${request?.url.search}`).toBe(address)
  })

  it.each(['', '..', 'cs_0350qmKLMuJ9K1lrKhvHIu/cancel', 'cs_short'])(
    'refuses %j as an id before it sends anything',
    async (id) => {
      const { client, requests } = clientOf([])
      await expect(client.sessions.get(id)).rejects.toThrow(/id must be the id of a session/)
      expect(requests).toEqual([])
    },
  )
})

describe('a refusal', () => {
  it('says what the API said', async () => {
    const errors = [{ path: 'amount', code: 'too_small', message: 'must be at least 1' }]
    const { client } = clientOf([
      () =>
        Response.json(
          {
            code: 'validation_failed',
            detail: 'The request is not valid.',
            requestId: 'req_9',
            errors,
          },
          { status: 422 },
        ),
    ])
    const error = await client.sessions.create(body).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CheckoutError)
    expect(error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      detail: 'The request is not valid.',
      requestId: 'req_9',
      errors,
      retryAfterSeconds: null,
    })
    expect(String(error)).toContain('amount: must be at least 1')
  })

  it('passes a code through that is newer than the client', async () => {
    const { client } = clientOf([() => problem(409, 'on_hold')])
    await expect(client.sessions.get(SESSION_ID)).rejects.toMatchObject({ code: 'on_hold' })
  })

  it.each([
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 400 }), 400],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
      302,
    ],
    ['an answer of another API', () => Response.json({ hello: 'world' }), 200],
    [
      'an answer without a field',
      () => Response.json({ ...exampleSession(), amount: undefined }),
      200,
    ],
    [
      'an answer with a fractional amount',
      () => Response.json({ ...exampleSession(), amount: 259.9 }),
      200,
    ],
  ])('%s is unreadable', async (_name, answer, status) => {
    const { client, requests } = clientOf([answer])
    await expect(client.sessions.get(SESSION_ID)).rejects.toMatchObject({
      name: 'CheckoutConnectionError',
      reason: 'unreadable_answer',
      status,
    })
    expect(requests).toHaveLength(1)
  })
})

describe('a newer API', () => {
  it('may add fields at any depth', async () => {
    const newer = {
      ...exampleSession(),
      channel: 'kiosk',
      lineItems: [{ name: 'Camiseta', quantity: 1, unitAmount: 100, weightGrams: 180 }],
    }
    const { client } = clientOf([() => Response.json(newer)])
    expect(await client.sessions.get(SESSION_ID)).toEqual(newer)
  })

  it('may add payment methods and decline codes', async () => {
    const newer = { ...exampleSession(), paymentMethods: ['card', 'wallet'] }
    const { client } = clientOf([() => Response.json(newer)])
    expect(await client.sessions.get(SESSION_ID)).toEqual(newer)
  })
})

describe('a retry', () => {
  it('repeats what broke with the same idempotency key', async () => {
    const { client, requests, delaysMs } = clientOf([refused, refused, session])
    await client.sessions.create(body)
    expect(requests.map((request) => request.headers.get('idempotency-key'))).toEqual([
      'made-1',
      'made-1',
      'made-1',
    ])
    expect(new Set(requests.map((request) => request.body)).size).toBe(1)
    expect(delaysMs).toEqual([250, 500])
  })

  it('gives up after two', async () => {
    const { client, requests } = clientOf([refused, refused, refused])
    await expect(client.checkout.pay(REFERENCE, { method: 'pix' })).rejects.toMatchObject({
      reason: 'unreachable',
      message: 'No answer from https://api.example.',
    })
    expect(requests.map((request) => request.headers.get('idempotency-key'))).toEqual([
      'made-1',
      'made-1',
      'made-1',
    ])
  })

  it.each([
    [429, 'rate_limited'],
    [503, 'temporarily_unavailable'],
    [409, 'idempotency_in_progress'],
  ])('waits after %i %s for as long as it is asked', async (status, code) => {
    const { client, delaysMs } = clientOf([
      () => problem(status, code, { 'retry-after': '3' }),
      session,
    ])
    await client.sessions.create(body)
    expect(delaysMs).toEqual([3000])
  })

  it('is left to the caller when the pause is long', async () => {
    const { client, delaysMs } = clientOf([
      () => problem(429, 'rate_limited', { 'retry-after': '60' }),
    ])
    await expect(client.sessions.create(body)).rejects.toMatchObject({ retryAfterSeconds: 60 })
    expect(delaysMs).toEqual([])
  })

  it('repeats a bad gateway', async () => {
    const { client } = clientOf([() => new Response('Bad gateway', { status: 502 }), session])
    expect(await client.sessions.get(SESSION_ID)).toEqual(exampleSession())
  })

  it.each([
    [401, 'invalid_api_key'],
    [409, 'already_paid'],
    [422, 'validation_failed'],
    [429, 'too_many_attempts'],
    [500, 'internal_error'],
  ])('never follows %i %s', async (status, code) => {
    const { client, requests } = clientOf([() => problem(status, code)])
    await expect(client.sessions.create(body)).rejects.toMatchObject({ code })
    expect(requests).toHaveLength(1)
  })
})

describe('time', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('runs out for an API that never answers', async () => {
    vi.useFakeTimers()
    const { client, requests } = clientOf(Array(3).fill(() => new Promise(() => {})))
    const call = client.sessions.get(SESSION_ID)
    const failure = call.catch((thrown: unknown) => thrown)
    await vi.advanceTimersByTimeAsync(2999)
    expect(requests).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toMatchObject({ name: 'CheckoutConnectionError', reason: 'time_out' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('runs out for a body that never ends', async () => {
    vi.useFakeTimers()
    const { client } = clientOf([() => new Response(new ReadableStream()), session])
    const call = client.sessions.get(SESSION_ID)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await call).toEqual(exampleSession())
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is longer by the wait that a long poll asks for', async () => {
    vi.useFakeTimers()
    const { client, requests } = clientOf(Array(3).fill(() => new Promise(() => {})))
    const call = client.checkout.read(REFERENCE, { waitSeconds: 20 }).catch(() => 'gave up')
    await vi.advanceTimersByTimeAsync(20_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(42_001)
    expect(await call).toBe('gave up')
  })

  it("ends with the caller's signal, for its reason, without another try", async () => {
    const { client, requests } = clientOf([() => new Promise(() => {})])
    const controller = new AbortController()
    const call = client.sessions.get(SESSION_ID, { signal: controller.signal })
    const failure = call.catch((thrown: unknown) => thrown)
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    controller.abort(new Error('the shopper left'))
    expect(await failure).toEqual(new Error('the shopper left'))
    expect(requests).toHaveLength(1)
  })

  it("ends with the caller's signal while it waits to try again", async () => {
    const controller = new AbortController()
    const client = new CheckoutClient(
      { apiKey, baseUrl: 'https://api.example', fetch: refused },
      { sleep: () => new Promise(() => controller.abort(new Error('the shopper left'))) },
    )
    const call = client.sessions.get(SESSION_ID, { signal: controller.signal })
    await expect(call).rejects.toThrow('the shopper left')
  })

  it('does not begin when the signal is already aborted', async () => {
    const { client, requests } = clientOf([])
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(client.sessions.get(SESSION_ID, { signal })).rejects.toThrow('too late')
    expect(requests).toEqual([])
  })
})

describe('new CheckoutClient', () => {
  const live = makeApiKey('production', (length) => new Uint8Array(length).fill(7))

  it('knows the address of the sandbox, by all its names', async () => {
    for (const environment of ['sandbox', 'homologation', 'staging'] as const) {
      const addresses: string[] = []
      const client = new CheckoutClient({
        apiKey,
        environment,
        fetch: (request) => {
          addresses.push(request.url)
          return Response.json(exampleSession())
        },
      })
      await client.sessions.get(SESSION_ID)
      expect(addresses).toEqual([`http://localhost:4243/v1/sessions/${SESSION_ID}`])
    }
  })

  it.each([
    ['no key at all', { apiKey: '', environment: 'sandbox' }, /is not an API key/],
    [
      'a key with a typing error',
      { apiKey: `${apiKey.slice(0, -1)}0`, environment: 'sandbox' },
      /is not an API key/,
    ],
    [
      'a key of production for the sandbox',
      { apiKey: live, environment: 'sandbox' },
      /a key of production, not of sandbox/,
    ],
    [
      'production without an address',
      { apiKey: live, environment: 'production' },
      /Give `baseUrl`/,
    ],
    [
      'an address that is none',
      { apiKey, baseUrl: 'api.example' },
      /must be an http or https address/,
    ],
    [
      'an address of a file',
      { apiKey, baseUrl: 'file:///etc' },
      /must be an http or https address/,
    ],
  ] as const)('refuses %s', (_name, options, message) => {
    expect(() => new CheckoutClient(options)).toThrow(message)
  })

  it('never repeats the key in its refusal', () => {
    const typo = `${apiKey.slice(0, -1)}0`
    expect(() => new CheckoutClient({ apiKey: typo, environment: 'sandbox' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(typo.slice(8)) }),
    )
  })

  it('refuses a browser', () => {
    vi.stubGlobal('window', { document: {} })
    expect(() => new CheckoutClient({ apiKey, environment: 'sandbox' })).toThrow(/browser/)
    vi.unstubAllGlobals()
  })
})

it('CheckoutConnectionError says nothing of a key', async () => {
  const { client } = clientOf([refused, refused, refused])
  const error: unknown = await client.sessions.get(SESSION_ID).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CheckoutConnectionError)
  expect(JSON.stringify(error) + String(error)).not.toContain(apiKey)
})
