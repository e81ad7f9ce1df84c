import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { CheckoutClient } from '#client/index.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { eventBody, sealReference } from '#server/service/events/deliveries/event-body.ts'
import { composeApi } from '../../testing/compose-api.ts'
import { freePort } from '../../testing/free-port.ts'
import { makeMerchant, operatorOf } from '../../testing/merchant.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newSessionBody } from '../session-body.ts'
import { keepTemplate, type Template } from './fill-worker.ts'
import { startChild, type Child, type Order, type ProcessCosts } from './worker-process.ts'

/** A process with the background work and one with a merchant's receiver, over the database that the bench fills. */
export interface WorkerStage {
  worker: Child<Order, ProcessCosts>
  receiver: Child<'connections', number>
  receiverOrigin: string
  /** The bench's own connection. */
  database: Database
  merchantIds: readonly string[]
  template: Template
  close(): Promise<void>
}

const MASTER_KEY_BYTES = 32
const FILL_TIMEOUT_MS = 120_000
const SILENT = { info: () => undefined, warn: () => undefined }

export async function openWorkerStage({
  merchants,
  profile,
}: {
  merchants: number
  profile?: string | undefined
}): Promise<WorkerStage> {
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
    const own = new URL(postgres.url)
    own.searchParams.set('application_name', 'bench')
    const database = openDatabase({ url: own.href, log: SILENT, timeoutMs: FILL_TIMEOUT_MS })
    closing.push(() => database.close())

    const masterKey = randomBytes(MASTER_KEY_BYTES)
    const operator = operatorOf(database, masterKey)
    const made = []
    while (made.length < merchants)
      made.push(
        await makeMerchant(operator, 'sandbox', { returnOrigins: ['https://store.example'] }),
      )
    const template = await makeTemplate(database, own.href, masterKey, made[0])

    const port = String(await freePort())
    const receiver = await startChild<'connections', number>(
      new URL('serve-receiver.ts', import.meta.url),
      { PORT: port },
    )
    closing.push(() => receiver.stop())
    const worker = await startChild<Order, ProcessCosts>(
      new URL('serve-worker.ts', import.meta.url),
      {
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        MASTER_KEY: masterKey.toString('base64'),
        ALLOW_LOOPBACK_CALLBACKS: 'true',
        LOG_LEVEL: 'warn',
      },
      profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    )
    closing.push(() => worker.stop())
    const receiverOrigin = `http://${LOOPBACK}:${port}`
    const merchantIds = made.map(({ merchantId }) => merchantId)
    return { worker, receiver, receiverOrigin, database, merchantIds, template, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes a session as the API creates it, and one event of it. */
async function makeTemplate(
  database: Database,
  url: string,
  masterKey: Uint8Array,
  of: { merchantId: string; apiKey: string } | undefined,
): Promise<Template> {
  if (of === undefined) throw new Error('the bench has no merchant')
  const clock = createTestClock(new Date())
  const api = await composeApi({ database, url, clock, masterKey })
  try {
    const client = new CheckoutClient({
      apiKey: of.apiKey,
      environment: 'sandbox',
      baseUrl: 'http://api.test',
      fetch: (request) => api.fetch(request),
    })
    const session = await client.sessions.create(newSessionBody(of.merchantId))
    const body = eventBody({
      id: session.id,
      type: 'payment.succeeded',
      timestamp: session.createdAt,
      environment: 'sandbox',
      sequence: 1,
      data: { session },
    })
    const reference = session.url.slice(session.url.lastIndexOf('/') + 1)
    await keepTemplate(database)
    return { sessionId: session.id, body: sealReference(body, reference) }
  } finally {
    await api.close()
  }
}
