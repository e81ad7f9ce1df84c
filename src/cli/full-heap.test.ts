import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { readDemoMerchant } from './compose/demo-merchant.ts'
import { type Config, readConfig } from './config.ts'
import {
  freePorts,
  startServerProcess,
  type ServerProcess,
} from '#proof/testing/cli/server-process.fixture.ts'

const FIXTURE = join(import.meta.dirname, '../proof/testing/cli/filling-heap.fixture.ts')
const HEAP_MB = 128
/** 84 % of the heap: reads and creations are shed, payments are admitted. */
const FILL_MB = 108
const ROUNDS = 10
const AT_ONCE = 50

let test: TestDatabase
let server: ServerProcess
let config: Config
const dataDir = mkdtempSync(join(tmpdir(), 'checkout-full-heap-'))

beforeAll(async () => {
  test = await createTestDatabase()
  const variables = {
    ...(await freePorts('API_PORT', 'CHECKOUT_PORT', 'FIELDS_PORT', 'PRIVATE_PORT')),
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    FILL_MB: String(FILL_MB),
    REQUESTS_PER_SECOND: '1000000',
    CALLS_AT_ONCE: '1000000',
  }
  const flags = ['--expose-gc', `--import=${FIXTURE}`, `--max-old-space-size=${HEAP_MB}`]
  // A process of its own: its heap is limited, and filled.
  server = await startServerProcess('api,bff,worker', variables, flags)
  const read = readConfig(variables)
  if (!read.ok) throw new Error(read.problems.join())
  config = read.config
}, 120_000)
afterAll(async () => {
  await server?.stop('SIGKILL')
  await test?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

function send(path: string, body: string) {
  const { apiKey } = readDemoMerchant(config)
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  return fetch(`${config.apiUrl}${path}`, { method: 'POST', headers, body })
}

const create = () => {
  const { merchantId } = readDemoMerchant(config)
  return send('/v1/sessions', JSON.stringify({ merchantId, amount: 1990, currency: 'BRL' }))
}

/** Pays like the page. */
async function pay(url: string): Promise<number> {
  const reference = url.split('/').at(-1) ?? ''
  const answer = await fetch(`${config.checkoutUrl}/api/checkout/${reference}/payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-checkout': '1',
      'idempotency-key': crypto.randomUUID(),
      origin: new URL(config.checkoutUrl).origin,
    },
    body: JSON.stringify({ method: 'pix', customer: { email: 'fill_never@example.com' } }),
  })
  return answer.status
}

/** Creates several sessions, to cause a garbage collection: the heap's use is measured only then. */
async function createMany(): Promise<Response[]> {
  return Promise.all(Array.from({ length: 20 }, create))
}

async function inUse(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${config.privatePort}/metrics`)).text()
  return Number(/^checkout_heap_in_use_ratio (\S+)$/m.exec(text)?.[1])
}

/** Polls until a creation is refused: the garbage of the requests causes the collection that measures the heap. */
async function expectRefused(): Promise<void> {
  const retryAfter = async () =>
    (await createMany()).map(({ status, headers }) => `${status} ${headers.get('retry-after')}`)
  await expect.poll(retryAfter, { timeout: 60_000 }).toContain('503 2')
}

it('R-30: a process whose heap is nearly full sheds all but payments, does not crash, and recovers', async () => {
  const made = await create()
  expect(made.status).toBe(201)
  const { url } = (await made.json()) as { url: string }

  server.child.kill('SIGUSR2')
  await expect.poll(() => server.output(), { timeout: 120_000 }).toContain('filled')
  await expectRefused()
  expect(server.output()).toContain('the heap is nearly full')
  expect(await inUse()).toBeGreaterThan(0.75)

  // The largest allowed bodies, with the most objects to parse.
  const empty = '{"a":{}},'
  const largest = `[${empty.repeat(LIMITS.bodyBytesMax / empty.length - 2)}0]`
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => send('/v1/sessions', largest)),
    )
    for (const answer of answers) expect([422, 503]).toContain(answer.status)
    expect((await fetch(`${config.apiUrl}/v1/health`)).status).toBe(200)
  }
  await expectRefused()
  expect(await pay(url)).toBe(200)

  server.child.kill('SIGUSR2')
  await expect.poll(() => server.output()).toContain('freed')
  await expect.poll(async () => (await create()).status, { timeout: 60_000 }).toBe(201)
  expect(server.child.exitCode).toBeNull()
  expect(server.child.signalCode).toBeNull()
}, 400_000)
