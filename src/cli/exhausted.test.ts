import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutClient } from '#client/index.ts'
import { LIMITS } from '#contract/limits.ts'
import { statement } from '#server/database/engine/database.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { readDemoMerchant } from './compose/demo-merchant.ts'
import { readConfig } from './config.ts'
import {
  freePorts,
  startServerProcess,
  type ServerProcess,
} from '#proof/testing/cli/server-process.fixture.ts'

const SPINNING = [
  '--import',
  join(import.meta.dirname, '../proof/testing/cli/spinning-loop.fixture.ts'),
]
const SPIN_MS = 2000
/** Less than 40 MB are in use before the first request. All request bodies, parsed at once, would not fit into the rest. */
const HEAP_MB = 80
const ORDERS = 20
const DESCRIPTORS = 256
const CONNECTIONS = 300
const KEPT_CONNECTIONS = 20
const BODIES = 200

const prlimit = (...args: string[]) => execFileSync('prlimit', args, { stdio: 'ignore' })
const hasPrlimit = (() => {
  try {
    prlimit('--version')
    return true
  } catch {
    return false
  }
})()

describe('R-30: a process that lacks', { timeout: 90_000 }, () => {
  let test: TestDatabase
  let server: ServerProcess
  let client: CheckoutClient
  let merchant: { merchantId: string; apiKey: string }
  let apiUrl: string
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-exhausted-'))
  const sockets: Socket[] = []

  beforeAll(async () => {
    test = await createTestDatabase()
    const variables = {
      ...(await freePorts('API_PORT', 'PRIVATE_PORT')),
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      SPIN_MS: String(SPIN_MS),
      // Rate limits are not under test.
      REQUESTS_PER_SECOND: '1000000',
      CALLS_AT_ONCE: '1000000',
    }
    const flags = [...SPINNING, `--max-old-space-size=${HEAP_MB}`]
    // A process of its own: its heap and its descriptors are limited, and its event loop is blocked.
    server = await startServerProcess('api,worker', variables, flags)
    const read = readConfig(variables)
    if (!read.ok) throw new Error(read.problems.join())
    merchant = readDemoMerchant(read.config)
    apiUrl = read.config.apiUrl
    client = new CheckoutClient({
      apiKey: merchant.apiKey,
      environment: 'sandbox',
      baseUrl: apiUrl,
    })
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  afterAll(async () => {
    await server?.stop('SIGKILL')
    await test?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const order = (idempotencyKey: string) => {
    const { merchantId } = merchant
    return client.sessions.create({ merchantId, amount: 1990, currency: 'BRL' }, { idempotencyKey })
  }
  const isLive = async () => (await fetch(`${apiUrl}/v1/health`)).status
  const orders = (kind: string) =>
    Promise.all(Array.from({ length: ORDERS }, (_, number) => order(`${kind}-${number}`)))

  /** Expects that each session was created once, and that a repeated call returns it. */
  async function expectNothingLost(kind: string, ids: string[]): Promise<void> {
    const kept = statement('kept', 'select id from sessions where id = any($1)')
    expect(await test.database.query(kept, [ids])).toHaveLength(ORDERS)
    expect((await orders(kind)).map(({ id }) => id)).toEqual(ids)
  }

  /** Expects that the server works, and that its process has not been replaced. */
  async function expectAllWell(kind: string): Promise<void> {
    await expect.poll(() => isLive().catch(() => 0)).toBe(200)
    const ids = (await orders(kind)).map(({ id }) => id)
    await expectNothingLost(kind, ids)
    expect(server.child.exitCode).toBeNull()
    expect(server.child.signalCode).toBeNull()
  }

  async function open(): Promise<Socket> {
    const socket = connect(Number(new URL(apiUrl).port), 'localhost')
    sockets.push(socket)
    socket.on('error', () => {})
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    return socket
  }

  it('time, since its event loop is blocked: it responds afterwards, liveness too, and nothing is lost', async () => {
    const before = orders('before')
    server.child.kill('SIGUSR2')
    await expect.poll(() => server.output()).toContain('spinning')
    const during = orders('during')
    expect(await isLive()).toBe(200)
    for (const [kind, made] of Object.entries({ before, during }))
      await expectNothingLost(
        kind,
        (await made).map(({ id }) => id),
      )
    await expectAllWell('afterwards')
  })

  const head = (...lines: string[]) =>
    `POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${merchant.apiKey}\r\n` +
    `Content-Type: application/json\r\n${lines.join('\r\n')}\r\n\r\n`

  /** Keeps writing until the connection closes; resolves to the status. */
  async function pour(text: string, endless?: string): Promise<string> {
    const socket = await open()
    const answer = new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(String(data).slice(9, 12)))
      socket.once('close', () => resolve('cut off'))
    })
    socket.write(text)
    if (endless !== undefined) {
      const write = () => {
        while (!socket.destroyed && socket.write(endless));
      }
      socket.on('drain', write)
      write()
    }
    return answer
  }

  it('memory: it refuses the largest and endless bodies, and does not crash', async () => {
    const empty = '{"a":{}},'
    const largest = `[${empty.repeat(LIMITS.bodyBytesMax / empty.length - 2)}0]`
    const text = `${head(`Content-Length: ${largest.length}`)}${largest}`
    const chunk = 'x'.repeat(16 * 1024)
    const endless = `${chunk.length.toString(16)}\r\n${chunk}\r\n`
    const numbers = Array.from({ length: BODIES })
    const answers = await Promise.all([
      Promise.all(numbers.map(() => pour(text))),
      Promise.all(numbers.map(() => pour(head('Transfer-Encoding: chunked'), endless))),
    ])
    for (const answer of answers[0]) expect(['422', '503', '408']).toContain(answer)
    // A client that keeps writing may see the connection closed before the response.
    for (const answer of answers[1]) expect(['413', '503', '408', 'cut off']).toContain(answer)
    await expectAllWell('after-memory')
  })

  /** Ends the process's database connections. */
  async function cutOffFromDatabase(): Promise<void> {
    const cutOff = statement(
      'cut off',
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await test.database.query(cutOff, [])
  }
  const descriptors = () => readdirSync(`/proc/${server.child.pid}/fd`).length
  async function takeAllDescriptors(): Promise<void> {
    const takeMore = async () => {
      await Promise.all(Array.from({ length: CONNECTIONS }, open))
      return descriptors()
    }
    await expect.poll(takeMore).toBeGreaterThanOrEqual(DESCRIPTORS - 1)
  }

  it.skipIf(!hasPrlimit)(
    'file descriptors (by prlimit of util-linux): it refuses connections, and accepts them again',
    async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: KEPT_CONNECTIONS })
      const ask = (method: 'GET' | 'POST', path: string, number = 0) =>
        new Promise<number>((resolve, reject) => {
          const headers = {
            'x-api-key': merchant.apiKey,
            'content-type': 'application/json',
            ...(method === 'POST' && { 'idempotency-key': `kept-${number}` }),
          }
          const asked = request(`${apiUrl}${path}`, { method, agent, headers }, (response) => {
            response.resume().once('end', () => resolve(response.statusCode ?? 0))
          })
          const { merchantId } = merchant
          const body = JSON.stringify({ merchantId, amount: 1990, currency: 'BRL' })
          asked.once('error', reject).end(method === 'POST' ? body : undefined)
        })
      const askAll = (method: 'GET' | 'POST', path: string) => {
        const numbers = Array.from({ length: KEPT_CONNECTIONS }, (_, number) => number)
        return Promise.all(numbers.map((number) => ask(method, path, number)))
      }
      expect(new Set(await askAll('GET', '/v1/health'))).toEqual(new Set([200]))

      prlimit(`--pid=${server.child.pid}`, `--nofile=${DESCRIPTORS}:`)
      await takeAllDescriptors()
      await cutOffFromDatabase()
      await takeAllDescriptors()
      const late = isLive().catch(() => 'refused')
      // Open connections get a response, although no database connection can be opened.
      expect(await ask('GET', '/v1/health')).toBe(200)
      const statuses = await askAll('POST', '/v1/sessions')
      for (const status of statuses) expect([201, 503]).toContain(status)
      for (const socket of sockets.splice(0)) socket.destroy()
      expect([200, 'refused']).toContain(await late)
      agent.destroy()
      await expectAllWell('after-descriptors')
    },
  )
})
