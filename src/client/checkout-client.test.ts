import { describe, expect, it } from 'vitest'
import type { CheckoutClient } from './checkout-client.ts'
import {
  apiKey,
  clientOf,
  newSession,
  problem,
  refused,
  session,
} from '#proof/testing/client/client.fixture.ts'
import { CheckoutConnectionError, CheckoutError } from './errors.ts'
import { exampleSession, SESSION_ID } from '#proof/testing/client/session.fixture.ts'

describe('a call', () => {
  it('sends the API key, the body and a new idempotency key', async () => {
    const { client, requests } = clientOf([session])
    expect(await client.sessions.create(newSession)).toEqual(exampleSession())
    expect(requests).toHaveLength(1)
    const [request] = requests
    expect(request?.method).toBe('POST')
    expect(request?.url.href).toBe('https://api.example/v1/sessions')
    expect(request?.headers.get('x-api-key')).toBe(apiKey)
    expect(request?.headers.get('content-type')).toBe('application/json')
    expect(request?.headers.get('idempotency-key')).toBe('made-1')
    expect(JSON.parse(request?.body ?? '')).toEqual(newSession)
  })

  it('never follows a redirect, which would leak the API key', async () => {
    const { client, requests } = clientOf([session])
    await client.sessions.create(newSession)
    expect(requests[0]?.redirect).toBe('manual')
  })

  it('sends the given idempotency key', async () => {
    const { client, requests } = clientOf([session])
    await client.sessions.create(newSession, { idempotencyKey: 'order-7' })
    expect(requests[0]?.headers.get('idempotency-key')).toBe('order-7')
  })

  it('sends no idempotency key with operations that ignore it', async () => {
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
      'sessions.list by metadata',
      (c: CheckoutClient) => c.sessions.list({ metadata: { cart: '77' }, amount: 5 }),
      'GET /v1/sessions?metadata%5Bcart%5D=77&amount=5',
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
    [
      'sessions.payments',
      (c: CheckoutClient) => c.sessions.payments(SESSION_ID),
      `GET /v1/sessions/${SESSION_ID}/payments`,
    ],
    [
      'sessions.refunds',
      (c: CheckoutClient) => c.sessions.refunds(SESSION_ID, { limit: 5 }),
      `GET /v1/sessions/${SESSION_ID}/refunds?limit=5`,
    ],
    [
      'refunds.get',
      (c: CheckoutClient) => c.refunds.get('re_0Tq4mFhZ7Rk2vXw9sLd3Ye'),
      'GET /v1/refunds/re_0Tq4mFhZ7Rk2vXw9sLd3Ye',
    ],
    ['events.list', (c: CheckoutClient) => c.events.list(), 'GET /v1/events'],
    [
      'sandbox.simulate',
      (c: CheckoutClient) => c.sandbox.simulate(SESSION_ID, { outcome: 'decline' }),
      `POST /v1/sandbox/sessions/${SESSION_ID}/simulate`,
    ],
    [
      'sandbox.notifications.list',
      (c: CheckoutClient) =>
        c.sandbox.notifications.list({ sessionId: SESSION_ID, waitSeconds: 25 }),
      `GET /v1/sandbox/notifications?sessionId=${SESSION_ID}&waitSeconds=25`,
    ],
  ])('%s requests its path', async (_name, make, address) => {
    const { client, requests } = clientOf([() => problem(404, 'not_found')])
    await expect(make(client)).rejects.toThrow(CheckoutError)
    const [request] = requests
    expect(`${request?.method} ${request?.url.pathname}${request?.url.search}`).toBe(address)
  })

  it('R-78: goes through a list page by page, and calls for each when it comes to it', async () => {
    const sessionOf = (last: string) => ({
      ...exampleSession(),
      id: SESSION_ID.slice(0, -1) + last,
    })
    const listOf =
      (hasMore: boolean, ...lasts: string[]) =>
      () =>
        Response.json({ object: 'list', data: lasts.map(sessionOf), hasMore })
    const { client, requests } = clientOf([listOf(true, '1', '2'), listOf(false, '3')])
    const listed = client.sessions.list({ limit: 2 })
    expect((await listed).data).toHaveLength(2)
    expect(requests).toHaveLength(1)
    const found: string[] = []
    for await (const { id } of listed) found.push(id.slice(-1))
    expect(found).toEqual(['1', '2', '3'])
    const [, second] = requests
    expect(second?.url.search).toBe(`?limit=2&after=${sessionOf('2').id}`)
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
  it('has the code, detail and request id of the problem', async () => {
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
    const error = await client.sessions.create(newSession).catch((thrown: unknown) => thrown)
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

  it('may have a code that is newer than the client', async () => {
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

it('CheckoutConnectionError never contains the API key', async () => {
  const { client } = clientOf([refused, refused, refused])
  const error: unknown = await client.sessions.get(SESSION_ID).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CheckoutConnectionError)
  expect(JSON.stringify(error) + String(error)).not.toContain(apiKey)
})
