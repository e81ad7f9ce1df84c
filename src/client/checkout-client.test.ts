import { describe, expect, it } from 'vitest'
import type { CheckoutClient } from './checkout-client.ts'
import {
  apiKey,
  clientOf,
  newSession,
  problem,
  REFERENCE,
  refused,
  session,
} from '#proof/testing/client/client.fixture.ts'
import { CheckoutConnectionError, CheckoutError } from './errors.ts'
import { exampleSession, SESSION_ID } from '#proof/testing/client/session.fixture.ts'

const PAYMENT_ID = 'pay_0350qmKLMuJ9K1lrKhvHIu'

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
      'checkout.cardEncryptionKey',
      (c: CheckoutClient) => c.checkout.cardEncryptionKey(),
      'GET /v1/checkout/card-encryption-key',
    ],
    [
      'checkout.read',
      (c: CheckoutClient) => c.checkout.read(REFERENCE, { afterVersion: 3, waitSeconds: 20 }),
      `GET /v1/checkout/${REFERENCE}?afterVersion=3&waitSeconds=20`,
    ],
    [
      'checkout.cardSeal',
      (c: CheckoutClient) => c.checkout.cardSeal(REFERENCE),
      `GET /v1/checkout/${REFERENCE}/card-seal`,
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
    [
      'checkout.simulate',
      (c: CheckoutClient) => c.checkout.simulate(REFERENCE, { outcome: 'pay' }),
      `POST /v1/checkout/${REFERENCE}/simulate`,
    ],
    [
      'checkout.image',
      (c: CheckoutClient) => c.checkout.image(REFERENCE, 'logo'),
      `GET /v1/checkout/${REFERENCE}/images/logo`,
    ],
  ])('%s requests its path', async (_name, make, address) => {
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

describe('a picture', () => {
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0x00])
  const answered = (type: string) => () =>
    new Response(bytes, { headers: { 'content-type': type } })

  it('is bytes and a media type', async () => {
    const { client, requests } = clientOf([answered('image/jpeg')])
    const image = await client.checkout.image(REFERENCE, '0')
    expect(image).toEqual({ contentType: 'image/jpeg', bytes })
    expect(requests[0]?.headers.get('accept')).toContain('image/jpeg')
  })

  it('is unreadable without a media type', async () => {
    const { client } = clientOf([() => new Response(bytes)])
    await expect(client.checkout.image(REFERENCE, '0')).rejects.toMatchObject({
      reason: 'unreadable_answer',
    })
  })
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
