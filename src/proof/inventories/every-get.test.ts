import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { rmSync } from 'node:fs'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import type { Environment } from '#contract/environment.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { cardSeal } from '#contract/openapi/example-values.ts'
import { encodeComposition } from '#domain/composition-code.ts'
import { createSemaphore } from '#domain/limits/semaphore.ts'
import { createPersonLimits } from '#dashboard/server/person-limits.ts'
import type { Client } from '#http/client-address.ts'
import { createCardFrame } from '#page/bff/card-frame/card-frame.ts'
import { loadCardFrame } from '#page/bff/card-frame/load-card-frame.ts'
import { createApi } from '#server/api/api.ts'
import { createDocs } from '#server/api/docs/docs.ts'
import { issueKey, keyOfCheckout } from '#server/service/keys/issue-key.ts'
import { createConcurrencyLimit } from '#server/limits/concurrency-limit.ts'
import { createMetrics } from '#server/monitoring/metrics.ts'
import { createPrivateApp } from '#server/monitoring/private-app.ts'
import { listenHttp, type Listening } from '#server/process/listen-http.ts'
import { addTenant } from '../testing/dashboard/actions.ts'
import { openTestDashboard, type TestDashboard } from '../testing/dashboard/open-dashboard.ts'
import { startTestApi } from '../testing/api.ts'
import { API_URL } from '../testing/api-url.ts'
import { collectGarbage } from '../testing/collect-garbage.ts'
import { freePort } from '../testing/free-port.ts'
import { openBff, useStandInBuild } from '../testing/page/bff.fixture.ts'
import { exampleCheckout, examplePayment, REFERENCE } from '../testing/page/checkout.fixture.ts'
import { writeStandInFrame } from '../testing/page/stand-in-frame.fixture.ts'
import { openStore } from '../testing/sandbox/store.fixture.ts'
import { SECRET } from '../testing/simulation.ts'
import { createTestSession } from '../testing/shopper.ts'

useStandInBuild()

/** More than one session, and one person, may hold at once. */
const TIMES = 8
const HEAP_GROWTH_MAX = 24 * 1024 * 1024
const PERMITS = 3
const STREAM_READ_MS = 100
const COLLECTS_MS = 60

interface Part {
  fetch: (request: Request, client: Client) => Response | Promise<Response>
  routes: readonly { method: string; path: string }[]
  /** A value for each parameter of a path. Default: `x`. */
  values?: Readonly<Record<string, string>>
  query?: string
  headers?: Readonly<Record<string, string>>
  host?: string
  /** Permits that are held. */
  held?: () => number
  /** What is recorded of requests that deliver nothing. */
  recorded?: () => Promise<unknown>
}

const CLOSING: (() => unknown)[] = []
const parts = new Map<string, Part>()
beforeAll(async () => {
  for (const [name, open] of Object.entries(PARTS)) parts.set(name, await open())
})
afterAll(async () => {
  for (const close of CLOSING.toReversed()) await close()
})

/** Counts the permits of a semaphore that are held. */
function counted(max: number) {
  const semaphore = createSemaphore({ permitsMax: max })
  let held = 0
  return {
    held: () => held,
    acquire() {
      const release = semaphore.acquire()
      if (release === undefined) return undefined
      held += 1
      return () => {
        held -= 1
        release()
      }
    },
  }
}

const LOGO_URL = 'https://loja.example/logo.png'
const BOLETO = exampleCheckout({
  merchant: {
    ...exampleCheckout().merchant,
    brand: { ...exampleCheckout().merchant.brand, logoUrl: LOGO_URL },
  },
  payment: {
    ...examplePayment,
    method: 'boleto',
    status: 'requires_action',
    card: null,
    succeededAt: null,
    action: {
      type: 'boleto',
      barcode: '00193164100000259900000001234567000123456717',
      digitableLine: '00190000090123456700301234567171316410000025990',
      number: '00000012345',
      dueDate: '2026-11-23',
    },
  },
})

const openPage = (reference: string, environment: Environment) => async (): Promise<Part> => {
  const pages = counted(PERMITS)
  const { bff, checkout } = openBff({
    environment,
    acquirePage: () => pages.acquire(),
    securityContact: 'mailto:a@b.example',
    lookUpPlace: async () => null,
    clock: () => new Date(),
  })
  checkout.read.mockImplementation(async () => BOLETO)
  CLOSING.push(() => bff.close())
  const session = { currency: 'BRL', amount: 25_990 }
  const code = await encodeComposition({
    merchant: { name: 'Loja', country: 'BR', logoUrl: LOGO_URL },
    session,
  })
  return {
    ...bff,
    held: pages.held,
    values: {
      reference: reference.replace('{code}', code ?? ''),
      code: code ?? '',
      name: 'logo',
      cep: '01310100',
    },
  }
}

const openDashboard = async (): Promise<Part> => {
  const exports = { held: 0 }
  const limits = createPersonLimits()
  const opened: TestDashboard = await openTestDashboard('sandbox', null, {
    limits: {
      ...limits,
      acquireExport(userId) {
        const release = limits.acquireExport(userId)
        if (release === undefined) return undefined
        exports.held += 1
        return () => {
          exports.held -= 1
          release()
        }
      },
    },
  })
  CLOSING.push(() => opened.close())
  const { merchantId, paid, eventId } = await addTenant(opened)
  const browser = opened.browser()
  const { token } = await opened.invite()
  await browser.post('/api/sign-in/link', { token })
  const days = 'from=2020-01-01&to=2036-01-01&tz=UTC&format=csv'
  return {
    ...opened.dashboard,
    held: () => exports.held,
    recorded: () => opened.sql(`select count(*) from audit_log where action = 'export.started'`),
    values: { list: 'payments', id: paid.sessionId, sessionId: paid.sessionId, eventId },
    query: `?merchant=${merchantId}&${days}`,
    host: new URL(opened.adminUrl).host,
    headers: { cookie: browser.cookie() ?? '', 'sec-fetch-site': 'same-origin' },
  }
}

const openApi =
  (kind: 'checkout' | 'merchant', environment: Environment) => async (): Promise<Part> => {
    const api = await startTestApi({ environment })
    CLOSING.push(() => api.close())
    // A call that only reads gets half of them.
    const concurrencyLimit = createConcurrencyLimit(2)
    const { context } = api
    const document = openApiDocument({ environment, apiUrl: API_URL, version: '1.2.3' })
    const app = createApi(context, {
      ...api.joined,
      apiUrl: API_URL,
      metrics: createMetrics(),
      requestsPerSecond: 100_000,
      callsUnderWayMax: TIMES,
      concurrencyLimit,
      mounts: {
        ...(await createDocs({ document, random: context.random })),
      },
    })
    const session = await createTestSession(api)
    const { apiKey } =
      kind === 'checkout' ? await issueKey(context, keyOfCheckout(environment)) : api.merchant
    return {
      fetch: (request, client) => app.fetch(request, client),
      routes: app.routes,
      values: { id: session.id, reference: session.reference, name: 'logo' },
      query: '?waitSeconds=20',
      headers: { 'x-api-key': apiKey },
      held: () => (concurrencyLimit.hasPermit('read') ? 0 : 1),
    }
  }

const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  page: openPage(REFERENCE, 'sandbox'),
  'page of a preview': openPage('preview.boleto.{code}', 'sandbox'),
  'page in production': openPage(REFERENCE, 'production'),
  dashboard: openDashboard,
  'API, to a merchant': openApi('merchant', 'sandbox'),
  'API, to the page': openApi('checkout', 'sandbox'),
  'API in production, to a merchant': openApi('merchant', 'production'),
  'API in production, to the page': openApi('checkout', 'production'),
  async simulator() {
    const api = await startTestApi()
    CLOSING.push(() => api.close())
    const { simulator } = api.simulation
    const { fetch, routes } = simulator
    const open = await createTestSession(api)
    const { payment } = (await open.payByCard('4000002500003155')).as(Checkout)
    const url = payment?.action?.type === 'challenge' ? payment.action.url : ''
    return {
      fetch,
      routes,
      values: { id: payment?.id ?? '', token: url.slice(url.lastIndexOf('/') + 1) },
      query: '?since=2026-11-20T00:00:00.000Z',
      headers: { authorization: `Bearer ${SECRET}` },
    }
  },
  async fields() {
    const directory = writeStandInFrame()
    CLOSING.push(() => rmSync(directory, { recursive: true }))
    const key = { kid: 'k-1', kty: 'RSA' as const, n: 'abc', e: 'AQAB' }
    const frame = createCardFrame({
      client: {
        checkout: {
          cardEncryptionKey: async () => key,
          cardSeal: async () => ({ ...cardSeal, encryptionKey: key }),
        },
      },
      build: await loadCardFrame(directory),
      environment: 'sandbox',
      checkoutUrl: 'https://checkout.example.com',
      fieldsUrl: 'https://fields.example.com',
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      clock: () => new Date(),
    })
    return { ...frame, values: { reference: REFERENCE, locale: 'en' } }
  },
  async 'private port'() {
    const app = createPrivateApp({
      database: {
        healthy: async () => true,
        isReadOnly: async () => false,
        pendingMigrations: async () => [],
      },
      metrics: createMetrics(),
      phase: () => 'serving',
    })
    return { fetch: (asked) => app.fetch(asked), routes: app.routes }
  },
  async 'demo store'() {
    return openStore().store
  },
}

/** The addresses of what GET reads, from the router itself. */
function addressesOf({ routes, values = {}, query = '' }: Part): string[] {
  const paths = routes
    .filter(({ method, path }) => method === 'GET' || (method === 'ALL' && path !== '/*'))
    .map(({ path }) =>
      path
        .replaceAll(
          /:(\w+)(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g,
          (_, name: string) => values[name] ?? 'x',
        )
        .replaceAll('*', 'x'),
    )
  return [...new Set(paths)].map((path) => encodeURI(path + query))
}

async function heapInUse(): Promise<number> {
  const stop = collectGarbage()
  await sleep(COLLECTS_MS)
  stop()
  return process.memoryUsage().heapUsed
}

interface Answered {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

async function serve({ fetch, headers = {}, host }: Part) {
  const port = await freePort()
  const server: Listening = await listenHttp({ fetch, port, host: '127.0.0.1', name: 'part' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const open = (method: string, path: string, own?: Agent) =>
    request({
      port,
      method,
      path,
      agent: own ?? false,
      headers: { ...headers, ...(host !== undefined && { host }) },
    })
  return {
    /** The whole response; of a stream, its beginning. */
    ask: (method: 'GET' | 'HEAD', path: string) =>
      new Promise<Answered>((resolve, reject) => {
        const asked = open(method, path, method === 'HEAD' ? agent : undefined)
        asked.on('error', reject)
        asked.on('response', (response) => {
          let body = ''
          const done = () =>
            resolve({ status: response.statusCode, headers: response.headers, body })
          response.on('data', (chunk: Buffer) => void (body += chunk.toString()))
          response.on('error', () => undefined)
          response.on('end', done)
          if (method === 'HEAD') return
          setTimeout(() => {
            asked.destroy()
            done()
          }, STREAM_READ_MS).unref()
        })
        asked.end()
      }),
    abort: async (path: string) => {
      const asked = open('GET', path)
      asked.on('error', () => undefined)
      asked.end()
      await new Promise<void>((resolve) => asked.once('finish', resolve))
      asked.destroy()
      await setImmediate()
    },
    close: async () => {
      agent.destroy()
      await server.close({ idleMs: 0, graceMs: 0 })
    },
  }
}

// A long poll that waits for its 20 seconds at each HEAD takes longer.
const PATIENCE_MS = TIMES * 15_000

describe.each(Object.keys(PARTS))('S-133: each GET of the %s', { timeout: PATIENCE_MS }, (name) => {
  it('keeps nothing when it is asked by HEAD or aborted, and HEAD has its status', async () => {
    const part = parts.get(name)
    if (part === undefined) throw new Error('not opened')
    const { held = () => 0, recorded = async () => undefined } = part
    const served = await serve(part)
    const addresses = addressesOf(part)
    expect(addresses).not.toEqual([])
    const heap = await heapInUse()
    for (const path of addresses) {
      const got = await served.ask('GET', path)
      // What is left at its beginning is recorded a moment later.
      await expect.poll(held, { timeout: 5000 }).toBe(0)
      const before = await recorded()
      for (let turn = 0; turn < TIMES; turn++) await served.abort(path)
      await expect.poll(held, { timeout: 5000 }).toBe(0)
      const status = async () => (await served.ask('HEAD', path)).status
      await expect.poll(status, { timeout: 5000 }).toBe(got.status)
      const heads: Answered[] = []
      for (let turn = 0; turn < TIMES; turn++) heads.push(await served.ask('HEAD', path))
      expect([path, held()]).toEqual([path, 0])
      expect([path, await recorded()]).toEqual([path, before])
      expect([path, (await served.ask('GET', path)).status]).toEqual([path, got.status])
      for (const head of heads)
        expect([path, head.status, head.body]).toEqual([path, got.status, ''])
      const fixed = Object.entries(heads[0]?.headers ?? {}).filter(
        ([key]) => !VARYING.includes(key),
      )
      for (const [key, value] of fixed)
        expect([path, key, value]).toEqual([path, key, got.headers[key]])
    }
    await expect.poll(held, { timeout: 5000 }).toBe(0)
    expect((await heapInUse()) - heap).toBeLessThan(HEAP_GROWTH_MAX)
    await served.close()
  })
})

/** Of one response alone, or of its connection. */
const VARYING = [
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'ratelimit',
  'transfer-encoding',
  'x-request-id',
]
