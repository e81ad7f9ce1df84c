import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chargeOf, SHOP, SHOP_KEY, tokenRequest, txidOf } from '#proof/testing/pix-bank.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { openMutualTlsFetch, type MutualTls } from '../certificates/mutual-tls-fetch.ts'
import { readTestCa, readTestCertificate } from '../certificates/test-certificates.ts'
import { startPixBank } from './start-pix-bank.ts'

const COB = `/api/cob/${txidOf(1)}`
const ca = readTestCa()

async function start() {
  const bank = await startPixBank()
  onTestFinished(() => bank.close())
  return bank
}

function fetchWith(tls: MutualTls) {
  const { fetch, close } = openMutualTlsFetch(tls)
  onTestFinished(close)
  return fetch
}

const asShop = () => fetchWith({ ca, ...readTestCertificate('merchant-client') })

async function tokenFrom(apiUrl: string, fetch = asShop()): Promise<Response> {
  const { method, headers, body } = tokenRequest(SHOP)
  const init = { method, headers, body, duplex: 'half' }
  return fetch(new Request(`${apiUrl}/oauth/token`, init))
}

async function openShop(apiUrl: string) {
  const fetch = asShop()
  const { access_token: token } = (await (await tokenFrom(apiUrl, fetch)).json()) as {
    access_token: string
  }
  return (method: string, path: string, body?: object) =>
    fetch(
      new Request(apiUrl + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
}

/** The merchant's side of webhooks, by mutual TLS. */
async function openReceiver() {
  const received: { from: string; path: string | undefined; body: string }[] = []
  const options = { ...readTestCertificate('merchant-server'), ca, requestCert: true }
  const server = createServer({ ...options, rejectUnauthorized: true }, (request, response) => {
    const { socket } = request
    const from = socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : ''
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      received.push({ from, path: request.url, body })
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { received, url: `https://127.0.0.1:${port}/hooks` }
}

describe('mutual TLS', () => {
  it('lets the customer in', async () => {
    const { apiUrl } = await start()
    expect((await tokenFrom(apiUrl)).status).toBe(200)
  })

  it.each([
    ['no certificate', {}],
    ['a certificate of its own making', selfSignedCertificate('Test Merchant')],
  ])('refuses %s', async (_, shown) => {
    const { apiUrl } = await start()
    await expect(tokenFrom(apiUrl, fetchWith({ ca, ...shown }))).rejects.toThrow('fetch failed')
  })

  it("gives no token for another customer's certificate", async () => {
    const { apiUrl } = await start()
    const asOther = fetchWith({ ca, ...readTestCertificate('other-client') })
    expect((await tokenFrom(apiUrl, asOther)).status).toBe(401)
  })

  it('is not trusted by who does not know the test CA', async () => {
    const { apiUrl } = await start()
    const { cert } = selfSignedCertificate('localhost')
    const client = fetchWith({ ...readTestCertificate('merchant-client'), ca: cert })
    await expect(tokenFrom(apiUrl, client)).rejects.toThrow('fetch failed')
  })
})

describe('a bank that runs', () => {
  it('charges, is paid by its control, and sends the webhook with its certificate', async () => {
    const { apiUrl, controlUrl, control } = await start()
    const { received, url } = await openReceiver()
    const call = await openShop(apiUrl)
    expect((await call('PUT', `/api/webhook/${SHOP_KEY}`, { webhookUrl: url })).status).toBe(200)
    const { pixCopiaECola: code } = (await (await call('PUT', COB, chargeOf('1.00'))).json()) as {
      pixCopiaECola: string
    }
    const post = (path: string, body: object) =>
      fetch(controlUrl + path, { method: 'POST', body: JSON.stringify(body) })
    expect(await (await post('/pay', { code })).json()).toMatchObject({
      result: { status: 'paid' },
    })
    await expect.poll(() => received.length).toBe(1)
    const [webhook] = received
    expect(webhook).toMatchObject({
      from: readTestCertificate('bank-client').fingerprint,
      path: '/hooks/pix',
    })
    expect(JSON.parse(webhook?.body ?? '')).toMatchObject({ pix: [{ txid: txidOf(1) }] })

    const endToEndId = control.pix()[0]?.endToEndId
    expect(await (await post('/take-back', { endToEndId })).json()).toMatchObject({
      result: { amountMinor: 100 },
    })
    expect((await post('/take-back', { endToEndId: 'E0' })).status).toBe(400)
    expect((await post('/plan', { kind: 'call', day: 'sunny' })).status).toBe(400)
    expect(await (await fetch(`${controlUrl}/ledger`)).json()).toMatchObject({
      result: [{ kind: 'received' }, { kind: 'reversed' }],
    })
  })

  it('cuts the connection when an answer is lost', async () => {
    const { apiUrl, control } = await start()
    const call = await openShop(apiUrl)
    control.plan('call', 'lost after')
    await expect(call('PUT', COB, chargeOf('1.00'))).rejects.toThrow('fetch failed')
    expect((await call('GET', COB)).status).toBe(200)
  })
})
