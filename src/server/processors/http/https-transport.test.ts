import { createServer as createPlainServer, type ServerResponse } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import {
  chargeOf,
  CLIENT,
  contextOf,
  KNOWN,
  PAYMENT_ID,
  SETTINGS,
} from '#proof/testing/api-pix/open-test-adapter.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { isProcessorNotAsked } from '../processor.ts'
import { createProcessor } from '../api-pix/api-pix.ts'
import { AnswerBroken, NotConnected, type HttpCall } from './http.ts'
import { createHttpsTransport } from './https-transport.ts'

const SERVER = selfSignedCertificate('localhost')
const STRANGER = selfSignedCertificate('localhost')
const MUTUAL = { ...SERVER, ca: CLIENT.cert, requestCert: true, rejectUnauthorized: true }
/** As many as the transport opens at once. */
const SOCKETS = 64
const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
})

type Listener = Parameters<typeof createServer>[1]

/** A bank on this machine; counts its connections. */
async function listen(listener: NonNullable<Listener>, options: ServerOptions = MUTUAL) {
  const server = createServer(options, listener)
  open.push(server)
  let connections = 0
  server.on('secureConnection', () => (connections += 1))
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `https://localhost:${port}/cob`, connections: () => connections }
}

const transportOf = ({ key, cert } = CLIENT, authorities = SERVER.cert) =>
  createHttpsTransport({ identity: { certificate: cert, key }, authorities })

const call = (url: string, changes: Partial<HttpCall> = {}): HttpCall => ({
  method: 'PUT',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"a":"ã"}',
  timeoutMs: 20_000,
  ...changes,
})

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(Error)
  return error as Error
}

// tests guard: kept-connection

describe('requests over mutual TLS', () => {
  it('are sent and answered, and keep their connection', async () => {
    const { url, connections } = await listen((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part) => (body += part))
      request.on('end', () => response.writeHead(201).end(request.method + body))
    })
    const transport = transportOf()
    for (let count = 0; count < 3; count++)
      expect(await transport(call(url))).toMatchObject({ status: 201, text: 'PUT{"a":"ã"}' })
    expect(connections()).toBe(1)
  })

  it('leave nothing behind at a connection that is kept', async () => {
    const warnings: string[] = []
    const note = ({ name }: Error) => void warnings.push(name)
    process.on('warning', note)
    const { url, connections } = await listen((_, response) => {
      response.end('{}')
    })
    const transport = transportOf()
    for (let count = 0; count < 20; count++) await transport(call(url))
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    process.off('warning', note)
    expect(connections()).toBe(1)
    expect(warnings).toEqual([])
  })

  it('are sent once more when the bank has closed a kept connection', async () => {
    let count = 0
    const { url } = await listen((request, response) => {
      count += 1
      if (count === 2) request.socket.destroy()
      else response.end(String(count))
    })
    const transport = transportOf()
    expect((await transport(call(url))).text).toBe('1')
    expect((await transport(call(url))).text).toBe('3')
  })

  it.each([
    ['that breaks off', (destroy: () => void) => destroy(), 20_000],
    ['that is silent', () => undefined, 2000],
  ])('may have been carried out by a bank %s', async (_, act, timeoutMs) => {
    const { url } = await listen((request) => act(() => request.socket.destroy()))
    const error = await failureOf(transportOf()(call(url, { timeoutMs })))
    expect(error).not.toBeInstanceOf(NotConnected)
    expect(error.message).toBe(timeoutMs === 2000 ? 'timeout' : 'ECONNRESET')
  })

  it('may have been carried out by a silent bank after it waited for a kept connection', async () => {
    const { url } = await listen((request, response) => {
      if (request.url !== '/last') setTimeout(() => response.end('{}'), 100)
      else request.resume()
    })
    const transport = transportOf()
    const others = Array.from({ length: SOCKETS }, () => transport(call(url)))
    const last = new URL('/last', url).href
    const error = await failureOf(transport(call(last, { timeoutMs: 8000 })))
    await Promise.all(others)
    expect(error).not.toBeInstanceOf(NotConnected)
    expect(error.message).toBe('timeout')
  })

  it('may have been carried out when the answer breaks off, or is too long', async () => {
    const cut = await listen((request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('1')
      setTimeout(() => request.socket.destroy(), 50)
    })
    const long = await listen((_, response) => {
      response.end('x'.repeat(5 * 1024 * 1024))
    })
    expect(await failureOf(transportOf()(call(cut.url)))).not.toBeInstanceOf(NotConnected)
    const { message } = await failureOf(transportOf()(call(long.url)))
    expect(message).toBe('the answer is longer than 4 MiB')
    const short = createHttpsTransport({
      identity: { certificate: CLIENT.cert, key: CLIENT.key },
      authorities: SERVER.cert,
      answerMibMax: 1,
    })
    expect((await failureOf(short(call(long.url)))).message).toBe('the answer is longer than 1 MiB')
  })

  it('S-135: tell an answer that cannot be read from silence', async () => {
    const head = (response: ServerResponse) =>
      void response.writeHead(200, { 'content-length': '10' }).write('1')
    const servers: [NonNullable<Listener>, isAnswer: boolean][] = [
      [(_, response) => head(response), true],
      [
        (request, response) => {
          head(response)
          setTimeout(() => request.socket.destroy(), 50)
        },
        true,
      ],
      [(_, response) => response.end('x'.repeat(5 * 1024 * 1024)), true],
      [(request) => request.socket.end('no HTTP\r\n\r\n'), true],
      [(request) => request.socket.destroy(), false],
      [() => undefined, false],
    ]
    for (const [serve, isAnswer] of servers) {
      const { url } = await listen(serve)
      const error = await failureOf(transportOf()(call(url, { timeoutMs: 2000 })))
      expect(error instanceof AnswerBroken).toBe(isAnswer)
    }
  })
})

describe('requests over TLS without an identity', () => {
  const withoutIdentity = (authorities?: string) => createHttpsTransport({ authorities })

  it('are sent and answered, show no certificate, and keep their connection', async () => {
    const { url, connections } = await listen(
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate()
        response.end(JSON.stringify({ subject }))
      },
      { ...SERVER, requestCert: true, rejectUnauthorized: false },
    )
    const transport = withoutIdentity(SERVER.cert)
    for (let count = 0; count < 2; count++)
      expect(await transport(call(url))).toMatchObject({ status: 200, text: '{}' })
    expect(connections()).toBe(1)
  })

  it.each([
    ['of nobody that Node knows', undefined],
    ['of another authority', STRANGER.cert],
  ])('are not sent to a server %s', async (_, authorities) => {
    let requests = 0
    const { url } = await listen(() => (requests += 1), SERVER)
    expect(await failureOf(withoutIdentity(authorities)(call(url)))).toBeInstanceOf(NotConnected)
    expect(requests).toBe(0)
  })

  it('are not read by a server that wants a certificate', async () => {
    let requests = 0
    const { url } = await listen(() => (requests += 1))
    await failureOf(withoutIdentity(SERVER.cert)(call(url)))
    expect(requests).toBe(0)
  })
})

describe('an account', () => {
  const openAccount = (url: string, changes = {}) => {
    const { origin } = new URL(url)
    const addresses = { baseUrl: `${origin}/api`, tokenUrl: `${origin}/token` }
    const settings = { ...SETTINGS, ...addresses, authorities: SERVER.cert, ...changes }
    return createProcessor(contextOf({ settings }))
  }

  it('asks its bank over one kept connection', async () => {
    const { url, connections } = await listen(({ url, headers }, response) => {
      const isToken = url === '/token'
      const isAllowed = isToken || headers.authorization === 'Bearer t'
      const body = isToken ? { access_token: 't', expires_in: 300 } : chargeOf()
      response.writeHead(isAllowed ? 200 : 401).end(JSON.stringify(body))
    })
    const processor = openAccount(url)
    for (let count = 0; count < 2; count++)
      expect(await processor.inquire(PAYMENT_ID, KNOWN)).toMatchObject({
        status: 'requires_action',
      })
    expect(connections()).toBe(1)
  })

  it('asks nothing of a bank that it does not believe, or that refuses its certificate', async () => {
    const { url } = await listen((_, response) => {
      response.end('{}')
    })
    for (const changes of [
      { authorities: STRANGER.cert },
      { certificate: STRANGER.cert, key: STRANGER.key },
    ]) {
      const inquiry = openAccount(url, changes).inquire(PAYMENT_ID, KNOWN)
      await expect(inquiry).rejects.toSatisfy(isProcessorNotAsked)
    }
  })
})

describe('nothing is sent', () => {
  it('when nobody listens', async () => {
    const { url } = await listen(() => undefined)
    const server = open.pop()
    await new Promise((resolve) => server?.close(resolve))
    const error = await failureOf(transportOf()(call(url)))
    expect(error).toBeInstanceOf(NotConnected)
  })

  it("when the bank's certificate is not of its authorities", async () => {
    let requests = 0
    const { url } = await listen(() => (requests += 1))
    const error = await failureOf(transportOf(CLIENT, STRANGER.cert)(call(url)))
    expect(error).toBeInstanceOf(NotConnected)
    expect(requests).toBe(0)
  })

  it("when the bank's certificate is of another name", async () => {
    const other = selfSignedCertificate('other.example')
    const { url } = await listen(() => undefined, { ...MUTUAL, ...other })
    const error = await failureOf(transportOf(CLIENT, other.cert)(call(url)))
    expect(error).toMatchObject({ name: 'NotConnected', message: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'that the bank reads, when it refuses our certificate by %s',
    async (version) => {
      let requests = 0
      const { url } = await listen(() => (requests += 1), {
        ...MUTUAL,
        minVersion: version,
        maxVersion: version,
      })
      await failureOf(transportOf(STRANGER)(call(url)))
      expect(requests).toBe(0)
    },
  )

  it('below TLS 1.2', async () => {
    const { url } = await listen(() => undefined, {
      ...MUTUAL,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL:@SECLEVEL=0',
    })
    expect(await failureOf(transportOf()(call(url)))).toBeInstanceOf(NotConnected)
  })
})

describe('requests to this machine without TLS', () => {
  it('are sent and answered with headers, keep their connection, and know when there is none', async () => {
    let connections = 0
    const server = createPlainServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(201, { 'Transient-Error': 'true' }).end('{}')
      })
    }).on('connection', () => (connections += 1))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const transport = createHttpsTransport()
    for (let count = 0; count < 3; count++)
      expect(await transport(call(url))).toMatchObject({
        status: 201,
        text: '{}',
        headers: { 'transient-error': 'true' },
      })
    expect(connections).toBe(1)
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
    expect(await failureOf(transport(call(url)))).toBeInstanceOf(NotConnected)
  })
})
