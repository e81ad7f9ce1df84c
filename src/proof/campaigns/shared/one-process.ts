import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '#server/database/migrate/migrate.ts'
import { freePort } from '../../testing/free-port.ts'
import { openScratchDirectory, startPostgresIn } from '../../testing/scratch-postgres.ts'
import { makeParties, type Parties } from '../crash/parties.ts'
import { createProductProcess, type ProductOptions, type ProductProcess } from '../crash/product.ts'

/** One process of the product over a PostgreSQL of its own, with no proxy between them. */
export interface OneProcess extends Parties {
  product: ProductProcess
  /** The URL of the page, where it is served. */
  checkoutUrl: string
  databaseUrl: string
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
  await using opening = new AsyncDisposableStack()
  const dataDir = await openScratchDirectory(opening)
  const databaseUrl = await startPostgresIn(opening, dataDir)
  await migrate({ url: databaseUrl, log: SILENT })
  const masterKey = randomBytes(32)
  const parties = await makeParties(databaseUrl, { masterKey, callbackUrl })
  const ports = { api: await freePort(), private: await freePort(), page: await freePort() }
  const product = createProductProcess(
    ports,
    {
      DATABASE_URL: databaseUrl,
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
  opening.defer(() => product.kill())
  await product.start()
  const opened = opening.move()
  return {
    ...parties,
    product,
    checkoutUrl: `http://${HOST}:${ports.page}`,
    databaseUrl,
    close: () => opened.disposeAsync(),
  }
}
