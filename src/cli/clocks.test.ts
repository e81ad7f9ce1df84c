import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutClient, verifyWebhook } from '#client/index.ts'
import { statement } from '#server/database/engine/database.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { makeMerchant, operatorOf } from '#proof/testing/merchant.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import {
  freePorts,
  startServerProcess,
  type ServerProcess,
} from '#proof/testing/cli/server-process.fixture.ts'

const SHIFTED = [
  '--import',
  join(import.meta.dirname, '../proof/testing/cli/shifted-clock.fixture.ts'),
]
const SECOND_MS = 1000
const DAY_MS = 86_400 * SECOND_MS
const SESSIONS = 12
/** Allowance for a loaded machine. */
const PATIENCE_MS = 30_000

interface Skewed {
  client: CheckoutClient
  server: ServerProcess
}

describe('processes with clock skew, on one database', () => {
  let test: TestDatabase
  let receiver: WebhookReceiver
  let merchant: Awaited<ReturnType<typeof makeMerchant>>
  let dataDir: string
  let processes: Skewed[] = []

  beforeAll(async () => {
    test = await createTestDatabase()
    receiver = await startWebhookReceiver()
    dataDir = mkdtempSync(join(tmpdir(), 'checkout-clocks-'))
    const masterKey = randomBytes(32)
    merchant = await makeMerchant(operatorOf(test.database, masterKey), 'sandbox', {
      callbackUrl: receiver.url,
    })
    const { apiKey } = merchant
    const start = async (name: string, shiftMs: number, jumpMs: number): Promise<Skewed> => {
      const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
      const variables = {
        ...ports,
        DATABASE_URL: test.url,
        DATA_DIR: join(dataDir, name),
        MASTER_KEY: masterKey.toString('base64'),
        CLOCK_SHIFT_MS: String(shiftMs),
        CLOCK_JUMP_MS: String(jumpMs),
      }
      // A process of its own: its wall clock is shifted.
      const server = await startServerProcess('api,worker', variables, SHIFTED)
      const baseUrl = `http://localhost:${ports.API_PORT}`
      return { server, client: new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl }) }
    }
    processes = await Promise.all([
      start('ahead', 5 * SECOND_MS, DAY_MS),
      start('behind', -5 * SECOND_MS, -DAY_MS),
    ])
  }, PATIENCE_MS * 2)
  afterAll(async () => {
    await Promise.all(processes.map(({ server }) => server.stop()))
    await receiver?.[Symbol.asyncDispose]()
    await test?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const sql = <Row>(text: string, ...values: unknown[]) =>
    test.database.query<Row>(statement('test', text), values)
  const databaseTime = async () =>
    (await sql<{ now: Date }>('select clock_timestamp() as now'))[0]?.now.getTime() ?? 0
  const order = ({ client }: Skewed, idempotencyKey: string) =>
    client.sessions.create(
      { merchantId: merchant.merchantId, amount: 1990, currency: 'BRL' },
      { idempotencyKey },
    )

  /** Expects that sessions of each process get their time from the database's clock. */
  async function expectTheTimeOfTheDatabase(): Promise<void> {
    for (const skewed of processes) {
      const fromMs = await databaseTime()
      const { createdAt } = await order(skewed, `time-${randomBytes(8).toString('hex')}`)
      const toMs = await databaseTime()
      // A process's last correction of its clock is exact to the round trip of its query.
      expect(Date.parse(createdAt)).toBeGreaterThan(fromMs - SECOND_MS)
      expect(Date.parse(createdAt)).toBeLessThan(toMs + SECOND_MS)
    }
  }

  /** Cancels sessions in both processes in turn: each event is delivered once, with a valid signature. */
  async function expectEachEventOnce(): Promise<void> {
    receiver.received = []
    const ids = await Promise.all(
      Array.from({ length: SESSIONS }, async (_, number) => {
        const skewed = processes[number % 2]
        if (skewed === undefined) throw new Error('there are two')
        const { id } = await order(skewed, `once-${randomBytes(8).toString('hex')}`)
        await skewed.client.sessions.cancel(id)
        return id
      }),
    )
    const left = async () =>
      (
        await sql(
          `select from deliveries d join events e on e.id = d.event_id where d.status <> 'succeeded' and e.session_id = any($1)`,
          ids,
        )
      ).length
    await expect.poll(left, { timeout: PATIENCE_MS }).toBe(0)
    const times = receiver.received.map(({ headers }) => String(headers['webhook-id']))
    expect(times.length).toBe(new Set(times).size)
    const now = new Date(await databaseTime())
    for (const { headers, body } of receiver.received) {
      const { webhookSecret } = merchant
      const event = await verifyWebhook(body, headers, webhookSecret, { now, toleranceSeconds: 30 })
      expect(ids).toContain(event.data.session?.id)
    }
    expect(receiver.received.length).toBe(SESSIONS)
  }

  it('R-49: ±5 s: they agree on the time, and each event is delivered once', async () => {
    expect(processes).toHaveLength(2)
    await expectTheTimeOfTheDatabase()
    await expectEachEventOnce()
  })

  it('R-49: ±5 s: no session expires early', async () => {
    const [ahead] = processes
    if (ahead === undefined) throw new Error('there is one')
    const { id } = await order(ahead, 'expires')
    await sql(
      `update sessions set expires_at = clock_timestamp() + interval '3 seconds' where id = $1`,
      id,
    )
    const ends = async () =>
      (await Promise.all(processes.map(({ client }) => client.sessions.get(id)))).map(
        ({ status }) => status,
      )
    expect(await ends()).toEqual(['open', 'open'])
    await expect.poll(ends, { timeout: PATIENCE_MS }).toEqual(['expired', 'expired'])
    const early = await sql(
      `select from sessions s join events e on e.session_id = s.id where s.id = $1 and e.created_at < s.expires_at - interval '1 second'`,
      id,
    )
    expect(early).toEqual([])
  })

  it('R-18: a day ahead and a day behind: nothing is pruned, expires or is sent twice', async () => {
    const before = await Promise.all(processes.map((skewed, at) => order(skewed, `jump-${at}`)))
    for (const { server } of processes) server.child.kill('SIGUSR2')
    await expectTheTimeOfTheDatabase()
    // Idempotency keys live for a day, sessions for less.
    const after = await Promise.all(processes.map((skewed, at) => order(skewed, `jump-${at}`)))
    expect(after).toEqual(before)
    const open = processes.map(({ client }, at) => client.sessions.get(before[at]?.id ?? ''))
    for (const { status } of await Promise.all(open)) expect(status).toBe('open')
    await expectEachEventOnce()
  })
})
