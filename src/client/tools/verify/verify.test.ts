import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutClient, type SignedNotification } from '../../index.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { runCheckout, type Variables } from '#proof/testing/cli/command-line.fixture.ts'
import { readDemoMerchant } from '#cli/compose/demo-merchant.ts'
import { readConfig } from '#cli/config.ts'
import { freePorts, type RunningCommand } from '#proof/testing/cli/server-process.fixture.ts'
import { startServer } from '#proof/testing/cli/server.fixture.ts'

const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

let test: TestDatabase
let server: RunningCommand
let directory: string
let beside: Variables
let byKey: Variables
let secret: string
let merchantId: string
let notification: SignedNotification
beforeAll(async () => {
  test = await createTestDatabase()
  const ports = await freePorts('API_PORT', 'CHECKOUT_PORT', 'STORE_PORT', 'PRIVATE_PORT')
  directory = mkdtempSync(join(tmpdir(), 'checkout-verify-'))
  beside = { ...ports, DATABASE_URL: test.url, DATA_DIR: directory, LOG_LEVEL: 'warn' }
  server = await startServer('api', beside)
  const read = readConfig(beside)
  if (!read.ok) throw new Error(read.problems.join())
  const demo = readDemoMerchant(read.config)
  ;({ merchantId, webhookSecret: secret } = demo)
  const { apiKey } = demo
  byKey = { API_URL: read.config.apiUrl, API_KEY: apiKey }
  const client = new CheckoutClient({ apiKey, baseUrl: read.config.apiUrl })
  const description = 'Pedido de São João'
  const order = { merchantId, amount: 25_990, currency: 'BRL', description }
  const { id: sessionId } = await client.sessions.create(order)
  await client.sandbox.simulate(sessionId, { outcome: 'pay' })
  const [first] = (await client.sandbox.notifications.list({ sessionId })).data
  if (first === undefined) throw new Error('nothing happened')
  notification = first
})
afterAll(async () => {
  await server.stop()
  await test.drop()
  rmSync(directory, { recursive: true })
})

function save(name: string, content: string): string {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

/** Writes a received request to files. */
function saved({ headers = {}, body = notification.body }: { headers?: object; body?: string }) {
  const all = { ...notification.headers, 'content-type': 'application/json', ...headers }
  return `--headers ${save('headers.json', JSON.stringify(all))} --body ${save('body.json', body)}`
}

/** The notification under another id, which its body repeats. */
function underId(id: string) {
  const body = notification.body.replaceAll(notification.id, id)
  return { headers: { 'webhook-id': id }, body }
}

async function verify(line: string, environment: Variables) {
  const { exitCode, stdout, stderr } = await runCheckout(`verify ${line} --json`, environment)
  expect(stdout + stderr).not.toContain(secret.slice('whsec_'.length))
  const found = JSON.parse(stdout) as { valid: boolean; advice: string }
  return { exitCode, ...found }
}

const written = () => JSON.stringify(JSON.parse(notification.body), null, 2)

describe('checkout verify', () => {
  it('0 for what the standardwebhooks library accepts, from a whole request', async () => {
    const { headers, body } = notification
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const head = ['POST /webhooks HTTP/1.1', ...lines, `content-length: ${Buffer.byteLength(body)}`]
    const file = save('request.txt', `${[...head, '', body].join('\r\n')}\n`)
    const found = await verify(`--request ${file}`, { WEBHOOK_SECRET: secret })
    expect(found).toMatchObject({ exitCode: 0, valid: true, notes: [] })
  })

  it.each([
    ['the variable', () => ({ line: '', environment: { WEBHOOK_SECRET: secret } })],
    ['--merchant', () => ({ line: `--merchant ${merchantId}`, environment: beside })],
  ])('takes the secret of %s', async (_, given) => {
    const { line, environment } = given()
    expect(await verify(`${saved({})} ${line}`, environment)).toMatchObject({ valid: true })
  })

  it('1 with the cause and the remedy, for people', async () => {
    const files = saved({ body: written() })
    const ended = await runCheckout(`verify ${files}`, { WEBHOOK_SECRET: secret })
    expect([ended.exitCode, ended.stderr]).toEqual([1, ''])
    expect(ended.stdout).toMatch(/^✗ The body was parsed and written again/)
    expect(ended.stdout).toContain('It differs at byte 1 ')
    expect(ended.stdout).toContain('express.raw')
  })

  it.each<[string, () => { headers?: object; body?: string; secret?: string }, object]>([
    ['a missing header', () => ({ headers: { 'webhook-id': '' } }), { reason: 'missing_header' }],
    [
      'a changed time',
      () => ({ headers: { 'webhook-timestamp': '1' } }),
      { reason: 'timestamp_changed' },
    ],
    ['a line break', () => ({ body: `${notification.body}\n` }), { changes: ['space_around'] }],
    ['an empty body', () => ({ body: '' }), { reason: 'body_lost', how: 'empty' }],
    ['another secret', () => ({ secret: OTHER_SECRET }), { reason: 'no_match' }],
    ['an API key', () => ({ secret: 'hp_test_x' }), { reason: 'malformed_secret' }],
  ])('1 for %s', async (_, changed, expected) => {
    const { secret: used = secret, ...request } = changed()
    const found = await verify(saved(request), { WEBHOOK_SECRET: used })
    expect(found).toMatchObject({ exitCode: 1, valid: false, ...expected })
  })

  it('judges an old capture at the given time', async () => {
    const line = `${saved({})} --now 2027-01-01T00:00:00Z`
    const old = await verify(line, { WEBHOOK_SECRET: secret })
    expect(old).toMatchObject({ exitCode: 1, reason: 'too_old' })
    const then = /--now (\S+Z)/.exec(old.advice)?.[1] ?? ''
    expect(await verify(`${saved({})} --now ${then}`, { WEBHOOK_SECRET: secret })).toMatchObject({
      exitCode: 0,
    })
  })

  it.each([
    ['beside the server', () => ({ line: `--merchant ${merchantId}`, environment: beside })],
    ['by the API', () => ({ line: '', environment: byKey })],
  ])('compares the body with the one that was sent, %s', async (_, given) => {
    const { line, environment } = given()
    const body = notification.body.replace('João', 'Joao')
    const found = await verify(`${saved({ body })} ${line}`, {
      ...environment,
      WEBHOOK_SECRET: secret,
    })
    expect(found).toMatchObject({
      reason: 'body_differs',
      difference: {
        offset: Buffer.byteLength(notification.body.split('João')[0] ?? '') + 'Jo'.length,
        sent: expect.stringContaining('João') as string,
        received: expect.stringContaining('Joao') as string,
      },
    })
  })

  it('distinguishes a wrong secret from a wrong body when the original body is known', async () => {
    const environment = { ...byKey, WEBHOOK_SECRET: OTHER_SECRET }
    expect(await verify(saved({}), environment)).toMatchObject({ reason: 'wrong_secret' })
    const withMerchant = { ...beside, WEBHOOK_SECRET: OTHER_SECRET }
    const found = await verify(`${saved({})} --merchant ${merchantId}`, withMerchant)
    expect(found).toMatchObject({ reason: 'other_secret' })
  })

  it('reports an event of another merchant', async () => {
    const found = await verify(
      `${saved(underId('evt_0Tq4n2Zs6Hd0rLk8wVy5Bp'))} --merchant ${merchantId}`,
      beside,
    )
    expect(found).toMatchObject({
      reason: 'no_match',
      notes: [expect.stringContaining('No event')],
    })
  })

  it.each([
    ['by the API', () => ({ line: '', environment: byKey })],
    ['beside the server', () => ({ line: `--merchant ${merchantId}`, environment: beside })],
  ])('R-74: says that a time was changed when the event is read, %s', async (_, given) => {
    const { line, environment } = given()
    const headers = { 'webhook-timestamp': '1' }
    const found = await verify(`${saved({ headers })} ${line}`, {
      ...environment,
      WEBHOOK_SECRET: secret,
    })
    expect(found).toMatchObject({
      reason: 'timestamp_changed',
      signedSeconds: Number(notification.headers['webhook-timestamp']),
    })
  })

  it('R-74: says that an id was changed', async () => {
    const headers = { 'webhook-id': 'evt_0Tq4n2Zs6Hd0rLk8wVy5Bp' }
    const found = await verify(saved({ headers }), { WEBHOOK_SECRET: secret })
    expect(found).toMatchObject({ reason: 'id_changed', signedId: notification.id })
  })

  it('R-74: gives no advice that was followed already', async () => {
    const own = { WEBHOOK_SECRET: secret }
    const unknown = underId('evt_0Tq4n2Zs6Hd0rLk8wVy5Bp')
    const odd = underId('order-1')
    const followed: [() => string, Variables, RegExp][] = [
      [() => saved({}), own, /WEBHOOK_SECRET/],
      [() => saved(unknown), { ...byKey, ...own }, /API_KEY|--merchant/],
      [() => saved(odd), { ...byKey, ...own }, /API_KEY|--merchant/],
      [() => `${saved(unknown)} --merchant ${merchantId}`, beside, /API_KEY|--merchant/],
      [() => `${saved(odd)} --merchant ${merchantId}`, beside, /API_KEY|--merchant/],
    ]
    for (const [line, environment, advice] of followed)
      expect((await verify(line(), environment)).advice).not.toMatch(advice)
  })

  it.each([
    ['', 64, 'Give --request, or --headers and --body'],
    ['--request a --body b', 64, 'cannot be used with'],
    ['--headers a --body b', 64, 'a cannot be read: ENOENT'],
  ])('refuses %j', async (line, exitCode, message) => {
    const ended = await runCheckout(`verify ${line}`, { WEBHOOK_SECRET: secret })
    expect([ended.exitCode, ended.stderr]).toEqual([exitCode, expect.stringContaining(message)])
  })

  it('64 without a secret', async () => {
    const ended = await runCheckout(`verify ${saved({})}`)
    expect(ended.exitCode).toBe(64)
    expect(ended.stderr).toContain('WEBHOOK_SECRET')
  })
})
