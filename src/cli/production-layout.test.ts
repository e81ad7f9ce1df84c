import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutClient, verifyWebhook } from '#client/index.ts'
import { makeApiKey } from '#domain/api-key.ts'
import {
  runCheckout,
  words,
  type Outcome,
  type Variables,
} from '#proof/testing/cli/command-line.fixture.ts'
import { openNeighbours } from '#proof/testing/cli/neighbours.fixture.ts'
import { runNode } from '#proof/testing/cli/process.fixture.ts'
import {
  freePorts,
  IS_READY,
  readinessAt,
  startProcess,
  type ServerProcess,
} from '#proof/testing/cli/server-process.fixture.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { statement } from '#server/database/engine/database.ts'
import { bundleServer } from './build/bundle-server.ts'

const FIXTURES = join(import.meta.dirname, '../proof/testing/cli')
const RECEIVER = 'store.merchant.test'
const PARTS = ['api', 'worker', 'bff', 'fields', 'dashboard'] as const

const directory = mkdtempSync(join(tmpdir(), 'checkout-layout-'))
const bundled = join(directory, 'release')
const checkout = join(bundled, 'bundle/checkout.js')
const neighbours = openNeighbours()
const roleName = (role: string) => `${role}_${randomUUID().replaceAll('-', '')}`
const OWNER = roleName('owner')
const LEAST = roleName('least')

let test: TestDatabase
/** The variables of an operator who rehearses, as the owner of the database. */
let owner: Variables
/** The same with the least role, as servers and commands have it. */
let server: Variables
const running = new Map<string, { process: ServerProcess; ports: Variables }>()

const sql = <Row>(text: string) => test.database.query<Row>(statement('test', text), [])

beforeAll(async () => {
  await bundleServer('sandbox', bundled)
  test = await createTestDatabase()
  const name = new URL(test.url).pathname.slice(1)
  await sql(`create role ${OWNER} login password 'owner'`)
  await sql(`create role ${LEAST} login password 'least'`)
  await sql(`alter database ${name} owner to ${OWNER}`)
  await sql('drop schema public cascade')
  await sql(`create schema public authorization ${OWNER}`)

  const here = selfSignedCertificate('localhost')
  const there = selfSignedCertificate(RECEIVER)
  setDefaultCACertificates([...getCACertificates('default'), here.cert])
  const authorities = join(directory, 'authorities.pem')
  writeFileSync(authorities, here.cert + there.cert)
  const port = await neighbours.startTlsDatabase(here, test.url)
  const databaseOf = (role: string, password: string) =>
    `postgres://${role}:${password}@localhost:${port}/${name}?sslmode=verify-full&sslrootcert=${authorities}`
  const ports = await freePorts('API_PORT', 'CHECKOUT_PORT', 'FIELDS_PORT', 'ADMIN_PORT')
  const atHttps = async (own: string) => `https://localhost:${await neighbours.startTls(here, own)}`
  owner = {
    ...ports,
    CHECKOUT_ENVIRONMENT: 'sandbox',
    LAYOUT: 'production',
    HOST: 'localhost',
    API_URL: await atHttps(ports.API_PORT),
    CHECKOUT_URL: await atHttps(ports.CHECKOUT_PORT),
    FIELDS_URL: await atHttps(ports.FIELDS_PORT),
    ADMIN_URL: await atHttps(ports.ADMIN_PORT),
    DATABASE_URL: databaseOf(OWNER, 'owner'),
    DATA_DIR: join(directory, 'data'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    NODE_EXTRA_CA_CERTS: authorities,
    RECEIVER_PORT: String(await neighbours.startReceiver(there)),
    DRAIN_SECONDS: '0',
  }
  server = { ...owner, DATABASE_URL: databaseOf(LEAST, 'least') }
})
afterAll(async () => {
  await Promise.all([...running.values()].map(({ process }) => process.stop()))
  neighbours.close()
  await sql(`drop owned by ${LEAST}`)
  await test.drop()
  rmSync(directory, { recursive: true, force: true })
})

const run = (line: string, variables: Variables) => runNode([checkout, ...words(line)], variables)

async function made<T>(line: string, variables: Variables): Promise<T> {
  const { exitCode, stdout, stderr } = await run(`${line} --json`, variables)
  expect(exitCode, `${line} says ${stderr}`).toBe(0)
  return JSON.parse(stdout) as T
}

function expectRefusal({ exitCode, stderr }: Outcome, sentence: string | RegExp, code = 78): void {
  expect(stderr).toMatch(sentence)
  expect(stderr).not.toMatch(/\n {4}at /)
  expect(exitCode).toBe(code)
}

async function start(part: string): Promise<void> {
  const ports = await freePorts('PRIVATE_PORT')
  const preloaded = join(FIXTURES, 'receivers-nearby.fixture.ts')
  const args = ['--import', preloaded, checkout, 'serve', '--only', part]
  running.set(part, { process: await startProcess(args, { ...server, ...ports }), ports })
}

describe('R-84: a rehearsal of production, with the release of the sandbox', () => {
  it('commands wait for "migrate", which makes the tables of the simulator, too', async () => {
    expectRefusal(await run('merchants list', owner), 'npx --no checkout migrate', 1)
    const { applied } = await made<{ applied: string[] }>('migrate', owner)
    expect(applied).toEqual(
      expect.arrayContaining(['0001_baseline.sql', 'simulator/0001_baseline.sql']),
    )
    expect(await made('migrate', owner)).toEqual({ applied: [] })
  })

  it('a server with a role that was not granted, or whose simulator has no tables, says what to do', async () => {
    const refused = await run('serve --only api', server)
    expectRefusal(refused, `npx --no checkout database grant --role`)
    expect(refused.stderr).toMatch(/lacks .* and \d+ more/)
    await made(`database grant --role ${LEAST}`, owner)
    await sql('drop schema simulator cascade')
    expectRefusal(await run('serve --only api', server), 'The simulator lacks tables')
    expectRefusal(
      await run(`database grant --role ${LEAST}`, owner),
      'npx --no checkout migrate',
      1,
    )
    await made('migrate', owner)
    await made(`database grant --role ${LEAST}`, owner)
  })

  it('the role may add to the ledger of the simulator, and neither change nor delete', async () => {
    const may = await sql<{ table: string; rights: string[] }>(
      `select c.relname as table, array(select p from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p
         where has_table_privilege('${LEAST}', c.oid, p)) as rights
       from pg_class c where c.relnamespace = 'simulator'::regnamespace and c.relkind = 'r'`,
    )
    const rights = Object.fromEntries(may.map((row) => [row.table, row.rights]))
    expect(rights['ledger_entries']).toEqual(['select', 'insert'])
    expect(rights['migrations']).toEqual(['select'])
    expect(Object.values(rights).flat()).not.toContain('delete')
  })

  it('each part runs alone, with the least role, and is ready', async () => {
    const { checkoutApiKey } = await made<{ checkoutApiKey: string }>('setup', server)
    server['CHECKOUT_API_KEY'] = checkoutApiKey
    expect(checkoutApiKey).toMatch(/^hp_test_/)
    await start('api')
    await Promise.all(PARTS.filter((part) => part !== 'api').map(start))
    for (const { ports } of running.values())
      await expect.poll(() => readinessAt(ports)).toEqual(IS_READY)
  })

  it('a session is paid by the simulator, and its merchant is told', async () => {
    const { merchantId, webhookSecret } = await made<{ merchantId: string; webhookSecret: string }>(
      `merchants create --name Loja --callback-url https://${RECEIVER}/hooks --return-origin https://${RECEIVER}`,
      server,
    )
    const { apiKey } = await made<{ apiKey: string }>(`keys issue --merchant ${merchantId}`, server)
    expect(apiKey).toMatch(/^hp_test_/)
    const client = new CheckoutClient({
      apiKey,
      environment: 'sandbox',
      baseUrl: server['API_URL'] ?? '',
    })
    const session = await client.sessions.create({ merchantId, amount: 1990, currency: 'BRL' })
    expect(session.url).toContain(server['CHECKOUT_URL'])
    const page = await fetch(session.url)
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(/sandbox/i)
    const reference = session.url.split('/').at(-1) ?? ''
    expect((await fetch(`${server['FIELDS_URL']}/card/${reference}/en`)).status).toBe(200)

    await client.sandbox.simulate(session.id, { outcome: 'pix_paid' })
    expect(await client.sessions.get(session.id)).toMatchObject({ status: 'complete' })
    const told = async () =>
      (
        await Promise.all(
          neighbours.received.map(({ headers, body }) =>
            verifyWebhook(body, headers, webhookSecret),
          ),
        )
      ).map(({ type }) => type)
    await expect.poll(told).toContain('session.completed')
    await made(`refunds create ${session.id} --key 1`, server)
    const loopback = {
      amount: 1990,
      currency: 'BRL',
      successUrl: 'http://localhost:3000/',
    } as const
    await expect(client.sessions.create({ merchantId, ...loopback })).rejects.toThrow(/successUrl/)
  })

  it('the monitor compares what is served with the release', async () => {
    const { exitCode, stderr } = await run('monitor', owner)
    expect(stderr).toContain('addresses are as they were built')
    expect(exitCode).toBe(0)
  })

  it('a link signs nobody in to the dashboard: it asks for a passkey', async () => {
    const { url } = await made<{ url: string }>(
      'users invite --email ada@pay.example --role admin',
      server,
    )
    const origin = server['ADMIN_URL'] ?? ''
    const [, token] = url.split('#')
    const traded = await fetch(`${origin}/api/sign-in/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-checkout': '1', origin },
      body: JSON.stringify({ token }),
    })
    expect(await traded.json()).toMatchObject({
      environment: 'sandbox',
      layout: 'production',
      storeUrl: null,
      session: { opensDashboard: false, idleMinutes: 30 },
    })
  })

  it('no part logs a warning or an error, prints a link, or makes a demo store', async () => {
    for (const { process } of running.values()) {
      expect(process.output()).not.toMatch(/"level":[56]0/)
      expect(process.output()).not.toMatch(/sign-in|Demo store/)
    }
    const merchants = await made<{ name: string }[]>('merchants list', server)
    expect(merchants.map(({ name }) => name)).toEqual(['Loja'])
  })

  it.each([
    ['dashboard', 'people sign in by passkey'],
    [`merchants sign-in ${randomUUID()}`, 'npx --no checkout users invite'],
    ['forget --everything --yes', 'Add --environment sandbox if you mean it'],
    ['merchants create --name A --callback-url http://shop.example/', 'must be https'],
    [
      'merchants create --name A --callback-url https://localhost/',
      'must lead to a public address',
    ],
    ['merchants create --name A --return-origin http://localhost:3000', 'must be https'],
  ])('%s is refused as in production', async (line, sentence) => {
    const refused = await runCheckout(line, server)
    expect(refused.stderr).toMatch(sentence)
    expect(refused.exitCode).not.toBe(0)
  })

  it('R-54: 78 for production on the same database', async () => {
    const production = {
      ...server,
      LAYOUT: '',
      CHECKOUT_ENVIRONMENT: 'production',
      CHECKOUT_API_KEY: '',
      PROCESSOR: join(FIXTURES, 'taking-processor.fixture.ts'),
    }
    const { exitCode, stderr } = await runCheckout('migrate', production)
    expect(stderr).toContain('This database belongs to the sandbox')
    expect(exitCode).toBe(78)
  })
})

describe("R-84: each of production's checks holds in its layout", () => {
  const without = (name: string): [string, Variables, RegExp] => [
    'serve',
    { [name]: '' },
    new RegExp(`${name}: is required in production`),
  ]
  const http = (name: string, url = 'http://pay.example'): [string, Variables, RegExp] => [
    'serve',
    { [name]: url },
    new RegExp(`${name}: must be https in production`),
  ]
  it.each<[string, Variables, RegExp]>([
    ...['API_URL', 'CHECKOUT_URL', 'FIELDS_URL', 'MASTER_KEY', 'DATABASE_URL'].map(without),
    ...['API_URL', 'CHECKOUT_URL', 'FIELDS_URL'].map((name) => http(name)),
    http('POSTAL_CODE_URL', 'http://cep.example/{cep}'),
    [
      'serve --only bff',
      { POSTAL_CODE_FILE: 'none.tsv' },
      /POSTAL_CODE_FILE: none.tsv cannot be read/,
    ],
    ['serve', { DATABASE_URL: 'postgres://db.example/checkout' }, /DATABASE_URL: .*verified TLS/],
    ['migrate', { DATABASE_URL: 'postgres://db.example/checkout' }, /DATABASE_URL: .*verified TLS/],
    ['setup', { DATABASE_URL: '' }, /DATABASE_URL: is required in production/],
    ['serve', { ADMIN_URL: 'http://admin.pay.example' }, /ADMIN_URL: must be https/],
    ['serve', { ALLOW_LOOPBACK_CALLBACKS: 'true' }, /ALLOW_LOOPBACK_CALLBACKS: is refused/],
    ['serve', { ALLOW_LOOPBACK_IMAGES: 'true' }, /ALLOW_LOOPBACK_IMAGES: is refused/],
    ['serve --only bff', { CHECKOUT_API_KEY: '' }, /CHECKOUT_API_KEY: is required/],
    ['serve --only fields', { FIELDS_URL: '' }, /FIELDS_URL: is required in production/],
    ['serve --only store', {}, /production has no store/],
    ['serve', { PROCESSORS: 'sandbox/fakes/accounts.json' }, /fakes are for the sandbox/],
    [
      'serve',
      { PROCESSORS: 'sandbox/fakes/adyen.json' },
      /adyen-cards.pem\) is a test certificate/,
    ],
    [
      'serve',
      { CHECKOUT_API_KEY: makeApiKey('production', (length) => randomBytes(length)) },
      /CHECKOUT_API_KEY: is a key of the production/,
    ],
    ['monitor', { FIELDS_URL: '' }, /FIELDS_URL: is required in production/],
    ['serve', { LAYOUT: 'sandbox' }, /LAYOUT: must be production, or unset/],
    ['migrate', { LAYOUT: 'Production' }, /LAYOUT: must be production, or unset/],
    [
      'serve',
      { CHECKOUT_ENVIRONMENT: 'production', CHECKOUT_API_KEY: '' },
      /LAYOUT: is for a rehearsal in the sandbox; production has one layout: unset it/,
    ],
  ])('%s, %j: 78', async (line, changes, sentence) => {
    const { exitCode, stderr } = await runCheckout(line, { ...server, ...changes })
    expect(stderr).toMatch(sentence)
    expect(exitCode).toBe(78)
  })
})
