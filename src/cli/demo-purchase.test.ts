import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CheckoutClient } from '#client/index.ts'
import { PageCheckout } from '#contract/page.ts'
import type { Variables } from '#proof/testing/cli/command-line.fixture.ts'
import {
  freePorts,
  SANDBOX_PORTS,
  startProcess,
  type ServerProcess,
} from '#proof/testing/cli/server-process.fixture.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { openMutualTlsFetch } from '#sandbox/fakes/certificates/mutual-tls-fetch.ts'
import { readTestCa, readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'
import { statement } from '#server/database/engine/database.ts'
import { readDemoMerchant } from './compose/demo-merchant.ts'
import { readConfig } from './config.ts'

const SANDBOX = join(import.meta.dirname, '../sandbox')
const FAKES = join(SANDBOX, 'fakes')
const { cert, key } = readTestCertificate('bank-client')
const BANK = { cert, key }
const TIMEOUT = { timeout: 40_000, interval: 200 }

describe('npm start with the accounts of the fake bank', () => {
  let test: TestDatabase
  let server: ServerProcess
  let variables: Variables
  let payerPage: string
  let bought: { checkout: string; sessionId: string }
  beforeAll(async () => {
    test = await createTestDatabase()
    const { BANK_PORT, PAYER_PORT, ...ports } = await freePorts(
      ...SANDBOX_PORTS,
      'PROCESSOR_WEBHOOK_PORT',
      'BANK_PORT',
      'PAYER_PORT',
    )
    const directory = mkdtempSync(join(tmpdir(), 'demo-purchase-'))
    const accounts = join(directory, 'accounts.json')
    const text = readFileSync(join(FAKES, 'accounts.json'), 'utf8')
      .replaceAll('4250', BANK_PORT)
      .replaceAll('4251', PAYER_PORT)
      .replaceAll('file:certificates', `file:${join(FAKES, 'certificates')}`)
    writeFileSync(accounts, text)
    payerPage = `http://127.0.0.1:${PAYER_PORT}/pay`
    variables = { ...ports, DATABASE_URL: test.url, DATA_DIR: directory, PROCESSORS: accounts }
    // A process of its own: this is the file that `npm start` runs.
    server = await startProcess([join(SANDBOX, 'main.ts')], variables)
  })
  afterAll(async () => {
    await server.stop()
    await test.drop()
    rmSync(variables['DATA_DIR'] ?? '', { recursive: true })
  })

  const rows = (text: string, ...values: unknown[]) =>
    test.database.query(statement('test', text), values)

  /** Calls the page's backend like the page. */
  async function ask(url: string, body?: object): Promise<PageCheckout> {
    const { origin } = new URL(url)
    const response = await fetch(url, {
      headers: {
        origin,
        'x-checkout': '1',
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(await response.text())
    return PageCheckout.parse(await response.json())
  }

  /** Buys in the demo store; returns the URL of the payment page's backend, and the session's id. */
  async function buy(): Promise<{ checkout: string; sessionId: string }> {
    const bought = await fetch(`http://localhost:${variables['STORE_PORT']}/orders`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: `http://localhost:${variables['STORE_PORT']}` },
      body: new URLSearchParams({ product: 'beach-towel', quantity: '1' }),
    })
    expect(bought.status).toBe(303)
    const { origin, pathname } = new URL(bought.headers.get('location') ?? '')
    const [session] = await rows('select id from sessions order by created_at desc limit 1')
    return {
      checkout: `${origin}/api/checkout${pathname.replace('/c', '')}`,
      sessionId: String(session?.['id']),
    }
  }

  /** The demo store's merchant. */
  function merchant() {
    const read = readConfig(variables)
    if (!read.ok) throw new Error(read.problems.join())
    const { merchantId, apiKey } = readDemoMerchant(read.config)
    const baseUrl = read.config.apiUrl
    return {
      merchantId,
      client: new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl }),
    }
  }

  const CUSTOMER = { email: 'maria@example.com', name: 'Maria Silva', taxId: '11144477735' }

  it('pays by Pix at the bank, whose webhook by mutual TLS is confirmed, and tells the merchant', async () => {
    bought = await buy()
    const { checkout, sessionId } = bought
    const asked = await ask(`${checkout}/payments`, { method: 'pix', customer: CUSTOMER })
    expect(asked.payment).toMatchObject({ status: 'requires_action', action: { type: 'pix' } })
    const { action, id: paymentId } = asked.payment ?? {}
    const code = action?.type === 'pix' ? action.brCode : ''

    const paid = await fetch(payerPage, { method: 'POST', body: new URLSearchParams({ code }) })
    expect(paid.status).toBe(200)
    await expect
      .poll(() => ask(checkout), TIMEOUT)
      .toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    expect(
      await rows('select processor, status from payments where id = $1', paymentId),
    ).toMatchObject([{ processor: 'bank', status: 'succeeded' }])
    const notified = 'select processor from processor_notifications where payment_id = $1'
    await expect.poll(() => rows(notified, paymentId), TIMEOUT).toEqual([{ processor: 'bank' }])

    const given = `http://localhost:${variables['STORE_PORT']}/given-out/${sessionId}`
    await expect.poll(async () => (await fetch(given)).json(), TIMEOUT).toEqual({ fulfilled: 1 })
  })

  it('keeps cards and boletos at the simulator, which decides no payment of the bank', async () => {
    const { client, merchantId } = merchant()
    const create = () =>
      client.sessions.create({ merchantId, amount: 1990, currency: 'BRL', customer: CUSTOMER })
    const byCard = await create()
    await client.sandbox.simulate(byCard.id, { outcome: 'pay' })
    const { payment } = await client.sessions.get(byCard.id)
    expect(payment).toMatchObject({ status: 'succeeded', method: 'card' })
    const [row] = await rows('select processor from payments where id = $1', payment?.id)
    expect(row).toEqual({ processor: 'simulated' })

    const byPix = await create()
    await expect(client.sandbox.simulate(byPix.id, { outcome: 'pix_paid' })).rejects.toThrow(
      'pay it at its bank',
    )
    expect(await client.sessions.get(byPix.id)).toMatchObject({ status: 'open', payment: null })
  })

  it.each<[string, { cert?: string; key?: string }, string, number | undefined]>([
    ['the bank', BANK, '/processor/notifications/bank/pix', 204],
    ['the bank, at an account that asks for none', BANK, '/processor/notifications/simulated', 400],
    ['the bank, at the API', BANK, '/v1/sessions', 404],
    ['nobody', {}, '/processor/notifications/bank/pix', undefined],
  ])('takes notifications alone at the port for them: %s', async (_, client, path, status) => {
    const send = openMutualTlsFetch({ ca: readTestCa(), ...client })
    const post = async () => {
      const request = new Request(
        `https://localhost:${variables['PROCESSOR_WEBHOOK_PORT']}${path}`,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"pix":[]}' },
      )
      return (await send.fetch(request)).status
    }
    // A client without a certificate gets no answer at all.
    await expect(post().catch(() => undefined)).resolves.toBe(status)
    await send.close()
  })

  it('logs no warning and no error', () => {
    expect(server.output()).not.toMatch(/"level":[456]0/)
  })

  it('asks and refunds at a retired account, which takes no new payments', async () => {
    const { sessionId } = bought
    await server.stop()
    const file = z.object({ accounts: z.record(z.string(), z.object({}).loose()) }).loose()
    const path = variables['PROCESSORS'] ?? ''
    const { accounts, ...others } = file.parse(JSON.parse(readFileSync(path, 'utf8')))
    const retired = {
      ...others,
      accounts: { ...accounts, bank: { ...accounts['bank'], retired: true } },
      methods: { pix: 'simulated', card: 'simulated', boleto: 'simulated' },
    }
    writeFileSync(path, JSON.stringify(retired))
    server = await startProcess([join(SANDBOX, 'main.ts')], variables)

    const { client } = merchant()
    await client.sessions.refund(sessionId)
    const refunded = async () => (await client.sessions.get(sessionId)).amountRefunded
    await expect.poll(refunded, TIMEOUT).toBeGreaterThan(0)

    const { checkout } = await buy()
    const asked = await ask(`${checkout}/payments`, { method: 'pix', customer: CUSTOMER })
    const [row] = await rows('select processor from payments where id = $1', asked.payment?.id)
    expect(row).toEqual({ processor: 'simulated' })
  })
})
