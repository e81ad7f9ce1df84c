import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { statement, type Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { issueKey, keyOfCheckout } from '#server/service/keys/issue-key.ts'
import { makeMerchant, operatorOf } from '../../testing/merchant.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import { startServerProcess } from '../server-process.ts'
import { postgresCpuMs } from './postgres-cpu.ts'
import type { Shop } from './place-order.ts'

export interface OrderStage {
  shop: Shop
  databaseUrl: string
  /** Resolves once every notification was delivered and its delivery is finished. */
  delivered(): Promise<void>
  measure(): Promise<Totals>
  close(): Promise<void>
}

/** Totals since the start. */
export interface Totals {
  nodeMs: number
  postgresMs: number
  statements: Record<string, number>
  notifications: number
}

const MASTER_KEY_BYTES = 32
const UNLIMITED = '1000000000'
const SILENT = { info: () => undefined, warn: () => undefined }
const POLL_MS = 250

const PENDING = statement(
  'bench: pending deliveries',
  `select count(*)::int as pending from deliveries where status = 'pending'`,
)

/** Starts PostgreSQL, a process with API and worker, and, in this process, a merchant's server that takes notifications. */
export async function openOrderStage(): Promise<OrderStage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'checkout-bench-'))
  // As root, PostgreSQL runs as another user.
  await chmod(dataDir, 0o711)
  const closing = [() => rm(dataDir, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: SILENT })
    closing.push(() => postgres.stop())
    await migrate({ url: postgres.url, log: SILENT })
    const receiver = await startWebhookReceiver()
    closing.push(async () => receiver[Symbol.asyncDispose]())
    const database = openDatabase({ url: postgres.url, log: SILENT })
    closing.push(() => database.close())
    const masterKey = randomBytes(MASTER_KEY_BYTES)
    const keys = await makeKeys(database, masterKey, receiver.url)
    const server = await startServerProcess(new URL('serve-orders.ts', import.meta.url), {
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      MASTER_KEY: masterKey.toString('base64'),
      PROCESSOR: fileURLToPath(new URL('instant-processor.ts', import.meta.url)),
      REQUESTS_PER_SECOND: UNLIMITED,
      LOG_LEVEL: 'warn',
    })
    closing.push(() => server.stop())
    return {
      shop: { origin: server.origin, ...keys },
      databaseUrl: postgres.url,
      async delivered() {
        while ((await pendingIn(database)) > 0) await sleep(POLL_MS)
      },
      measure: async () => ({
        nodeMs: await server.cpuMs(),
        postgresMs: await postgresCpuMs(dataDir),
        statements: await server.counts(),
        notifications: receiver.received.length,
      }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function makeKeys(database: Database, masterKey: Uint8Array, callbackUrl: string) {
  const operator = operatorOf(database, masterKey)
  const returnOrigins = ['https://store.example']
  const { merchantId, apiKey } = await makeMerchant(operator, 'sandbox', {
    callbackUrl,
    returnOrigins,
  })
  const { apiKey: pageKey } = await issueKey(operator, keyOfCheckout('sandbox'))
  return { merchantId, apiKey, pageKey }
}

async function pendingIn(database: Database): Promise<number> {
  const [row] = await database.query<{ pending: number }>(PENDING, [])
  return row?.pending ?? 0
}
