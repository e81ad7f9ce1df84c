import { describe, expect, it, vi } from 'vitest'
import { makeApiKey } from '#domain/api-key.ts'
import { CheckoutClient } from './checkout-client.ts'
import { apiKey } from '#proof/testing/client/client.fixture.ts'
import { exampleSession, SESSION_ID } from '#proof/testing/client/session.fixture.ts'

// tests guard: live-key-over-https

describe('new CheckoutClient', () => {
  const live = makeApiKey('production', (length) => new Uint8Array(length).fill(7))

  it('has a default address for the sandbox and its aliases', async () => {
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
      'R-73: a variable that is not set',
      { apiKey: undefined as unknown as string, environment: 'sandbox' },
      /it is undefined: is API_KEY set/,
    ],
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
    ...['http://api.example', 'http://127.0.0.1.example', 'http://10.0.0.1'].map(
      (baseUrl) =>
        [
          'S-123: a live key over plain http',
          { apiKey: live, baseUrl },
          /live key.*https|https.*live key/,
        ] as const,
    ),
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

  it.each(['http://localhost:4243', 'http://127.0.0.1', 'http://[::1]:1', 'https://api.example'])(
    'S-123: takes a live key for %s',
    (baseUrl) => {
      expect(() => new CheckoutClient({ apiKey: live, baseUrl })).not.toThrow()
    },
  )

  it('S-123: takes a key of the sandbox for plain http', () => {
    expect(() => new CheckoutClient({ apiKey, baseUrl: 'http://api.example' })).not.toThrow()
  })

  it('never contains the key in its error', () => {
    const typo = `${apiKey.slice(0, -1)}0`
    expect(() => new CheckoutClient({ apiKey: typo, environment: 'sandbox' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(typo.slice(8)) }),
    )
  })

  it('R-65: throws in a browser', () => {
    vi.stubGlobal('window', { document: {} })
    expect(() => new CheckoutClient({ apiKey, environment: 'sandbox' })).toThrow(/browser/)
    vi.unstubAllGlobals()
  })
})
