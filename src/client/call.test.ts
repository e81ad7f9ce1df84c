import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CheckoutClient } from './checkout-client.ts'
import {
  apiKey,
  clientOf,
  newSession,
  problem,
  REFERENCE,
  refused,
  session,
} from '#proof/testing/client/client.fixture.ts'
import { exampleSession, SESSION_ID } from '#proof/testing/client/session.fixture.ts'

describe('a retry', () => {
  it('follows a broken connection, with the same idempotency key', async () => {
    const { client, requests, delaysMs } = clientOf([refused, refused, session])
    await client.sessions.create(newSession)
    expect(requests.map((request) => request.headers.get('idempotency-key'))).toEqual([
      'made-1',
      'made-1',
      'made-1',
    ])
    expect(new Set(requests.map((request) => request.body)).size).toBe(1)
    expect(delaysMs).toEqual([250, 500])
  })

  it('happens at most twice', async () => {
    const { page, requests } = clientOf([refused, refused, refused])
    await expect(page.checkout.pay(REFERENCE, { method: 'pix' })).rejects.toMatchObject({
      reason: 'unreachable',
      message: expect.stringMatching(/^No answer from https:\/\/api\.example: /),
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
  ])('after %i %s waits for Retry-After', async (status, code) => {
    const { client, delaysMs } = clientOf([
      () => problem(status, code, { 'retry-after': '3' }),
      session,
    ])
    await client.sessions.create(newSession)
    expect(delaysMs).toEqual([3000])
  })

  it('does not happen when Retry-After is long', async () => {
    const { client, delaysMs } = clientOf([
      () => problem(429, 'rate_limited', { 'retry-after': '60' }),
    ])
    await expect(client.sessions.create(newSession)).rejects.toMatchObject({
      retryAfterSeconds: 60,
    })
    expect(delaysMs).toEqual([])
  })

  it('follows a bad gateway', async () => {
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
    await expect(client.sessions.create(newSession)).rejects.toMatchObject({ code })
    expect(requests).toHaveLength(1)
  })
})

describe('the timeout', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('ends a call without a response', async () => {
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

  it('ends a call whose body never ends', async () => {
    vi.useFakeTimers()
    const { client } = clientOf([() => new Response(new ReadableStream()), session])
    const call = client.sessions.get(SESSION_ID)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await call).toEqual(exampleSession())
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is longer by the wait of a long poll', async () => {
    vi.useFakeTimers()
    const { page, requests } = clientOf(Array(3).fill(() => new Promise(() => {})))
    const call = page.checkout.read(REFERENCE, { waitSeconds: 20 }).catch(() => 'gave up')
    await vi.advanceTimersByTimeAsync(20_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(42_001)
    expect(await call).toBe('gave up')
  })

  it("is cut short by the caller's signal, with its reason and without a retry", async () => {
    const { client, requests } = clientOf([() => new Promise(() => {})])
    const controller = new AbortController()
    const call = client.sessions.get(SESSION_ID, { signal: controller.signal })
    const failure = call.catch((thrown: unknown) => thrown)
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    controller.abort(new Error('the shopper left'))
    expect(await failure).toEqual(new Error('the shopper left'))
    expect(requests).toHaveLength(1)
  })

  it("the caller's signal also ends a backoff", async () => {
    const controller = new AbortController()
    const client = new CheckoutClient(
      { apiKey, baseUrl: 'https://api.example', fetch: refused },
      { sleep: () => new Promise(() => controller.abort(new Error('the shopper left'))) },
    )
    const call = client.sessions.get(SESSION_ID, { signal: controller.signal })
    await expect(call).rejects.toThrow('the shopper left')
  })

  it("R-31: no listener stays at the caller's signal, which may outlive many calls", async () => {
    const { client, delaysMs } = clientOf([refused, session])
    const { signal } = new AbortController()
    await client.sessions.get(SESSION_ID, { signal })
    expect(delaysMs).toHaveLength(1)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('does not start when the signal is already aborted', async () => {
    const { client, requests } = clientOf([])
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(client.sessions.get(SESSION_ID, { signal })).rejects.toThrow('too late')
    expect(requests).toEqual([])
  })
})
