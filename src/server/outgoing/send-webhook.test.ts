import { createServer as createHttpServer, type RequestListener } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { ResolveHost } from './resolve-host.ts'
import { createSender, type Sender, type SenderOptions } from './send-webhook.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

interface Receiver {
  port: number
  connections: number
}

async function listen(server: Server): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const receiver = { port: 0, connections: 0 }
  server.on('connection', (socket) => {
    receiver.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  receiver.port = (server.address() as AddressInfo).port
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return receiver
}

const httpReceiver = (listener: RequestListener) => listen(createHttpServer(listener))
const rawReceiver = (onConnection: (socket: Socket) => void) =>
  listen(createTcpServer(onConnection))
/** Waits for the request, then misbehaves. */
const afterRequest = (answer: (socket: Socket) => void) =>
  rawReceiver((socket) => socket.once('data', () => answer(socket)))

const toLoopback: ResolveHost = async () => [{ address: '127.0.0.1', family: 4 }]

function sender(options: Partial<SenderOptions> = {}): Sender {
  const made = createSender({
    lookup: toLoopback,
    allowLoopback: true,
    clock: () => new Date(),
    timeoutMs: 1500,
    ...options,
  })
  closers.push(() => made.close())
  return made
}

const send = ({ port }: Receiver, options?: Partial<SenderOptions>, scheme = 'http') =>
  sender(options).post({
    url: `${scheme}://store.example:${port}/hooks?shop=7`,
    headers: {},
    body: '{}',
  })

// tests guard: no-redirects
// tests guard: one-lookup

describe('a well-behaved receiver', () => {
  it('gets the bytes and headers at the path, with its own Host header', async () => {
    const seen: unknown[] = []
    const receiver = await httpReceiver((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.on('end', () => {
        const { method, url, headers } = request
        seen.push({ method, url, host: headers.host, id: headers['webhook-id'], body })
        response.writeHead(202, { 'retry-after': '120' }).end('taken in')
      })
    })
    const result = await sender().post({
      url: `http://store.example:${receiver.port}/hooks?shop=7`,
      headers: { 'webhook-id': 'evt_1', 'content-type': 'application/json' },
      body: '{"name":"São"}',
    })
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/hooks?shop=7',
        host: `store.example:${receiver.port}`,
        id: 'evt_1',
        body: '{"name":"São"}',
      },
    ])
    expect(result).toEqual({
      statusCode: 202,
      retryAfter: '120',
      durationMs: expect.any(Number),
      responseExcerpt: 'taken in',
    })
  })

  it('is timed by the injected clock', async () => {
    let now = 0
    const receiver = await httpReceiver((_, response) => response.end())
    const result = await send(receiver, { clock: () => new Date((now += 250)) })
    expect(result).toEqual({ statusCode: 200, durationMs: 250, responseExcerpt: '' })
  })
})

describe('a connection', () => {
  const posting = (made: Sender, { port }: Receiver) =>
    made.post({ url: `http://store.example:${port}/`, headers: {}, body: '{}' })

  it('serves the next request to its origin, without another look-up', async () => {
    const receiver = await httpReceiver((_, response) => response.end('taken in'))
    let lookups = 0
    const made = sender({
      lookup: async () => {
        lookups += 1
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    for (let round = 0; round < 20; round++)
      expect(await posting(made, receiver)).toMatchObject({ statusCode: 200 })
    expect([receiver.connections, lookups]).toEqual([1, 1])
  })

  it('serves one request at a time', async () => {
    const receiver = await httpReceiver((_, response) => void setTimeout(() => response.end(), 50))
    const made = sender({ timeoutMs: 5000 })
    await Promise.all(Array.from({ length: 5 }, () => posting(made, receiver)))
    expect(receiver.connections).toBe(5)
  })

  it('is not shared with another origin', async () => {
    const [one, other] = [
      await httpReceiver((_, response) => response.end()),
      await httpReceiver((_, response) => response.end()),
    ]
    const made = sender()
    for (const receiver of [one, other, one, other]) await posting(made, receiver)
    expect([one.connections, other.connections]).toEqual([1, 1])
  })

  it('that the receiver closed meanwhile is replaced at once, by one', async () => {
    let requests = 0
    const receiver = await rawReceiver((socket) => {
      let ofSocket = 0
      socket.on('data', () => {
        requests += 1
        ofSocket += 1
        if (ofSocket > 1) socket.resetAndDestroy()
        else socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      })
    })
    const made = sender()
    expect(await posting(made, receiver)).toMatchObject({ statusCode: 204 })
    expect(await posting(made, receiver)).toMatchObject({ statusCode: 204 })
    expect([receiver.connections, requests]).toEqual([2, 3])
  })

  it('is not kept after an answer that was not read to its end', async () => {
    const receiver = await httpReceiver((_, response) => response.end('a'.repeat(200_000)))
    const made = sender({ timeoutMs: 5000 })
    expect(await posting(made, receiver)).toMatchObject({ statusCode: 200 })
    expect(await posting(made, receiver)).toMatchObject({ statusCode: 200 })
    expect(receiver.connections).toBe(2)
  })
})

describe('S-82: a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i is a response and is not followed', async (statusCode) => {
    const inside = await httpReceiver((_, response) => response.end())
    const outside = await httpReceiver((_, response) =>
      response.writeHead(statusCode, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    )
    expect(await send(outside)).toMatchObject({ statusCode })
    expect(inside.connections).toBe(0)
  })
})

describe('S-81: the address of a name', () => {
  it.each(['127.0.0.1', '0.0.0.0', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1'])(
    '%s is not connected to',
    async (address) => {
      const receiver = await httpReceiver((_, response) => response.end())
      const lookup: ResolveHost = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
      const result = await send(receiver, { lookup, allowLoopback: false })
      expect(result).toEqual({ error: 'address_not_allowed', durationMs: expect.any(Number) })
      expect(receiver.connections).toBe(0)
    },
  )

  it.each(['127.0.0.1', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    '%s written out in the URL is not connected to',
    async (host) => {
      const receiver = await httpReceiver((_, response) => response.end())
      const url = `http://${host}:${receiver.port}/`
      const result = await sender({ allowLoopback: false }).post({ url, headers: {}, body: '' })
      expect(result).toMatchObject({ error: 'address_not_allowed' })
      expect(receiver.connections).toBe(0)
    },
  )

  it('is refused when one of several addresses is private', async () => {
    const receiver = await httpReceiver((_, response) => response.end())
    const lookup: ResolveHost = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: 'fd00::1', family: 6 },
    ]
    expect(await send(receiver, { lookup })).toMatchObject({ error: 'address_not_allowed' })
    expect(receiver.connections).toBe(0)
  })

  it('is looked up once per connection, and the checked address is the one connected to', async () => {
    const receiver = await httpReceiver((_, response) =>
      response.writeHead(200, { connection: 'close' }).end(),
    )
    const answers = ['127.0.0.1', '0.0.0.0']
    let lookups = 0
    const rebinding = sender({
      lookup: async () => [{ address: answers[lookups++ % 2] ?? '', family: 4 }],
    })
    const url = `http://store.example:${receiver.port}/`
    const outcomes = []
    for (let round = 0; round < 200; round++) {
      const { statusCode, error } = await rebinding.post({ url, headers: {}, body: '' })
      outcomes.push(statusCode ?? error)
    }
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(100)
    expect(outcomes.filter((outcome) => outcome === 'address_not_allowed')).toHaveLength(100)
    expect(lookups).toBe(200)
    expect(receiver.connections).toBe(100)
  })

  it("counts towards the attempt's time-out", async () => {
    const receiver = await httpReceiver((_, response) => response.end())
    const never: ResolveHost = () => new Promise(() => {})
    expect(await send(receiver, { lookup: never })).toMatchObject({ error: 'timeout' })
  })

  it('may not exist', async () => {
    const receiver = await httpReceiver((_, response) => response.end())
    const none: ResolveHost = async () => []
    const unknown: ResolveHost = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    expect(await send(receiver, { lookup: none })).toMatchObject({ error: 'name_not_found' })
    expect(await send(receiver, { lookup: unknown })).toMatchObject({ error: 'name_not_found' })
  })
})

describe('S-83: a hostile receiver', () => {
  const OK = 'HTTP/1.1 200 OK\r\n'

  function flood(socket: Socket, chunk: Buffer | string): void {
    const write = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', write)
    write()
  }

  function drip(socket: Socket, text: string): void {
    const timer = setInterval(() => socket.write(text), 20)
    socket.on('close', () => clearInterval(timer))
  }

  it('that never responds runs into the time-out', async () => {
    const receiver = await rawReceiver(() => {})
    expect(await send(receiver)).toMatchObject({ error: 'timeout' })
  })

  it('that drips header lines runs into the same time-out', async () => {
    const receiver = await afterRequest((socket) => drip(socket, 'x: y\r\n'))
    expect(await send(receiver)).toMatchObject({ error: 'invalid_response' })
    const slow = await afterRequest((socket) => {
      socket.write(OK)
      drip(socket, 'x: y\r\n')
    })
    expect(await send(slow)).toMatchObject({ error: 'timeout' })
  })

  it('that drips its body is aborted at the time-out; its status counts', async () => {
    const receiver = await afterRequest((socket) => {
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`)
      drip(socket, '1\r\nx\r\n')
    })
    expect(await send(receiver)).toMatchObject({
      statusCode: 200,
      responseExcerpt: expect.stringMatching(/^x+$/),
    })
  })

  it('that sends an endless body is read up to the bound', async () => {
    let bytesWritten = 0
    const receiver = await afterRequest((socket) => {
      socket.on('close', () => (bytesWritten = socket.bytesWritten))
      socket.write(`${OK}content-length: 1000000000\r\n\r\n`)
      flood(socket, Buffer.alloc(65_536, 'a'))
    })
    const result = await send(receiver, { timeoutMs: 5000 })
    expect(result).toMatchObject({ statusCode: 200, responseExcerpt: 'a'.repeat(1024) })
    await expect.poll(() => bytesWritten).toBeGreaterThan(0)
    // It could write only what the two socket buffers hold, not the gigabyte.
    expect(bytesWritten).toBeLessThan(32 * 1024 * 1024)
  })

  it('that sends a decompression bomb: nothing is decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    const receiver = await httpReceiver((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const result = await send(receiver, { timeoutMs: 5000 })
    expect(result.statusCode).toBe(200)
    expect(result.responseExcerpt?.length).toBeLessThanOrEqual(1024)
    expect(result.responseExcerpt).not.toContain('\0')
  })

  it('that sends endless headers is aborted', async () => {
    const receiver = await afterRequest((socket) => {
      socket.write(OK)
      flood(socket, `x-filler: ${'a'.repeat(4000)}\r\n`)
    })
    expect(await send(receiver, { timeoutMs: 5000 })).toMatchObject({ error: 'invalid_response' })
  })

  it('that sends endless interim responses is aborted', async () => {
    const hints = await afterRequest((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'))
    expect(await send(hints)).toMatchObject({ error: 'timeout' })
    const stalled = await afterRequest((socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'))
    expect(await send(stalled)).toMatchObject({ error: expect.any(String) })
  })

  it.each([
    ['nothing of HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['a status out of range', 'HTTP/1.1 99999 Odd\r\n\r\n'],
    ['two lengths', `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
    ['bytes', Buffer.from([0, 255, 1, 254, 10, 13, 0])],
    ['a preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('that answers with %s', async (_, answer) => {
    const receiver = await afterRequest((socket) => socket.write(answer))
    expect(await send(receiver)).toMatchObject({ error: 'invalid_response' })
  })

  it('that resets the connection', async () => {
    const atOnce = await rawReceiver((socket) => socket.resetAndDestroy())
    expect(await send(atOnce)).toMatchObject({ error: 'connection_closed' })
    const afterwards = await afterRequest((socket) => socket.resetAndDestroy())
    expect(await send(afterwards)).toMatchObject({ error: 'connection_closed' })
  })

  it('that resets after its status has arrived: the status counts', async () => {
    const receiver = await afterRequest((socket) => {
      socket.write(`${OK}content-length: 100\r\n\r\nhalf`)
      setTimeout(() => socket.resetAndDestroy(), 50)
    })
    expect(await send(receiver)).toMatchObject({ statusCode: 200 })
  })

  it('that no longer listens', async () => {
    const receiver = await rawReceiver(() => {})
    await closers.pop()?.()
    expect(await send(receiver)).toMatchObject({ error: 'connection_refused' })
  })

  it('that does not support TLS on an https URL', async () => {
    const receiver = await httpReceiver((_, response) => response.end())
    expect(await send(receiver, {}, 'https')).toMatchObject({ error: 'tls_failed' })
  })

  it('does not delay others', async () => {
    const silent = await rawReceiver(() => {})
    const flooding = await afterRequest((socket) => {
      socket.write(`${OK}\r\n`)
      flood(socket, Buffer.alloc(65_536, 'a'))
    })
    const honest = await httpReceiver((_, response) => response.end())
    const shared = sender({ timeoutMs: 2000 })
    const to = ({ port }: Receiver) =>
      shared.post({ url: `http://store.example:${port}/`, headers: {}, body: '' })
    const stuck = Promise.all(Array.from({ length: 40 }, () => to(silent)))
    const flooded = Promise.all(Array.from({ length: 10 }, () => to(flooding)))
    const results = await Promise.all(Array.from({ length: 20 }, () => to(honest)))
    // A delayed one runs into the time-out.
    for (const result of results) expect(result).toMatchObject({ statusCode: 200 })
    await flooded
    await shared.close()
    expect((await stuck).every(({ error }) => error === 'stopped')).toBe(true)
  })
})
