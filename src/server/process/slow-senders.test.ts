import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { CONNECTION_LIMITS, listenHttp, type Listening } from './listen-http.ts'

const IDLE_CONNECTIONS = 2000
const OPENED_AT_ONCE = 100

let port: number
let server: Listening
beforeAll(async () => {
  port = Number((await freePorts('PORT')).PORT)
  server = await listenHttp({
    port,
    host: '127.0.0.1',
    name: 'test',
    limits: {
      headersTimeout: 300,
      requestTimeout: 600,
      keepAliveTimeout: 300,
      connectionsCheckingInterval: 50,
    },
    fetch: async (request) => new Response(await request.text()),
  })
})
afterAll(() => server.close({ idleMs: 0, graceMs: 0 }))

async function open(at = port): Promise<Socket> {
  const socket = connect(at, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Resolves to all received data, once the server has closed the connection. */
async function untilClosed(socket: Socket): Promise<string> {
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk
  })
  await new Promise((closed) => socket.once('close', closed))
  return answer
}

const head = (...lines: string[]) =>
  `POST / HTTP/1.1\r\nHost: pay.example\r\n${lines.join('\r\n')}\r\n`

describe('S-26: a slow sender', () => {
  it.each([
    ['of nothing at all', ''],
    ['of headers that do not end', head('X-A: b')],
    ['of a body that does not end', `${head('Content-Length: 10', '')}abc`],
    ['of chunks that do not end', `${head('Transfer-Encoding: chunked', '')}3\r\nabc\r\n`],
  ])('%s is cut off', async (_, text) => {
    const socket = await open()
    const closed = untilClosed(socket)
    socket.write(text)
    expect(await closed).toMatch(/^(HTTP\/1\.1 408 Request Timeout\r\n[^]*)?$/)
  })

  it('of single bytes gains no time', async () => {
    const socket = await open()
    const closed = untilClosed(socket)
    socket.write(head('X-A: b'))
    const drip = setInterval(() => socket.write('a'), 20)
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /)
    clearInterval(drip)
  })

  it('that stays idle after its response is disconnected', async () => {
    const socket = await open()
    const closed = untilClosed(socket)
    socket.write(head('Content-Length: 2', '') + 'ok')
    expect(await closed).toMatch(/^HTTP\/1\.1 200 OK[^]*ok$/)
  })

  it('has at most the documented timeouts', () => {
    expect(CONNECTION_LIMITS).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1000,
    })
  })

  it('by the thousands delays no other client', async () => {
    const patient = Number((await freePorts('PORT')).PORT)
    const other = await listenHttp({
      port: patient,
      host: '127.0.0.1',
      name: 'test',
      fetch: async (request) => new Response(await request.text()),
    })
    const sockets: Socket[] = []
    while (sockets.length < IDLE_CONNECTIONS)
      sockets.push(
        ...(await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => open(patient)))),
      )
    for (const socket of sockets) socket.write('POST / HTTP/1.1\r\nX-A: ')
    const answer = await fetch(`http://127.0.0.1:${patient}/`, {
      method: 'POST',
      body: 'a payment',
    })
    expect(await answer.text()).toBe('a payment')
    for (const socket of sockets) socket.destroy()
    await other.close({ idleMs: 0, graceMs: 0 })
  })
})
