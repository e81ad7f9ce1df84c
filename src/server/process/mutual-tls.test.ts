import { afterEach, describe, expect, it } from 'vitest'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { openMutualTlsFetch, type MutualTls } from '#sandbox/fakes/certificates/mutual-tls-fetch.ts'
import { readTestCa, readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'
import { trustedProxies, type Client } from '#http/client-address.ts'
import { listenHttp, type Listening, type ServerOptions } from './listen-http.ts'

const { cert: certificate, key } = readTestCertificate('merchant-server')
const bank = readTestCertificate('bank-client')
const ca = readTestCa()

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function serve(options: Partial<ServerOptions>) {
  const reached: (Client | undefined)[] = []
  const port = Number((await freePorts('PORT')).PORT)
  const server: Listening = await listenHttp({
    port,
    host: 'localhost',
    name: 'test',
    fetch: async (_, client) => {
      reached.push(client)
      return new Response('taken')
    },
    ...options,
  })
  opened.push(() => server.close({ idleMs: 0, graceMs: 0 }))
  return { port, reached }
}

function clientOf(tls: MutualTls) {
  const client = openMutualTlsFetch(tls)
  opened.push(client.close)
  return client.fetch
}

describe('S-91: a port with mutual TLS', () => {
  const MUTUAL_TLS = { certificate, key, authorities: [ca] }

  it("takes clients of its authorities, and names each one's certificate, also on later connections", async () => {
    const { port, reached } = await serve({ mutualTls: MUTUAL_TLS })
    const send = clientOf({ ca, cert: bank.cert, key: bank.key })
    for (const header of ['close', 'close', 'keep-alive']) {
      const request = new Request(`https://localhost:${port}/`, { headers: { connection: header } })
      expect(await (await send(request)).text()).toBe('taken')
    }
    const names = reached.map((client) => client?.certificate?.fingerprint256)
    expect(names).toEqual([bank.fingerprint, bank.fingerprint, bank.fingerprint])
  })

  const stranger = selfSignedCertificate('localhost')
  it.each<[string, MutualTls]>([
    ['without a certificate', { ca }],
    ['with a certificate of another authority', { ca, cert: stranger.cert, key: stranger.key }],
  ])('refuses a client %s', async (_, tls) => {
    const { port, reached } = await serve({ mutualTls: MUTUAL_TLS })
    await expect(clientOf(tls)(new Request(`https://localhost:${port}/`))).rejects.toThrow(
      'fetch failed',
    )
    await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow('fetch failed')
    expect(reached).toEqual([])
  })
})

describe('S-91: a header with a client certificate', () => {
  const der = Buffer.from(bank.cert.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  const HEADER = { clientCertificateHeader: 'x-client-cert' }
  const ask = async (options: Partial<ServerOptions>, value: string) => {
    const { port, reached } = await serve({ ...HEADER, ...options })
    await fetch(`http://localhost:${port}/`, { headers: { 'x-client-cert': value } })
    return reached[0]?.certificate?.fingerprint256
  }
  const proxies = trustedProxies(['127.0.0.1', '::1'])

  it.each([
    ['as nginx escapes it', encodeURIComponent(bank.cert)],
    ['by RFC 9440', `:${der.toString('base64')}:`],
    ['as Base64', der.toString('base64')],
  ])('is believed of a trusted proxy, %s', async (_, value) => {
    expect(await ask({ proxies }, value)).toBe(bank.fingerprint)
  })

  it.each(['', '%', ':nothing:', 'SUCCESS', encodeURIComponent('-----BEGIN CERTIFICATE-----')])(
    'with %o names nobody',
    async (value) => {
      expect(await ask({ proxies }, value)).toBeUndefined()
    },
  )

  it('is ignored of anybody else, and where none is configured', async () => {
    const value = encodeURIComponent(bank.cert)
    expect(await ask({}, value)).toBeUndefined()
    expect(await ask({ proxies: trustedProxies(['10.0.0.1']) }, value)).toBeUndefined()
    expect(await ask({ proxies, clientCertificateHeader: undefined }, value)).toBeUndefined()
  })
})
