import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutClient } from '#client/index.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { runCheckout, type Variables } from '#proof/testing/cli/command-line.fixture.ts'
import { readDemoMerchant } from './compose/demo-merchant.ts'
import { readConfig } from './config.ts'
import {
  freePorts,
  SANDBOX_PORTS,
  IS_READY,
  readinessAt,
  type RunningCommand,
  startServerProcess,
} from '#proof/testing/cli/server-process.fixture.ts'
import { startServer } from '#proof/testing/cli/server.fixture.ts'

describe('checkout serve', () => {
  let test: TestDatabase
  let variables: Variables
  let running: RunningCommand[] = []

  beforeAll(async () => {
    test = await createTestDatabase()
    const ports = await freePorts(...SANDBOX_PORTS)
    const dataDir = mkdtempSync(join(tmpdir(), 'checkout-serve-'))
    variables = { ...ports, DATABASE_URL: test.url, DATA_DIR: dataDir }
  })

  afterEach(async () => {
    await Promise.all(running.map((server) => server.stop()))
    running = []
  })

  afterAll(async () => {
    await test.drop()
    rmSync(variables['DATA_DIR'] ?? '', { recursive: true })
  })

  async function start(parts: string): Promise<RunningCommand> {
    // Processes on one machine need different private ports.
    const own = running.length > 0 && (await freePorts('PRIVATE_PORT'))
    const server = await startServer(parts, { ...variables, ...own })
    running.push(server)
    return server
  }

  async function createSession() {
    const result = readConfig(variables)
    if (!result.ok) throw new Error(result.problems.join())
    const { merchantId, apiKey } = readDemoMerchant(result.config)
    const baseUrl = result.config.apiUrl
    const client = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl })
    return client.sessions.create({ merchantId, amount: 25990, currency: 'BRL' })
  }

  function readAsPage(url: string): Promise<Response> {
    const { origin, pathname } = new URL(url)
    return fetch(`${origin}/api/checkout/${pathname.replace('/c/', '')}?locale=pt-BR`)
  }

  it('runs API and page in separate processes, connected over the network', async () => {
    await start('api,worker')
    await start('bff')
    const response = await readAsPage((await createSession()).url)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      status: 'open',
      amount: { text: 'R$\u00a0259,90' },
    })
  })

  it("runs the card's frame in a separate process, with the processor's key", async () => {
    await start('api')
    await start('fields')
    const response = await fetch(`http://localhost:${variables['FIELDS_PORT']}/card/pt-BR`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain(
      `frame-ancestors http://localhost:${variables['CHECKOUT_PORT']};`,
    )
    const html = await response.text()
    expect(html).toContain('Número do cartão')
    expect(html).toContain('"kty":"RSA"')
  })

  it.each(['bff', 'fields'])(
    'requires FIELDS_URL of %s in production, and neither MASTER_KEY nor PROCESSOR',
    async (part) => {
      const outcome = await runCheckout(`serve --only ${part}`, {
        ...variables,
        CHECKOUT_ENVIRONMENT: 'production',
        API_URL: 'https://api.example.com',
        CHECKOUT_URL: 'https://checkout.example.com',
      })
      expect(outcome).toMatchObject({ exitCode: 78 })
      expect(outcome.stderr).toContain('FIELDS_URL: is required in production')
      expect(outcome.stderr).not.toMatch(/MASTER_KEY|PROCESSOR/)
    },
  )

  it('shows the shopper a retry while the API is down, and recovers with it', async () => {
    const api = await start('api')
    await start('bff')
    const { url } = await createSession()
    await api.stop()
    const refused = await readAsPage(url)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'temporarily_unavailable' })

    await start('api')
    expect((await readAsPage(url)).status).toBe(200)
  })

  it("S-107: serves under Node's permission model, without child processes and writing only in DATA_DIR", async () => {
    const root = join(import.meta.dirname, '../..')
    const dataDir = variables['DATA_DIR'] ?? ''
    const flags = [
      '--permission',
      `--allow-fs-read=${root}`,
      `--allow-fs-read=${dataDir}`,
      `--allow-fs-write=${dataDir}`,
    ]
    // A process of its own: Node's permissions are its flags.
    running.push(await startServerProcess('api,worker,bff,fields,store', variables, flags))
    const { url } = await createSession()
    expect((await readAsPage(url)).status).toBe(200)
    await expect.poll(() => readinessAt(variables)).toEqual(IS_READY)
  })

  it('is ready while it serves, and ends with 0 on a stop', async () => {
    const server = await start('api,worker')
    await expect.poll(() => readinessAt(variables)).toEqual(IS_READY)
    expect(await server.stop()).toBe(0)
    await expect(fetch(`http://localhost:${variables['API_PORT']}/v1/health`)).rejects.toThrow(
      'fetch failed',
    )
  })

  it('S-100: serves metrics on the private port alone', async () => {
    await start('api')
    const metrics = await fetch(`http://127.0.0.1:${variables['PRIVATE_PORT']}/metrics`)
    expect(await metrics.text()).toContain('checkout_oldest_undelivered_seconds 0')
    const outside = await fetch(`http://localhost:${variables['API_PORT']}/metrics`)
    expect(outside.status).toBe(404)
  })

  it.each([
    ['bff', 'CHECKOUT_PORT', 'page'],
    ['fields', 'FIELDS_PORT', 'card_frame'],
  ] as const)(
    'S-46: %s alone logs and counts browser reports at once',
    async (part, port, document) => {
      await start(part)
      const count = `checkout_browser_reports_total{document="${document}",kind="policy"}`
      const told = async () =>
        (await fetch(`http://127.0.0.1:${variables['PRIVATE_PORT']}/metrics`)).text()
      expect(await told()).toContain(`${count} 0`)
      const taken = await fetch(`http://localhost:${variables[port]}/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report' },
        body: JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } }),
      })
      expect(taken.status).toBe(204)
      expect(await told()).toContain(`${count} 1`)
    },
  )

  it('S-35: logs once, and counts, requests forwarded by an untrusted proxy', async () => {
    const look = () =>
      fetch(`http://127.0.0.1:${variables['CHECKOUT_PORT']}/`, {
        headers: { 'x-forwarded-for': '198.51.100.1' },
      })
    const counted = async () =>
      /^checkout_unnamed_proxy_requests_total \d+$/m.exec(
        await (await fetch(`http://127.0.0.1:${variables['PRIVATE_PORT']}/metrics`)).text(),
      )?.[0]
    const open = { ...variables, HOST: '127.0.0.1' }
    const unnamed = await startServer('bff', open)
    running.push(unnamed)
    for (let turn = 0; turn < 3; turn++) expect((await look()).status).toBe(200)
    expect(await counted()).toBe('checkout_unnamed_proxy_requests_total 3')
    const lines = () => unnamed.output().match(/.*X-Forwarded-For came from.*/g)
    await expect.poll(lines).toHaveLength(1)
    expect(lines()?.[0]).toContain('set TRUSTED_PROXIES=127.0.0.1')
    expect(unnamed.output()).not.toContain('198.51.100.1')
    await unnamed.stop()

    const named = await startServer('bff', { ...open, TRUSTED_PROXIES: '127.0.0.0/8' })
    running.push(named)
    expect((await look()).status).toBe(200)
    expect(await counted()).toBe('checkout_unnamed_proxy_requests_total 0')
    expect(named.output()).not.toContain('X-Forwarded-For')
  })

  it('R-32: ends with 78 and names the variable when a port is in use', async () => {
    const other = createServer().listen(0, 'localhost')
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    const outcome = await runCheckout('serve --only api', { ...variables, API_PORT: port })
    other.close()
    expect(outcome).toMatchObject({ exitCode: 78 })
    expect(outcome.stderr).toContain(`port ${port} is in use`)
    expect(outcome.stderr).toContain('API_PORT')
  })

  it('R-32: ends with 78 when a processor cannot be loaded', async () => {
    const outcome = await runCheckout('serve --only api', {
      ...variables,
      PROCESSOR: './missing.ts',
    })
    expect(outcome).toMatchObject({ exitCode: 78 })
    expect(outcome.stderr).toContain('PROCESSOR "./missing.ts" could not be imported')
  })

  it('R-32: ends with one clear line when the database does not answer', async () => {
    const outcome = await runCheckout('serve --only api', {
      ...variables,
      DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x',
      DATABASE_WAIT_SECONDS: '0',
    })
    expect(outcome).toMatchObject({ exitCode: 1, stdout: '' })
    expect(outcome.stderr).toMatch(/^error: The database does not answer: .+\n$/)
  })

  it('ends with 64 for an unknown part', async () => {
    expect(await runCheckout('serve --only web', variables)).toMatchObject({ exitCode: 64 })
  })
})
