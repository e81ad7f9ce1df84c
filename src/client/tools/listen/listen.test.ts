import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CheckoutClient, verifyWebhook } from '../../index.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { runCheckout, type Variables } from '#proof/testing/cli/command-line.fixture.ts'
import { readDemoMerchant } from '#cli/compose/demo-merchant.ts'
import { readConfig } from '#cli/config.ts'
import { freePorts, type RunningCommand } from '#proof/testing/cli/server-process.fixture.ts'
import { startCommand, startServer } from '#proof/testing/cli/server.fixture.ts'

const LINE_TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`

let test: TestDatabase
let variables: Variables
let server: RunningCommand
let client: CheckoutClient
let merchant: { merchantId: string; apiKey: string; webhookSecret: string }
let byKey: Variables
beforeAll(async () => {
  test = await createTestDatabase()
  const ports = await freePorts('API_PORT', 'CHECKOUT_PORT', 'STORE_PORT', 'PRIVATE_PORT')
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-listen-'))
  variables = { ...ports, DATABASE_URL: test.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  server = await startServer('api', variables)
  const read = readConfig(variables)
  if (!read.ok) throw new Error(read.problems.join())
  merchant = readDemoMerchant(read.config)
  const { apiUrl: baseUrl } = read.config
  const { apiKey } = merchant
  client = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl })
  byKey = { API_URL: baseUrl, API_KEY: apiKey }
})
afterAll(async () => {
  await server.stop()
  await test.drop()
  rmSync(variables['DATA_DIR'] ?? '', { recursive: true })
})

let receiver: WebhookReceiver
const listening: RunningCommand[] = []
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  return () => receiver[Symbol.asyncDispose]()
})
afterEach(async () => {
  await Promise.all(listening.splice(0).map((listener) => listener.stop()))
})

async function listen(args: string, environment = byKey): Promise<RunningCommand> {
  const started = await startCommand(['listen', ...args.split(' ').filter(Boolean)], environment)
  listening.push(started)
  return started
}

async function createSession() {
  const { merchantId } = merchant
  return client.sessions.create({ merchantId, amount: 25_990, currency: 'BRL' })
}

async function pay() {
  const { id } = await createSession()
  await client.sandbox.simulate(id, { outcome: 'pay' })
  return id
}

const linesOf = (listener: RunningCommand) => listener.stdout().trim().split('\n')
const countOf = (text: string, listener: RunningCommand) =>
  linesOf(listener).filter((line) => line.includes(text)).length
const SOON = { timeout: 15_000 }

describe('checkout listen', () => {
  it('prints events and forwards them, signed and in order', async () => {
    const listener = await listen(`--forward ${receiver.url}`)
    const sessionId = await pay()
    await expect.poll(() => linesOf(listener).length, SOON).toBe(4)
    const types = []
    for (const { body, headers } of receiver.received) {
      const { id, type } = await verifyWebhook(body, headers, merchant.webhookSecret)
      types.push(type)
      const happened = `^${LINE_TIME}   --> ${type} \\[${id}\\]  ${sessionId}$`
      expect(listener.stdout()).toMatch(new RegExp(happened, 'm'))
      const forwarded = `^${LINE_TIME}  <--  \\[204\\] POST ${receiver.url} \\[${id}\\]$`
      expect(listener.stdout()).toMatch(new RegExp(forwarded, 'm'))
    }
    expect(types).toEqual(['payment.succeeded', 'session.completed'])
    expect(await listener.stop('SIGINT')).toBe(0)
    expect(linesOf(listener).at(-1)).toBe('2 events, 2 accepted, 0 refused')
    expect(listener.output()).not.toContain(merchant.webhookSecret.slice('whsec_'.length))
    expect(listener.output()).not.toContain(merchant.apiKey)
  })

  it("prints the receiver's answer, retries, and goes on", async () => {
    receiver.answer = (_, response) => {
      const isFirst = receiver.received.length === 1
      response.writeHead(isFirst ? 401 : 204).end(isFirst ? 'Invalid signature' : '')
    }
    const listener = await listen(`--forward ${receiver.url}`)
    await pay()
    const refused = / {2}<-- {2}\[401\] POST .+ {2}"Invalid signature" {2}again in 1 s$/m
    await expect.poll(() => listener.stdout(), SOON).toMatch(refused)
    await expect
      .poll(() => listener.output(), SOON)
      .toContain('npx --no hosted-checkout verify --help')
    await expect.poll(() => countOf('[204]', listener), SOON).toBe(2)
    expect(await listener.stop('SIGINT')).toBe(0)
    expect(linesOf(listener).at(-1)).toMatch(/^2 events, 2 accepted, 0 refused/)
  })

  it('prints that nothing listens at the address', async () => {
    const { PORT } = await freePorts('PORT')
    const listener = await listen(`--forward http://localhost:${PORT}/hooks`)
    await pay()
    const line = /\[nothing listens there\] POST http:\/\/localhost:\d+\/hooks .+ again in 1 s$/m
    await expect.poll(() => listener.stdout(), SOON).toMatch(line)
    await expect.poll(() => countOf('-->', listener), SOON).toBe(2)
    expect(await listener.stop('SIGINT')).toBe(0)
    expect(linesOf(listener).at(-1)).toBe('2 events, 0 accepted, 0 refused, 2 not finished')
  })

  it("starts at a session's first event, filters types, and prints JSON Lines", async () => {
    const sessionId = await pay()
    const listener = await listen(`--session ${sessionId} --events session.completed --json`)
    await pay()
    await client.sessions.refund(sessionId)
    await expect.poll(() => listener.stdout(), SOON).toContain('\n')
    expect(await listener.stop('SIGINT')).toBe(0)
    const documents = linesOf(listener).map((line) => JSON.parse(line) as object)
    expect(documents).toMatchObject([
      { object: 'notification', type: 'session.completed', sessionId },
      { object: 'summary', events: 1 },
    ])
  })

  it('works beside the server, for a merchant without a callback', async () => {
    const { stdout } = await runCheckout('merchants create --name Loja --json', variables)
    const { merchantId } = JSON.parse(stdout) as { merchantId: string }
    const listener = await listen(`--merchant ${merchantId}`, variables)
    const issued = await runCheckout(`keys issue --merchant ${merchantId} --json`, variables)
    const { apiKey } = JSON.parse(issued.stdout) as { apiKey: string }
    const { API_URL: baseUrl = '' } = byKey
    const loja = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl })
    const { id } = await loja.sessions.create({ merchantId, amount: 100, currency: 'BRL' })
    await pay()
    await loja.sandbox.simulate(id, { outcome: 'pay' })
    await expect.poll(() => linesOf(listener).length, SOON).toBe(2)
    expect(linesOf(listener)[1]).toContain(id)
    expect(await listener.stop('SIGTERM')).toBe(0)
    const keys = await runCheckout(`keys list --merchant ${merchantId} --json`, variables)
    const { length } = (JSON.parse(keys.stdout) as { revokedAt: string | null }[]).filter(
      ({ revokedAt }) => revokedAt !== null,
    )
    expect(length).toBe(1)
  })

  it('survives a restart of the server without loss or duplicates', async () => {
    const listener = await listen(`--forward ${receiver.url}`)
    const before = await pay()
    await expect.poll(() => receiver.received.length, SOON).toBe(2)
    await server.stop()
    await expect
      .poll(() => listener.output(), SOON)
      .toContain('The API does not answer: No answer from')
    server = await startServer('api', variables)
    const after = await pay()
    await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBe(4)
    expect(await listener.stop('SIGINT')).toBe(0)
    expect(listener.output().match(/does not answer/g)).toHaveLength(1)
    expect(listener.output().match(/answers again/g)).toHaveLength(1)
    const told = linesOf(listener).filter((line) => line.includes('-->'))
    expect(told.map((line) => line.split('  ').at(-1))).toEqual([before, before, after, after])
  })

  it.each([
    ['--forward store.example', {}, 64, 'must be an absolute http or https URL'],
    ['--events payment.succeded', {}, 64, 'has "payment.succeded", which is no event'],
    ['', {}, 64, 'Give --merchant, or the variables API_URL and API_KEY'],
    ['', { API_KEY: 'hp_x' }, 78, 'API_KEY is not an API key'],
  ])('refuses %j with %o', async (line, environment, exitCode, message) => {
    const ended = await runCheckout(`listen ${line}`, environment)
    expect([ended.exitCode, ended.stderr]).toEqual([exitCode, expect.stringContaining(message)])
  })

  it('refuses an unknown session', async () => {
    const ended = await runCheckout('listen --session cs_0Tq4mFhZ7Rk2vXw9sLd3Ye', byKey)
    expect([ended.exitCode, ended.stderr]).toEqual([1, expect.stringContaining('not_found')])
  })
})
