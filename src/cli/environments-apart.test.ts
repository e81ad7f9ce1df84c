import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CheckoutClient } from '#client/index.ts'
import type { Environment } from '#contract/environment.ts'
import { statement } from '#server/database/engine/database.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { makeMerchant, operatorOf } from '#proof/testing/merchant.ts'
import { PRODUCTION } from '#proof/testing/cli/command-line.fixture.ts'
import {
  freePorts,
  startServerProcess,
  type ServerProcess,
} from '#proof/testing/cli/server-process.fixture.ts'

const SPINNING = [
  '--import',
  join(import.meta.dirname, '../proof/testing/cli/spinning-loop.fixture.ts'),
]
const SPIN_MS = 600_000
const ROUNDS = 10

/** A process of one environment with its own database and merchant. */
interface Running {
  test: TestDatabase
  server: ServerProcess
  client: CheckoutClient
  apiKey: string
  merchantId: string
  apiUrl: string
}

const dataDir = mkdtempSync(join(tmpdir(), 'checkout-apart-'))
const opened: { test: TestDatabase; server?: ServerProcess }[] = []
let sandbox: Running
let production: Running
beforeAll(async () => {
  const processor = join(import.meta.dirname, '../proof/testing/cli/scripted-processor.fixture.ts')
  ;[sandbox, production] = await Promise.all([
    start('sandbox', { SPIN_MS: String(SPIN_MS) }),
    start('production', { ...PRODUCTION, PROCESSOR: processor, HOST: 'localhost' }),
  ])
})
afterAll(async () => {
  // The sandbox ignores all other signals from here on.
  await Promise.all(opened.map(async ({ server }) => server?.stop('SIGKILL')))
  await Promise.all(opened.map(({ test }) => test.drop()))
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(
  environment: Environment,
  variables: Record<string, string>,
): Promise<Running> {
  const test = await createTestDatabase()
  const mine: (typeof opened)[number] = { test }
  opened.push(mine)
  const masterKey = randomBytes(32)
  const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
  // A process of its own: the event loop of one of them is blocked.
  const server = await startServerProcess(
    'api,worker',
    {
      ...ports,
      DATABASE_URL: test.url,
      DATA_DIR: join(dataDir, environment),
      MASTER_KEY: masterKey.toString('base64'),
      ...variables,
    },
    SPINNING,
  )
  mine.server = server
  const { merchantId, apiKey } = await makeMerchant(
    operatorOf(test.database, masterKey),
    environment,
  )
  const apiUrl = `http://localhost:${ports.API_PORT}`
  const client = new CheckoutClient({ apiKey, environment, baseUrl: apiUrl })
  return { test, server, client, apiKey, merchantId, apiUrl }
}

/** Creates a session and reads it. */
async function order({ client, merchantId }: Running): Promise<string> {
  const { id } = await client.sessions.create({ merchantId, amount: 1990, currency: 'BRL' })
  return (await client.sessions.get(id)).status
}

/** Ends all connections to a database and refuses new ones. */
async function takeAway({ url }: TestDatabase, { database }: TestDatabase): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await database.query(
    statement('close', `alter database ${name} with allow_connections false`),
    [],
  )
  const cutOff = statement(
    'cut off',
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
  )
  await database.query(cutOff, [name])
}

it('R-42: production goes on while the sandbox has no database and a blocked event loop', async () => {
  expect(await Promise.all([order(sandbox), order(production)])).toEqual(['open', 'open'])

  await takeAway(sandbox.test, production.test)
  const headers = { 'x-api-key': sandbox.apiKey }
  expect((await fetch(`${sandbox.apiUrl}/v1/sessions`, { headers })).status).toBe(503)
  expect(await order(production)).toBe('open')

  sandbox.server.child.kill('SIGUSR2')
  await expect.poll(() => sandbox.server.output()).toContain('spinning')
  const asked = new AbortController()
  const live = fetch(`${sandbox.apiUrl}/v1/health`, { signal: asked.signal }).catch(() => 'nothing')
  for (let round = 0; round < ROUNDS; round++) expect(await order(production)).toBe('open')
  asked.abort()
  expect(await live).toBe('nothing')
  expect(production.server.output()).not.toContain('"level":50')
})
