import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCommandLine, runCheckout } from '#proof/testing/cli/command-line.fixture.ts'
import type { CommandLine, Variables } from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts, IS_READY, readinessAt } from '#proof/testing/cli/server-process.fixture.ts'
import { startServer } from '#proof/testing/cli/server.fixture.ts'
import { makeApiKey, parseApiKey } from '#domain/api-key.ts'
import { statement } from '#server/database/engine/database.ts'

const ADDRESSES: Variables = {
  CHECKOUT_ENVIRONMENT: 'production',
  API_URL: 'https://api.pay.example',
  CHECKOUT_URL: 'https://pay.example',
  FIELDS_URL: 'https://fields.pay.example',
  PROCESSOR: join(import.meta.dirname, '../proof/testing/cli/taking-processor.fixture.ts'),
  HOST: 'localhost',
  DRAIN_SECONDS: '0',
}

/** Exit codes after which systemd does not start the checkout again. */
const FINAL_CODES = /^RestartPreventExitStatus=(.+)$/m
  .exec(readFileSync(join(import.meta.dirname, 'deploy/systemd/checkout.service'), 'utf8'))?.[1]
  ?.split(' ')
  .map(Number)

const readLines = (text: string): Variables =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

// tests guard: starting-is-not-ready

describe('R-63: the first start in production', () => {
  let checkout: CommandLine
  let ports: Variables
  /** That which `setup` made. */
  let masterKey = ''
  beforeAll(async () => {
    checkout = await openCommandLine()
    for (const text of ['drop schema public cascade', 'create schema public'])
      await checkout.database.query(statement('empty the database', text), [])
    ports = await freePorts('API_PORT', 'CHECKOUT_PORT', 'FIELDS_PORT', 'PRIVATE_PORT')
  })
  afterAll(() => checkout.close())

  it('R-63: setup makes what serve needs, and a second run changes nothing', async () => {
    const { DATABASE_URL = '', DATA_DIR = '' } = checkout.variables
    const given = { CHECKOUT_ENVIRONMENT: 'production', DATABASE_URL, DATA_DIR }
    const first = await runCheckout('setup', given)
    expect(first.stderr).toContain('API_URL')
    expect(first.exitCode).toBe(0)
    const made = readLines(first.stdout)
    expect(Object.keys(made)).toEqual(['MASTER_KEY', 'CHECKOUT_API_KEY'])
    expect(parseApiKey(made['CHECKOUT_API_KEY'] ?? '')).toEqual({
      ok: true,
      environment: 'production',
    })
    expect(first.stderr).not.toContain(made['MASTER_KEY'])
    masterKey = made['MASTER_KEY'] ?? ''

    const server = await startServer('api,bff,fields,worker', {
      ...given,
      ...made,
      ...ADDRESSES,
      ...ports,
    })
    try {
      await expect.poll(() => readinessAt(ports)).toEqual(IS_READY)
      const page = await fetch(`http://localhost:${ports['CHECKOUT_PORT']}/c/unknown`)
      expect(page.status).toBe(404)
    } finally {
      await server.stop()
    }

    const again = await runCheckout('setup --json', { ...given, ...made })
    expect(again).toMatchObject({ exitCode: 0 })
    expect(JSON.parse(again.stdout)).toEqual({ applied: [], masterKey: null, checkoutApiKey: null })
  })

  it('R-82: a page key that the API refuses is told by /ready and by what shoppers see', async () => {
    const { DATABASE_URL = '', DATA_DIR = '' } = checkout.variables
    const given = { CHECKOUT_ENVIRONMENT: 'production', DATABASE_URL, DATA_DIR }
    const variables = {
      ...given,
      ...ADDRESSES,
      ...ports,
      MASTER_KEY: masterKey,
      CHECKOUT_API_KEY: makeApiKey('production', randomBytes),
    }
    const server = await startServer('api,bff,fields', variables)
    try {
      await expect
        .poll(() => readinessAt(ports))
        .toEqual({
          status: 503,
          body: { ready: false, reasons: ['page key'] },
        })
      const paths = ['', '/boleto.pdf']
      for (const path of paths) {
        const url = `http://localhost:${ports['CHECKOUT_PORT']}/c/${'0'.repeat(33)}${path}`
        expect((await fetch(url)).status).toBe(503)
      }
      const metrics = await fetch(`http://127.0.0.1:${ports['PRIVATE_PORT']}/metrics`)
      const measured = await metrics.text()
      for (const path of paths)
        expect(measured).toContain(
          `checkout_page_duration_seconds_count{route="/c/{reference}${path}",status="503"} 1`,
        )
      expect(server.output()).toContain('CHECKOUT_API_KEY is no key of this database')
    } finally {
      await server.stop()
    }
    const setUp = await runCheckout('setup', variables)
    expect(setUp.stderr).toContain('CHECKOUT_API_KEY: is no key of this database; make one with')
    expect(setUp.exitCode).toBe(78)
  })

  it('R-82: without the API the page stays, and says so', async () => {
    const [away = '1'] = Object.values(await freePorts('AWAY'))
    const variables = {
      ...ADDRESSES,
      ...ports,
      API_URL: `https://localhost:${away}`,
      CHECKOUT_API_KEY: makeApiKey('production', randomBytes),
    }
    const server = await startServer('bff,fields', variables)
    try {
      const body = { ready: true, reasons: ['api'] }
      await expect.poll(() => readinessAt(ports)).toEqual({ status: 200, body })
    } finally {
      await server.stop()
    }
  })

  it('R-63: setup without the MASTER_KEY of a database that has one says so, and makes no other', async () => {
    const { DATABASE_URL = '', DATA_DIR = '' } = checkout.variables
    const outcome = await runCheckout('setup', {
      CHECKOUT_ENVIRONMENT: 'production',
      DATABASE_URL,
      DATA_DIR,
    })
    expect(outcome).toMatchObject({ exitCode: 78, stdout: '' })
    expect(outcome.stderr).toContain('MASTER_KEY')
  })
})

it('setup names the accounts whose books cannot be compared', async () => {
  const checkout = await openCommandLine()
  try {
    const settings = { PROCESSORS: 'sandbox/fakes/adyen.json' }
    expect((await checkout.run('setup', settings)).stderr).toContain(
      'adyen is not compared: its module has no listMovements. Compare its reports by hand.',
    )
    const { stdout } = await checkout.run('setup --json', settings)
    expect(JSON.parse(stdout)).toMatchObject({ notCompared: ['adyen'] })
  } finally {
    await checkout.close()
  }
})

describe('R-63: setup with a folder for the secrets', () => {
  let checkout: CommandLine
  const folder = mkdtempSync(join(tmpdir(), 'checkout-secrets-'))
  beforeAll(async () => {
    checkout = await openCommandLine()
    for (const text of ['drop schema public cascade', 'create schema public'])
      await checkout.database.query(statement('empty the database', text), [])
  })
  afterAll(async () => {
    await checkout.close()
    rmSync(folder, { recursive: true })
  })
  const given = () => {
    const { DATABASE_URL = '', DATA_DIR = '' } = checkout.variables
    return { CHECKOUT_ENVIRONMENT: 'production', DATABASE_URL, DATA_DIR }
  }
  const file = (name: string) => join(folder, name)

  it('R-63: makes nothing where it could not keep it', async () => {
    const outcome = await runCheckout(`setup --files ${file('missing')}`, given())
    expect(outcome).toMatchObject({ exitCode: 78, stdout: '' })
    expect(outcome.stderr).toContain('no folder that setup can write to')
  })

  it('R-63: writes files that serve reads, shows none of them, and a second run changes nothing', async () => {
    const first = await runCheckout(`setup --files ${folder}`, given())
    expect(first).toMatchObject({ exitCode: 0, stdout: '' })
    expect(first.stderr).not.toMatch(/MASTER_KEY|CHECKOUT_API_KEY/)
    const kept = ['master-key', 'checkout-api-key'].map((name) => readFileSync(file(name), 'utf8'))
    for (const [index, name] of ['master-key', 'checkout-api-key'].entries()) {
      expect(first.stderr).toContain(file(name))
      expect(first.stderr).not.toContain(kept[index]?.trim())
      expect(statSync(file(name)).mode % 0o1000).toBe(0o600)
    }
    const again = await runCheckout(`setup --files ${folder} --json`, given())
    expect(again.exitCode).toBe(0)
    expect(JSON.parse(again.stdout)).toEqual({
      applied: [],
      masterKey: null,
      checkoutApiKey: null,
      files: [],
    })
    expect(readFileSync(file('master-key'), 'utf8')).toBe(kept[0])

    const ports = await freePorts('API_PORT', 'CHECKOUT_PORT', 'FIELDS_PORT', 'PRIVATE_PORT')
    const server = await startServer('api,bff,fields,worker', {
      ...given(),
      ...ADDRESSES,
      ...ports,
      MASTER_KEY_FILE: file('master-key'),
      CHECKOUT_API_KEY_FILE: file('checkout-api-key'),
    })
    await expect.poll(() => readinessAt(ports)).toEqual(IS_READY)
    await server.stop()
  })
})

describe('R-63: a start before its database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-start-'))
  let checkout: CommandLine
  beforeAll(async () => {
    checkout = await openCommandLine()
  })
  afterAll(async () => {
    await checkout.close()
    rmSync(dataDir, { recursive: true })
  })

  /** The database behind a port that opens when the test says so. */
  async function lateDatabase() {
    const url = new URL(checkout.variables['DATABASE_URL'] ?? '')
    const target = { host: url.hostname, port: Number(url.port) }
    const { DATABASE_PORT } = await freePorts('DATABASE_PORT')
    const proxy = createServer((socket) => {
      const onward = connect(target)
      socket.pipe(onward).pipe(socket)
      for (const end of [socket, onward]) end.on('error', () => end.destroy())
    })
    url.hostname = 'localhost'
    url.port = DATABASE_PORT
    return { url: url.href, open: () => proxy.listen(Number(DATABASE_PORT), 'localhost'), proxy }
  }

  it('R-63: waits for it, is not ready meanwhile, and then serves', async () => {
    const database = await lateDatabase()
    const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
    const starting = startServer('api', {
      ...ports,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
    })
    try {
      const readiness = () => readinessAt(ports).catch(() => undefined)
      let seen = await readiness()
      while (seen === undefined) {
        await sleep(50)
        seen = await readiness()
      }
      expect(seen).toEqual({ status: 503, body: { ready: false, reasons: ['starting'] } })
      const metrics = await fetch(`http://127.0.0.1:${ports.PRIVATE_PORT}/metrics`)
      expect(await metrics.text()).toContain('checkout_database_up 0')
      database.open()
      const server = await starting
      await expect.poll(() => readinessAt(ports)).toEqual(IS_READY)
      await server.stop()
    } finally {
      database.proxy.close()
    }
  })

  it('R-63: gives up after DATABASE_WAIT_SECONDS with one sentence', async () => {
    const database = await lateDatabase()
    const outcome = await runCheckout('serve --only api', {
      ...(await freePorts('API_PORT', 'PRIVATE_PORT')),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_WAIT_SECONDS: '1',
    })
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stderr).toContain('The database does not answer')
    expect(outcome.stderr).not.toContain('    at ')
  })

  it('R-63: names a standby as one, and may be tried again: a fail-over may be under way', async () => {
    const url = new URL(checkout.variables['DATABASE_URL'] ?? '')
    // A session that is read-only by default answers as a standby does.
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const outcome = await runCheckout('serve --only api', {
      ...(await freePorts('API_PORT', 'PRIVATE_PORT')),
      DATA_DIR: dataDir,
      DATABASE_URL: url.href,
      DATABASE_WAIT_SECONDS: '1',
    })
    expect(outcome.exitCode).toBe(1)
    expect(FINAL_CODES).not.toContain(outcome.exitCode)
    expect(outcome.stderr).toContain('standby')
  })
})

it('R-63: an address that is not up yet is named, and may be tried again', async () => {
  const outcome = await runCheckout('serve --only bff', {
    ...(await freePorts('CHECKOUT_PORT', 'PRIVATE_PORT')),
    // An address for documentation, which no machine has.
    PRIVATE_HOST: '192.0.2.1',
    METRICS_TOKEN: randomBytes(24).toString('base64url'),
  })
  expect(outcome.exitCode).toBe(1)
  expect(FINAL_CODES).not.toContain(outcome.exitCode)
  expect(outcome.stderr).toContain('private port (PRIVATE_PORT) cannot listen')
})

it.each([
  ['secret', 'is not an API key'],
  ['hp_test_', 'is not an API key'],
])('R-63: CHECKOUT_API_KEY=%s ends the start with 78', async (CHECKOUT_API_KEY, message) => {
  const outcome = await runCheckout('serve --only bff', { CHECKOUT_API_KEY })
  expect(outcome.exitCode).toBe(78)
  expect(FINAL_CODES).toContain(outcome.exitCode)
  expect(outcome.stderr).toContain(`CHECKOUT_API_KEY: ${message}`)
})

describe('R-63: the private port for other machines', () => {
  const METRICS_TOKEN = randomBytes(24).toString('base64url')

  it('R-63: needs METRICS_TOKEN at another address than 127.0.0.1', async () => {
    const outcome = await runCheckout('serve', { PRIVATE_HOST: '0.0.0.0' })
    expect(outcome.exitCode).toBe(78)
    expect(outcome.stderr).toContain('METRICS_TOKEN: is required with PRIVATE_HOST')
  })

  it('R-63: serves metrics to its token alone, and readiness without reasons', async () => {
    const checkout = await openCommandLine()
    const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
    const server = await startServer('api', {
      ...checkout.variables,
      ...ports,
      PRIVATE_HOST: '0.0.0.0',
      METRICS_TOKEN,
    })
    try {
      const at = `http://127.0.0.1:${ports.PRIVATE_PORT}`
      await expect.poll(() => readinessAt(ports)).toEqual({ status: 200, body: { ready: true } })
      for (const authorization of [undefined, 'Bearer x', `Basic ${METRICS_TOKEN}`]) {
        const refused = await fetch(
          `${at}/metrics`,
          authorization ? { headers: { authorization } } : {},
        )
        expect(refused.status).toBe(401)
        expect(refused.headers.get('www-authenticate')).toBe('Bearer')
        expect(await refused.text()).not.toContain('checkout_')
      }
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const metrics = await fetch(`${at}/metrics`, { headers })
      expect(await metrics.text()).toContain('checkout_oldest_undelivered_seconds')
    } finally {
      await server.stop()
      await checkout.close()
    }
  })
})
