import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { apiKey } from '#proof/testing/client/client.fixture.ts'
import { SESSION_ID } from '#proof/testing/client/session.fixture.ts'
import { CheckoutClient } from './checkout-client.ts'

const failureOf = (client: CheckoutClient) =>
  client.sessions.get(SESSION_ID).then(
    () => 'no failure',
    (error: Error) => error.message,
  )

// tests guard: innermost-cause

describe('R-65: a call without an answer', () => {
  it('R-65: says that the connection was refused, and where', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const client = new CheckoutClient({ apiKey, baseUrl: `http://127.0.0.1:${port}` })
    expect(await failureOf(client)).toMatch(
      new RegExp(`^No answer from http://127.0.0.1:${port}: .*ECONNREFUSED`),
    )
  })

  it.each([
    ['bad port', new TypeError('fetch failed', { cause: new Error('bad port') }), /: bad port\.$/],
    [
      'a cause without a message',
      new TypeError('fetch failed', {
        cause: new AggregateError([new Error('connect ENETUNREACH')]),
      }),
      /: connect ENETUNREACH\.$/,
    ],
    ['no cause', new TypeError('Load failed'), /: Load failed\.$/],
    ['what is no error', 'gone', /: gone\.$/],
  ])('R-65: names %s', async (_name, thrown, expected) => {
    const client = new CheckoutClient({
      apiKey,
      environment: 'sandbox',
      fetch: () => Promise.reject(thrown),
    })
    expect(await failureOf(client)).toMatch(expected)
  })

  it('R-65: names what an old Node lacks', () => {
    const { Request } = globalThis
    Reflect.deleteProperty(globalThis, 'Request')
    try {
      expect(() => new CheckoutClient({ apiKey, environment: 'sandbox' })).toThrow(
        /Request.*Node 20/,
      )
    } finally {
      globalThis.Request = Request
    }
  })

  it.each([
    ['no options', undefined, /options/],
    ['a key that is no text', { apiKey: 7, environment: 'sandbox' }, /`apiKey` is not an API key/],
    ['another environment', { apiKey, environment: 'live' }, /`environment`.*sandbox/],
    [
      'a time-out that is no number',
      { apiKey, environment: 'sandbox', timeoutMs: '5' },
      /`timeoutMs`/,
    ],
    ['an address that is no text', { apiKey, baseUrl: 7 }, /`baseUrl`/],
  ])('R-65: names the option that is wrong: %s', (_name, options, expected) => {
    const create = () => new CheckoutClient(options as never)
    expect(create).toThrow(TypeError)
    expect(create).toThrow(expected)
  })
})
