import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session } from '#contract/session.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { makeMerchant, operatorOf } from '../testing/merchant.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'
import { newSessionBody } from './session-body.ts'

/** A database with one merchant, and two servers over it. */
export interface Stage {
  bare: ServerProcess
  api: ServerProcess
  merchantId: string
  apiKey: string
  sessionIds: readonly string[]
  close(): Promise<void>
}

const SESSIONS = 1000
const MASTER_KEY_BYTES = 32
/** High enough to disable the rate limit, which is not measured. */
const REQUESTS_PER_SECOND = 1_000_000_000
const SILENT = { info: () => undefined, warn: () => undefined }

export async function openStage({
  profile,
  traces,
}: {
  profile?: string | undefined
  /** URL of a collector. */
  traces?: string | undefined
}): Promise<Stage> {
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
    const masterKey = randomBytes(MASTER_KEY_BYTES)
    const { merchantId, apiKey } = await makeMerchantAt(postgres.url, masterKey)

    const api = await startServerProcess(
      new URL('serve-api.ts', import.meta.url),
      {
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        MASTER_KEY: masterKey.toString('base64'),
        REQUESTS_PER_SECOND: String(REQUESTS_PER_SECOND),
        LOG_LEVEL: 'warn',
        ...(traces !== undefined && { OTEL_EXPORTER_OTLP_ENDPOINT: traces }),
      },
      profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    )
    closing.push(() => api.stop())
    const { sessionIds, answerBytes } = await makeSessions(api.origin, merchantId, apiKey)
    const bare = await startServerProcess(new URL('serve-bare.ts', import.meta.url), {
      DATABASE_URL: postgres.url,
      MERCHANT_ID: merchantId,
      ANSWER_BYTES: String(answerBytes),
    })
    closing.push(() => bare.stop())
    return { bare, api, merchantId, apiKey, sessionIds, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function makeMerchantAt(url: string, masterKey: Uint8Array) {
  const database = openDatabase({ url, log: SILENT })
  try {
    return await makeMerchant(operatorOf(database, masterKey), 'sandbox', {
      returnOrigins: ['https://store.example'],
    })
  } finally {
    await database.close()
  }
}

async function makeSessions(origin: string, merchantId: string, apiKey: string) {
  const sessionIds: string[] = []
  let answerBytes = 0
  while (sessionIds.length < SESSIONS) {
    const response = await fetch(`${origin}/v1/sessions`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(newSessionBody(merchantId)),
    })
    const answer = await response.text()
    answerBytes = Buffer.byteLength(answer)
    sessionIds.push(Session.parse(JSON.parse(answer)).id)
  }
  return { sessionIds, answerBytes }
}
