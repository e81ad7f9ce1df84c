import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { CheckoutClient, verifyWebhook } from '#client/index.ts'
import { CardSeal } from '#contract/checkout.ts'
import { PageCheckout } from '#contract/page.ts'
import { CHROMIUM } from '../chromium.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { payByCard } from '../pay-by-card.ts'
import { envelopeOf } from '../seal-card.ts'
import { selfSignedCertificate } from '../self-signed-certificate.ts'
import { type Outcome, type Variables, words } from './command-line.fixture.ts'
import { openNeighbours } from './neighbours.fixture.ts'
import { freePorts, type ServerProcess } from './server-process.fixture.ts'

const RECEIVER = 'store.merchant.test'
const CUSTOMER = { email: 'maria@example.com', name: 'Maria Silva', taxId: '11144477735' }
const FrameSession = z.object({ session: CardSeal.omit({ encryptionKey: true }) })

/** How production is run: from its bundle, or in a container. */
export interface ProductionRunner {
  /** The path of a file of this folder as the product sees it. */
  fixture(name: string): string
  /** The path of a file in the test's own folder as the product sees it. */
  own(name: string): string
  /** Runs a command. */
  run(args: readonly string[], variables: Variables): Promise<Outcome>
  /** Starts a server, with a module that Node loads before. */
  start(args: readonly string[], variables: Variables, preloaded: string): Promise<ServerProcess>
}

/** Tests of payments by every method in production, as a merchant and a shopper make them. `open` gets a folder of its own. */
export function testProduction(open: (directory: string) => Promise<ProductionRunner>): void {
  const directory = mkdtempSync(join(tmpdir(), 'checkout-production-'))
  const { received, startTls, startReceiver, close } = openNeighbours()
  let product: ProductionRunner
  let test: TestDatabase
  let variables: Variables
  let production: ServerProcess | undefined
  let shop: { client: CheckoutClient; merchantId: string; webhookSecret: string }

  beforeAll(async () => {
    product = await open(directory)
    test = await createTestDatabase()
    variables = await configure()
    await run('migrate')
    const merchant = await made<{ merchantId: string; webhookSecret: string }>(
      `merchants create --name Loja --callback-url https://${RECEIVER}/hooks --return-origin https://${RECEIVER}`,
    )
    const { merchantId, webhookSecret } = merchant
    const { apiKey } = await made<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
    const page = await made<{ apiKey: string }>('keys issue --kind checkout')
    variables['CHECKOUT_API_KEY'] = page.apiKey
    production = await product.start(['serve'], variables, 'receivers-nearby.fixture.ts')
    const client = new CheckoutClient({
      apiKey,
      environment: 'production',
      baseUrl: variables['API_URL'],
    })
    shop = { client, merchantId, webhookSecret }
  })
  afterAll(async () => {
    await production?.stop()
    close()
    await test.drop()
    rmSync(directory, { recursive: true, force: true })
  })

  async function configure(): Promise<Variables> {
    const ports = await freePorts(
      'API_PORT',
      'CHECKOUT_PORT',
      'FIELDS_PORT',
      'PRIVATE_PORT',
      'ADMIN_PORT',
    )
    const here = selfSignedCertificate('localhost')
    const there = selfSignedCertificate(RECEIVER)
    setDefaultCACertificates([...getCACertificates('default'), here.cert])
    writeFileSync(join(directory, 'authorities.pem'), here.cert + there.cert)
    const [api, page, fields] = await Promise.all(
      [ports.API_PORT, ports.CHECKOUT_PORT, ports.FIELDS_PORT].map((port) => startTls(here, port)),
    )
    return {
      ...ports,
      CHECKOUT_ENVIRONMENT: 'production',
      HOST: 'localhost',
      API_URL: `https://localhost:${api}`,
      CHECKOUT_URL: `https://localhost:${page}`,
      FIELDS_URL: `https://localhost:${fields}`,
      DATABASE_URL: test.url,
      DATA_DIR: product.own('data'),
      MASTER_KEY: randomBytes(32).toString('base64'),
      PROCESSOR: product.fixture('taking-processor.fixture.ts'),
      NODE_EXTRA_CA_CERTS: product.own('authorities.pem'),
      RECEIVER_PORT: String(await startReceiver(there)),
      DRAIN_SECONDS: '0',
    }
  }

  async function run(line: string): Promise<string> {
    const { exitCode, stdout, stderr } = await product.run(words(line), variables)
    expect(exitCode, `${line} says ${stderr}`).toBe(0)
    return stdout
  }

  async function made<T>(line: string): Promise<T> {
    return JSON.parse(await run(`${line} --json`)) as T
  }

  /** Calls the page's backend like the page. */
  async function ask(
    path: string,
    body?: object,
    idempotencyKey: string = randomUUID(),
  ): Promise<PageCheckout> {
    const origin = variables['CHECKOUT_URL'] ?? ''
    const response = await fetch(origin + path, {
      headers: {
        origin,
        'x-checkout': '1',
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(await response.text())
    return PageCheckout.parse(await response.json())
  }

  /** The event types of a session's webhooks, each verified with the merchant's secret. */
  async function toldOf(sessionId: string): Promise<string[]> {
    const all = await Promise.all(
      received.map(({ headers, body }) => verifyWebhook(body, headers, shop.webhookSecret)),
    )
    return all.filter(({ data }) => data.session?.id === sessionId).map(({ type }) => type)
  }

  /** A card in an envelope, with what the card frame of the session was given. */
  async function cardOf(reference: string, idempotencyKey: string) {
    const frame = await fetch(`${variables['FIELDS_URL']}/card/${reference}/en`)
    const [, data = ''] = /id="frame-data">([^<]*)</.exec(await frame.text()) ?? []
    const { session } = FrameSession.parse(JSON.parse(data))
    const encrypted = envelopeOf('e.e.e.e.e', session, { idempotencyKey })
    return { encrypted, brand: 'visa', lastFour: '4242' }
  }

  function createSession() {
    const { client, merchantId } = shop
    return client.sessions.create({
      merchantId,
      amount: 1990,
      currency: 'BRL',
      customer: CUSTOMER,
      locale: 'en',
    })
  }

  async function payByPix(page: Page, sessionId: string): Promise<void> {
    await page.getByRole('radio', { name: /^Pix/ }).check()
    await page.getByRole('button', { name: 'Get Pix code' }).click()
    const paymentOf = async () => (await shop.client.sessions.get(sessionId)).payment
    await expect.poll(paymentOf).toMatchObject({ status: 'requires_action' })
    await bePaid((await paymentOf())?.id ?? '')
  }

  it.each([
    ['card', { method: 'card', installments: 1 }, 'succeeded'],
    ['Pix', { method: 'pix' }, 'requires_action'],
    ['boleto', { method: 'boleto' }, 'requires_action'],
  ])('S-64: takes a payment by %s, and delivers its events', async (_, payment, atFirst) => {
    const { client } = shop
    const session = await createSession()
    expect((await fetch(session.url)).status, 'the page is built: npm run build').toBe(200)
    const reference = session.url.split('/').at(-1) ?? ''
    const path = `/api/checkout/${reference}`
    const key = randomUUID()
    const card = payment.method === 'card' && { card: await cardOf(reference, key) }
    const tried = await ask(`${path}/payments`, { ...payment, ...card }, key)
    expect(tried.payment).toMatchObject({ status: atFirst })

    if (atFirst === 'requires_action') await bePaid(tried.payment?.id ?? '')
    await expect.poll(() => ask(path)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    await expect
      .poll(() => toldOf(session.id), { timeout: 10_000 })
      .toEqual(expect.arrayContaining(['payment.succeeded', 'session.completed']))
    expect(await client.sessions.get(session.id)).toMatchObject({ status: 'complete' })
  })

  it('S-64: is paid by card and by Pix in a browser, on a page that says nothing of a sandbox', async () => {
    const browser = await chromium.launch(CHROMIUM)
    try {
      const page = await browser.newPage({ ignoreHTTPSErrors: true })
      for (const pay of [payByCard, payByPix]) {
        const session = await createSession()
        await page.goto(session.url)
        expect(await page.locator('body').innerText()).not.toMatch(/sandbox/i)
        await pay(page, session.id)
        await page.getByRole('heading', { name: 'Payment received' }).waitFor()
        await expect.poll(() => toldOf(session.id)).toContain('session.completed')
      }
    } finally {
      await browser.close()
    }
  })

  it.each(['/v1/sandbox/clock', '/v1/sandbox/notifications', '/simulator/payments'])(
    'has no %s',
    async (path) => {
      expect((await fetch(`${variables['API_URL']}${path}`)).status).toBe(404)
    },
  )

  it('logs no warning and no error', () => {
    expect(production?.output()).not.toMatch(/"level":[56]0/)
  })

  it('SIGTERM drains and ends it with 0', async () => {
    expect(await production?.stop()).toBe(0)
  })

  /** Sends the notification of a processor about a payment. */
  async function bePaid(paymentId: string): Promise<void> {
    const response = await fetch(`${variables['API_URL']}/processor/notifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ notificationId: randomUUID(), paymentId }),
    })
    expect(response.status).toBe(204)
  }
}
