import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { listenHttp, type Listening } from './listen-http.ts'

const CROWD = 200
const BODY = 'x'.repeat(300_000)

let port: number
let server: Listening
let reached: string[] = []
let isFull = true
beforeAll(async () => {
  port = Number((await freePorts('PORT')).PORT)
  server = await listenHttp({
    port,
    host: '127.0.0.1',
    name: 'test',
    fetch: async (request) => {
      reached.push(`${request.method} ${new URL(request.url).pathname}`)
      return new Response(await request.text())
    },
    admission: (method, target) =>
      isFull && target !== '/pay'
        ? { status: 503, headers: { 'Retry-After': '2' }, body: `no room: ${method} ${target}` }
        : undefined,
  })
})
afterAll(() => server.close({ idleMs: 0, graceMs: 0 }))

/** One keep-alive connection, with one request at a time. */
async function open() {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  return {
    async ask(method: string, path: string, body = '') {
      received = ''
      const length = `Content-Length: ${body.length}`
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: pay.example\r\n${length}\r\n\r\n${body}`)
      const end = () => /\r\n\r\n/.exec(received)?.index
      await expect.poll(end, { timeout: 20_000 }).toBeDefined()
      const bodyLength = Number(/content-length: (\d+)/i.exec(received)?.[1])
      await expect
        .poll(() => received.length - (end() ?? 0) - 4, { timeout: 20_000 })
        .toBe(bodyLength)
      return received
    },
    close: () => socket.destroy(),
  }
}

describe('R-29: a request that is shed', { timeout: 60_000 }, () => {
  it('gets its response without reaching the application, and the connection stays open', async () => {
    reached = []
    const line = await open()
    for (let time = 0; time < 3; time++) {
      const answer = await line.ask('GET', '/read')
      expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
      expect(answer).toContain('\r\nRetry-After: 2\r\n')
      expect(answer).toMatch(/\r\n\r\nno room: GET \/read$/)
    }
    expect(await line.ask('POST', '/pay', 'a payment')).toMatch(/^HTTP\/1\.1 200 .*a payment$/s)
    expect(reached).toEqual(['POST /pay'])
    line.close()
  })

  it('may have a body, which is discarded and not parsed as the next request', async () => {
    reached = []
    const line = await open()
    expect(await line.ask('POST', '/create', BODY)).toMatch(/^HTTP\/1\.1 503 /)
    expect(await line.ask('POST', '/create', 'GET /smuggled HTTP/1.1\r\n\r\n')).toMatch(
      /no room: POST \/create$/,
    )
    expect(await line.ask('POST', '/pay', BODY)).toMatch(/^HTTP\/1\.1 200 /)
    expect(reached).toEqual(['POST /pay'])
    line.close()
  })

  it('is one of a crowd: all get responses, repeatedly, and all are admitted once there are permits', async () => {
    reached = []
    const lines = await Promise.all(Array.from({ length: CROWD }, open))
    for (let time = 0; time < 3; time++) {
      const answers = await Promise.all(lines.map((line) => line.ask('GET', '/read')))
      expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 503 '))).toHaveLength(CROWD)
    }
    expect(reached).toEqual([])
    isFull = false
    const answers = await Promise.all(lines.map((line) => line.ask('GET', '/read')))
    isFull = true
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '))).toHaveLength(CROWD)
    for (const line of lines) line.close()
  })
})
