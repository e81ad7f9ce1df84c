import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { freePort } from '#proof/testing/free-port.ts'
import { trustedProxies } from '#http/client-address.ts'
import { networkOf } from '#http/network-of.ts'
import { listenHttp, type Listening } from './listen-http.ts'

let port: number
let server: Listening
/** Requests that reached the application: method and URL. */
let reached: string[] = []
beforeAll(async () => {
  port = Number((await freePorts('PORT')).PORT)
  server = await listenHttp({
    port,
    host: 'localhost',
    name: 'test',
    fetch: async (request) => {
      reached.push(`${request.method} ${request.url}`)
      return new Response(await request.text())
    },
  })
})
afterAll(() => server.close({ idleMs: 0, graceMs: 0 }))

/** Sends bytes, and returns all that the server sends until it closes the connection. */
async function send(text: string): Promise<string> {
  reached = []
  const socket = connect(port, 'localhost')
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return answer
}

const HOST = 'Host: pay.example\r\n'
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: pay.example\r\n\r\n'
const head = (...lines: string[]) => `POST / HTTP/1.1\r\n${HOST}${lines.join('\r\n')}\r\n\r\n`

// tests guard: graceful-close

describe('S-25: a request that two servers could read in two ways', () => {
  it.each([
    [
      'a length and chunks',
      head('Content-Length: 4', 'Transfer-Encoding: chunked') + `0\r\n\r\n${SMUGGLED}`,
    ],
    [
      'chunks and a length',
      head('Transfer-Encoding: chunked', 'Content-Length: 4') + `0\r\n\r\n${SMUGGLED}`,
    ],
    ['two lengths', head('Content-Length: 0', 'Content-Length: 40') + SMUGGLED],
    ['a list of lengths', head('Content-Length: 0, 40') + SMUGGLED],
    ['a length with a sign', head('Content-Length: +4') + SMUGGLED],
    ['a length below nothing', head('Content-Length: -1') + SMUGGLED],
    ['a length in hexadecimal', head('Content-Length: 0x4') + SMUGGLED],
    ['a length with a space before the colon', head('Content-Length : 4') + SMUGGLED],
    ['a space before the colon of the chunks', head('Transfer-Encoding : chunked') + SMUGGLED],
    ['chunks that are not the last coding', head('Transfer-Encoding: chunked, identity')],
    ['an unknown coding', head('Transfer-Encoding: xchunked') + SMUGGLED],
    ['a size of a chunk that is none', `${head('Transfer-Encoding: chunked')}zz\r\n`],
    ['a sign before the size of a chunk', `${head('Transfer-Encoding: chunked')}+4\r\nabcd\r\n`],
    ['a chunk longer than it says', `${head('Transfer-Encoding: chunked')}1\r\nabcd\r\n0\r\n\r\n`],
    ['a folded header', head('X-A: b', ' Transfer-Encoding: chunked')],
    ['a line that ends with LF alone', `GET / HTTP/1.1\nHost: pay.example\n\n`],
    ['a CR in a value', head('X-A: b\rTransfer-Encoding: chunked')],
    ['a NUL in a value', head('X-A: b\0c')],
    ['a NUL in a name', head('X\0A: b')],
    ['a header without a name', head(': b')],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['HTTP/0.9', 'GET /\r\n\r\n'],
    ['HTTP/3.0 in words', `GET / HTTP/3.0\r\n${HOST}\r\n`],
    ['a method that is none', `G=T / HTTP/1.1\r\n${HOST}\r\n`],
    ['a space in the address', `GET /a b HTTP/1.1\r\n${HOST}\r\n`],
    ['headers of 17 KiB', head(`X-A: ${'a'.repeat(17 * 1024)}`)],
  ])('with %s is refused, and the connection closed', async (_, text) => {
    const answer = await send(text)
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|31) /)
    expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
    expect(reached.filter((line) => line.includes('smuggled'))).toEqual([])
  })

  it('CONNECT reaches nothing', async () => {
    expect(await send(`CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`)).toBe('')
    expect(reached).toEqual([])
  })
})

it('takes longer headers where it is told to, and no longer ones', async () => {
  const place = Number((await freePorts('PORT')).PORT)
  const own = await listenHttp({
    port: place,
    host: '127.0.0.1',
    name: 'test',
    headerBytesMax: 32 * 1024,
    fetch: ({ url }) => new Response(String(url.length)),
  })
  const ask = async (length: number) =>
    (await fetch(`http://127.0.0.1:${place}/?a=${'a'.repeat(length)}`)).status
  expect([await ask(30 * 1024), await ask(33 * 1024)]).toEqual([200, 431])
  await own.close({ idleMs: 0, graceMs: 0 })
})

it('S-33: a response does not identify the server', async () => {
  const response = await fetch(`http://localhost:${port}/`)
  const names = [...response.headers.keys()]
  expect(names).not.toContain('server')
  expect(names).not.toContain('x-powered-by')
  expect(await send(`G=T / HTTP/1.1\r\n${HOST}\r\n`)).toBe(
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
  )
})

it('answers liveness without the application, and reports a proxy that is not trusted', async () => {
  const place = Number((await freePorts('PORT')).PORT)
  const unnamed: string[] = []
  const own = await listenHttp({
    port: place,
    host: '127.0.0.1',
    name: 'test',
    fetch: () => new Response('the application'),
    liveness: (method, target) =>
      `${method} ${target}` === 'GET /live'
        ? { status: 200, headers: { 'X-Own': 'yes' }, body: 'lebt für immer' }
        : undefined,
    onUnnamedProxy: (address) => unnamed.push(address),
  })
  const ask = async (path: string, headers = {}) => {
    const response = await fetch(`http://127.0.0.1:${place}${path}`, { headers })
    return [response.headers.get('x-own'), await response.text()]
  }
  expect(await ask('/live')).toEqual(['yes', 'lebt für immer'])
  expect(unnamed).toEqual([])
  expect(await ask('/live', { 'x-forwarded-for': '192.0.2.1' })).toEqual(['yes', 'lebt für immer'])
  expect(unnamed).toEqual(['127.0.0.1'])
  expect(await ask('/')).toEqual([null, 'the application'])
  await own.close({ idleMs: 0, graceMs: 0 })
})

it('S-143: reports a trusted proxy that forwards no address, and serves its clients as one network', async () => {
  const place = Number((await freePorts('PORT')).PORT)
  const unreadable: string[] = []
  const own = await listenHttp({
    port: place,
    host: '127.0.0.1',
    name: 'test',
    fetch: (_request, { address }) => new Response(networkOf(address)),
    proxies: trustedProxies(['127.0.0.1']),
    onUnreadableForward: (address) => unreadable.push(address),
  })
  const networkFor = async (forwardedFor: string) => {
    const headers = { 'x-forwarded-for': forwardedFor }
    return (await fetch(`http://127.0.0.1:${place}/`, { headers })).text()
  }
  expect(await networkFor('203.0.113.51:44444')).toBe('203.0.113.51')
  expect(unreadable).toEqual([])
  expect(await networkFor('203.0.113.51, unknown')).toBe('unreadable')
  expect(unreadable).toEqual(['127.0.0.1'])
  await own.close({ idleMs: 0, graceMs: 0 })
})

/** After the start of the shutdown. */
const LATER_MS = 50

describe('a request in flight at a graceful shutdown', () => {
  it('is answered', async () => {
    const place = Number((await freePorts('PORT')).PORT)
    const begun = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    const closing = await listenHttp({
      port: place,
      host: 'localhost',
      name: 'test',
      fetch: () => {
        begun.resolve()
        return answer.promise
      },
    })
    const asked = fetch(`http://localhost:${place}/`, { headers: { connection: 'close' } })
    await begun.promise
    const closed = closing.close({ idleMs: 0, graceMs: 20_000 })
    setTimeout(() => answer.resolve(new Response('done')), LATER_MS)
    expect(await (await asked).text()).toBe('done')
    await closed
  })
})

describe('S-133: a body that HTTP does not send', () => {
  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
    ['HEAD', 204],
  ])(
    'is canceled: %s, %s, a stream that has begun, is silent, or never pauses',
    async (method, status) => {
      const open = new Set<string>()
      const streamOf = (path: string) =>
        new ReadableStream<Uint8Array>({
          start(controller) {
            open.add(path)
            if (path === '/begun') controller.enqueue(new Uint8Array(4))
          },
          pull: (controller) =>
            path === '/endless' ? controller.enqueue(new Uint8Array(4)) : new Promise(() => {}),
          cancel: () => void open.delete(path),
        })
      const port = await freePort()
      const own = await listenHttp({
        port,
        host: 'localhost',
        name: 'test',
        fetch: async ({ url }) => {
          const response = new Response(streamOf(new URL(url).pathname), {
            status,
            headers: { 'X-Kept': 'yes' },
          })
          // The adapter treats a response whose headers were read in another way.
          if (url.endsWith('/begun')) response.headers.set('X-Read', 'yes')
          return response
        },
      })
      const socket = connect(port, 'localhost').setEncoding('utf8')
      let answered = ''
      socket.on('data', (chunk: string) => void (answered += chunk))
      for (const path of ['/begun', '/silent', '/endless'])
        socket.write(`${method} ${path} HTTP/1.1\r\n${HOST}\r\n`)
      await expect.poll(() => answered.match(/x-kept: yes/gi)).toHaveLength(3)
      expect(answered).toContain(`HTTP/1.1 ${status} `)
      await expect.poll(() => [...open]).toEqual([])
      socket.destroy()
      await own.close({ idleMs: 0, graceMs: 0 })
    },
  )
})
