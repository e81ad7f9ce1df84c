import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { CheckoutClient } from '#client/index.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { issueKey, keyOfCheckout } from '#server/service/keys/issue-key.ts'
import { postgresSeconds } from '../../testing/processor-time.ts'
import { PRODUCTION } from '../../testing/cli/command-line.fixture.ts'
import { makeMerchant, operatorOf } from '../../testing/merchant.ts'
import { openScratchDirectory, startPostgresIn } from '../../testing/scratch-postgres.ts'
import { profileOptions, startServerProcess, type ServerProcess } from '../stage/server-process.ts'
import { variedSession } from './varied-session.ts'

/** A production process of page and API over a PostgreSQL of its own, and sessions. */
export interface DocumentStage {
  server: ServerProcess
  /** References of different sessions, none of which has been shown yet. */
  references: readonly string[]
  /** Processor time of PostgreSQL so far, in milliseconds; undefined without `/proc`. */
  postgresMs(): Promise<number | undefined>
}

const MASTER_KEY_BYTES = 32
/** High enough to disable the rate limit, which is not measured. */
const REQUESTS_PER_SECOND = 1_000_000_000
const SILENT = { info: () => undefined, warn: () => undefined }
const PROCESSOR = fileURLToPath(
  new URL('../../testing/cli/scripted-processor.fixture.ts', import.meta.url),
)

export async function openDocumentStage(
  opening: AsyncDisposableStack,
  sessions: number,
  { profile }: { profile?: string | undefined },
): Promise<DocumentStage> {
  const directory = await openScratchDirectory(opening)
  const databaseUrl = await startPostgresIn(opening, join(directory, 'postgres'))
  await migrate({ url: databaseUrl, log: SILENT })
  const masterKey = randomBytes(MASTER_KEY_BYTES)
  const { merchantId, apiKey, checkoutKey } = await issueKeys(databaseUrl, masterKey)
  const server = await startServerProcess(
    new URL('serve-documents.ts', import.meta.url),
    {
      ...PRODUCTION,
      PROCESSOR,
      FIELDS_URL: 'https://fields.example',
      CHECKOUT_API_KEY: checkoutKey,
      DATABASE_URL: databaseUrl,
      DATA_DIR: directory,
      MASTER_KEY: masterKey.toString('base64'),
      REQUESTS_PER_SECOND: String(REQUESTS_PER_SECOND),
      LOG_LEVEL: 'warn',
    },
    profileOptions(profile),
  )
  opening.defer(() => server.stop())
  const asking = new Client(databaseUrl)
  await asking.connect()
  opening.defer(() => asking.end())

  const { sessions: made } = new CheckoutClient({
    apiKey,
    environment: 'production',
    baseUrl: server.origin,
  })
  const references: string[] = []
  while (references.length < sessions) {
    const { url } = await made.create(variedSession(merchantId, references.length))
    references.push(url.slice(url.lastIndexOf('/') + 1))
  }
  return {
    server,
    references,
    async postgresMs() {
      const seconds = await postgresSeconds(asking)
      return seconds === undefined ? undefined : seconds * 1000
    },
  }
}

async function issueKeys(url: string, masterKey: Uint8Array) {
  const database = openDatabase({ url, log: SILENT })
  try {
    const operator = operatorOf(database, masterKey)
    const merchant = await makeMerchant(operator, 'production', {
      returnOrigins: ['https://store.example'],
    })
    const { apiKey: checkoutKey } = await issueKey(operator, keyOfCheckout('production'))
    return { ...merchant, checkoutKey }
  } finally {
    await database.close()
  }
}
