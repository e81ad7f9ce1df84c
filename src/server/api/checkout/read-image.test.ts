import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueKey, keyOfCheckout } from '../../service/keys/issue-key.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { LIMITS } from '#contract/limits.ts'
import { updateMerchant } from '../../database/merchants/merchants.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { type ImageServer, PNG, startImageServer } from '#proof/testing/image-server.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'

const INDEX_MAX = 199

let api: TestApi
let server: ImageServer
let answer: RequestListener
const honest: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(PNG)
}

const lookup = async () => [{ address: '127.0.0.1', family: 4 as const }]

beforeAll(async () => {
  api = await startTestApi({ lookup, imageTimeoutMs: 1500 })
})
afterAll(() => api.close())
beforeEach(async () => {
  answer = honest
  server = await startImageServer((request, response) => answer(request, response))
})
afterEach(() => server[Symbol.asyncDispose]())

const line = (imageUrl?: string) => ({
  name: 'Camiseta',
  quantity: 1,
  unitAmount: 100,
  ...(imageUrl !== undefined && { imageUrl }),
})

async function sessionWith(...imageUrls: (string | undefined)[]) {
  const { checkoutPath } = await createTestSession(api, {
    amount: undefined,
    lineItems: imageUrls.map(line),
  })
  return (name: string | number) => api.checkout.get(`${checkoutPath}/images/${name}`)
}

const NOT_FOUND = { status: 404, code: 'not_found', detail: 'There is no such picture.' }

// tests guard: no-loopback-pictures

describe('GET /v1/checkout/{reference}/images/{name}', () => {
  it("is the image of a line item, typed by its bytes and not by its server's header", async () => {
    const read = await sessionWith(undefined, `${server.origin}/shirt?size=1#x`)
    const image = await read(1)
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(image.bytes).toEqual(PNG)
    expect(server.asked).toEqual(['/shirt?size=1'])
    expect((await read(0)).problem()).toMatchObject(NOT_FOUND)
  })

  it('S-133: to HEAD is answered before anything is fetched, whether it is there or not', async () => {
    const { checkoutPath } = await createTestSession(api, {
      amount: undefined,
      lineItems: [line(), line(`${server.origin}/shirt`)],
    })
    const { apiKey } = await issueKey(api.context, keyOfCheckout('sandbox'))
    const head = (name: number, key = apiKey) =>
      api.fetch(
        new Request(`${API_URL}${checkoutPath}/images/${name}`, {
          method: 'HEAD',
          headers: { 'x-api-key': key },
        }),
      )
    const found = await head(1)
    expect([found.status, found.headers.get('content-type'), await found.text()]).toEqual([
      200,
      null,
      '',
    ])
    expect((await head(0)).status).toBe(404)
    expect((await head(1, 'hp_test_wrong')).status).toBe(401)
    expect(server.asked).toEqual([])
  })

  it("is the merchant's logo, even once the order is paid", async () => {
    const { checkoutPath } = await createPaidSession(api)
    const path = `${checkoutPath}/images/logo`
    expect((await api.checkout.get(path)).problem()).toMatchObject(NOT_FOUND)
    const brand = { logoUrl: `${server.origin}/logo` }
    await updateMerchant(api.database, api.merchant.id, { brand })
    expect((await api.checkout.get(path)).bytes).toEqual(PNG)
    await updateMerchant(api.database, api.merchant.id, { brand: { logoUrl: null } })
  })

  it('sends no data of the shopper or of us', async () => {
    let sent = {}
    answer = (request, response) => {
      sent = request.headers
      honest(request, response)
    }
    await (
      await sessionWith(`${server.origin}/a`)
    )(0)
    expect(sent).toEqual({
      host: new URL(server.origin).host,
      connection: expect.any(String),
      accept: 'image/*',
      'accept-encoding': 'identity',
    })
  })

  it.each(['1', String(INDEX_MAX + 1), '-1', '00', 'logo2', 'x', '%2e%2e', '0.5'])(
    'has no image named %s',
    async (name) => {
      const read = await sessionWith(`${server.origin}/a`)
      expect((await read(name)).problem().code).toBe('not_found')
      expect(server.asked).toEqual([])
    },
  )

  it('404 when there is no such session', async () => {
    const path = `/v1/checkout/${'0'.repeat(33)}/images/logo`
    expect((await api.checkout.get(path)).problem()).toMatchObject(NOT_FOUND)
  })

  it('403 for the key of a merchant', async () => {
    const { checkoutPath } = await createTestSession(api)
    const refused = await api.merchant.get(`${checkoutPath}/images/logo`)
    expect(refused.problem().code).toBe('insufficient_scope')
  })
})

describe('a hostile server', () => {
  const png = { 'content-type': 'image/png' }
  it.each<[string, RequestListener]>([
    ['HTML as a PNG', (_, response) => response.writeHead(200, png).end('<!doctype html><script>')],
    ['an SVG', (_, response) => response.writeHead(200, png).end('<svg onload="alert(1)"/>')],
    ['nothing', (_, response) => response.writeHead(200, png).end()],
    [
      'a packed picture',
      (_, response) =>
        response.writeHead(200, { ...png, 'content-encoding': 'gzip' }).end(gzipSync(PNG)),
    ],
    ['a refusal', (_, response) => response.writeHead(403, png).end(PNG)],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/honest' }).end(PNG)],
    [
      'one byte too much',
      (_, response) => {
        const bytes = new Uint8Array(LIMITS.imageBytesMax + 1)
        bytes.set(PNG)
        response.writeHead(200, png).end(bytes)
      },
    ],
    [
      'a picture without an end',
      (_, response) => {
        response.writeHead(200, png).write(PNG)
        const more = () => response.write(new Uint8Array(65_536)) && setImmediate(more)
        response.on('drain', more)
        more()
      },
    ],
    ['headers and no body', (_, response) => response.writeHead(200, png).flushHeaders()],
    ['no answer', () => {}],
    [
      'an end in the middle',
      (_, response) => {
        response.writeHead(200, { ...png, 'content-length': '500' }).write(PNG)
        setImmediate(() => response.destroy())
      },
    ],
  ])('that sends %s results in the same 404', async (_name, hostile) => {
    answer = (request, response) =>
      request.url === '/honest' ? honest(request, response) : hostile(request, response)
    const read = await sessionWith(`${server.origin}/a`)
    expect((await read(0)).problem()).toMatchObject(NOT_FOUND)
    expect(server.asked).toEqual(['/a'])
  })

  it('accepts an image of the maximum size', async () => {
    const bytes = new Uint8Array(LIMITS.imageBytesMax)
    bytes.set(PNG)
    answer = (_, response) => response.writeHead(200).end(bytes)
    const image = await (await sessionWith(`${server.origin}/a`))(0)
    expect(image.bytes.byteLength).toBe(LIMITS.imageBytesMax)
  })

  it('delays no other merchant', async () => {
    answer = (request, response) => {
      if (request.url === '/honest') honest(request, response)
    }
    const slow = Array.from({ length: 40 }, (_, index) => `${server.origin}/slow/${index}`)
    const readSlow = await sessionWith(...slow)
    const other = await api.addMerchant()
    const { checkoutPath } = await createTestSession(
      api,
      { amount: undefined, lineItems: [line(`${server.origin}/honest`)] },
      other,
    )
    const waiting = slow.map((_, index) => readSlow(index))
    expect((await api.checkout.get(`${checkoutPath}/images/0`)).status).toBe(200)
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(404)
    // The fetches per merchant are bounded; the rest is missing this time.
    expect(server.asked.filter((path) => path.startsWith('/slow'))).toHaveLength(32)
  })
})

describe('in production', () => {
  it.each([
    ['an address without TLS', 'http://store.example'],
    ['the machine itself', 'https://127.0.0.1'],
    ['a name that leads to it', 'https://store.example'],
    ['a name for it', 'https://localhost'],
  ])('does not connect to %s', async (_name, origin) => {
    // A client of another process may still call this port of a server that has ended: then try once more, at another port.
    expect((await connectionsFor(origin)) && (await connectionsFor(origin))).toBe(0)
  })

  /** Counts the connections to a server while a picture at its port is requested and refused. */
  async function connectionsFor(origin: string): Promise<number> {
    const live = await startTestApi({ environment: 'production', lookup })
    await using own = await startImageServer(honest)
    try {
      const { port } = new URL(own.origin)
      const { checkoutPath } = await createTestSession(live, {
        amount: undefined,
        lineItems: [line(`${origin}:${port}/a`)],
      })
      const refused = await live.checkout.get(`${checkoutPath}/images/0`)
      expect(refused.problem()).toMatchObject(NOT_FOUND)
      return own.connections
    } finally {
      await live.close()
    }
  }
})

describe('a picture', () => {
  it('is fetched once for concurrent readers and cached for an hour', async () => {
    const url = `${server.origin}/a`
    const reads = await Promise.all([sessionWith(url), sessionWith(url, url)])
    await Promise.all([...reads.map((read) => read(0)), reads[1](1)])
    expect(server.asked).toHaveLength(1)
    api.clock.advance(59 * 60_000)
    expect((await reads[0](0)).status).toBe(200)
    expect(server.asked).toHaveLength(1)
    api.clock.advance(2 * 60_000)
    expect((await reads[0](0)).status).toBe(200)
    expect(server.asked).toHaveLength(2)
  })

  it('is fetched again after a minute when it is missing', async () => {
    answer = (_, response) => response.writeHead(404).end()
    const read = await sessionWith(`${server.origin}/a`)
    expect([(await read(0)).status, (await read(0)).status]).toEqual([404, 404])
    expect(server.asked).toHaveLength(1)
    answer = honest
    api.clock.advance(61_000)
    expect((await read(0)).status).toBe(200)
  })
})

describe('S-122: pictures on this machine', () => {
  it.each([
    ['are not fetched by default', undefined, 404],
    ['are not fetched from another origin than ours', { origin: 'http://127.0.0.1:1' }, 404],
    ['are fetched from ours, as of the demo store', 'own', 200],
    ['are fetched where the operator allows it', 'all', 200],
  ] as const)('S-122: %s', async (_name, allowed, status) => {
    const loopbackImages = allowed === 'own' ? { origin: server.origin } : (allowed ?? 'none')
    const other = await startTestApi({ loopbackImages })
    const { checkoutPath } = await createTestSession(other, {
      amount: undefined,
      lineItems: [line(`${server.origin}/a.png`)],
    })
    expect((await other.checkout.get(`${checkoutPath}/images/0`)).status).toBe(status)
    expect(server.connections).toBe(status === 200 ? 1 : 0)
    await other.close()
  })
})
