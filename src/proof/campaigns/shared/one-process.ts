import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { freePort } from '../../testing/free-port.ts'
import { makeScratchDirectory } from '../../testing/scratch-directory.ts'
import { makeParties, type Parties } from '../crash/parties.ts'
import { createProductProcess, type ProductOptions, type ProductProcess } from '../crash/product.ts'

/** One process of the product over a PostgreSQL of its own, with no proxy between them. */
export interface OneProcess extends Parties {
  product: ProductProcess
  /** The URL of the page, where it is served. */
  checkoutUrl: string
  databaseUrl: string
  stopPostgres(): Promise<void>
  close(): Promise<void>
}

const SILENT = { info: () => undefined, warn: () => undefined }
const HOST = '127.0.0.1'

export async function openOneProcess({
  callbackUrl = null,
  variables = {},
  ...options
}: Partial<ProductOptions> & {
  callbackUrl?: string | null
  variables?: Record<string, string>
} = {}): Promise<OneProcess> {
  const dataDir = await makeScratchDirectory()
  const postgres = await startEmbeddedPostgres({ dataDir, log: SILENT })
  await migrate({ url: postgres.url, log: SILENT })
  const masterKey = randomBytes(32)
  const parties = await makeParties(postgres.url, { masterKey, callbackUrl })
  const ports = { api: await freePort(), private: await freePort(), page: await freePort() }
  const product = createProductProcess(
    ports,
    {
      DATABASE_URL: postgres.url,
      DATA_DIR: join(dataDir, 'product'),
      MASTER_KEY: masterKey.toString('base64'),
      CHECKOUT_API_KEY: parties.checkoutKey,
      CHECKOUT_PORT: String(ports.page),
      // Rate limits per merchant are not under test.
      REQUESTS_PER_SECOND: '1000000',
      CALLS_AT_ONCE: '1000000',
      HOST,
      LOG_LEVEL: 'error',
      ...variables,
    },
    options,
  )
  let stopped: Promise<void> | undefined
  const stopPostgres = () => (stopped ??= postgres.stop())
  await product.start()
  return {
    ...parties,
    product,
    checkoutUrl: `http://${HOST}:${ports.page}`,
    databaseUrl: postgres.url,
    stopPostgres,
    async close() {
      await product.kill()
      await stopPostgres()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
