import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts, startServerProcess } from '#proof/testing/cli/server-process.fixture.ts'
import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { commandOf, type CheckoutCommand } from './checkout-command.ts'

const SILENT = { info: () => undefined, warn: () => undefined }
const PROCESSOR = '../src/proof/testing/cli/taking-processor.fixture.ts'

/** API and dashboard of production, over a database of their own. */
export interface ProductionDashboard {
  adminUrl: string
  apiUrl: string
  command: CheckoutCommand
  close: () => Promise<void>
}

export async function startProductionDashboard(): Promise<ProductionDashboard> {
  const directory = await makeScratchDirectory()
  const postgres = await startEmbeddedPostgres({
    dataDir: directory,
    log: SILENT,
    settings: { fsync: 'off' },
  })
  const ports = await freePorts('API_PORT', 'PRIVATE_PORT', 'ADMIN_PORT')
  const environment = {
    CHECKOUT_ENVIRONMENT: 'production',
    ...ports,
    HOST: 'localhost',
    API_URL: 'https://api.pay.example',
    CHECKOUT_URL: 'https://pay.example',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(directory, 'data'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    PROCESSOR: join(import.meta.dirname, PROCESSOR),
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
  }
  await migrate({ url: postgres.url, log: SILENT })
  const server = await startServerProcess('api,worker,dashboard', environment)
  return {
    adminUrl: `http://localhost:${ports.ADMIN_PORT}`,
    apiUrl: `http://localhost:${ports.API_PORT}`,
    command: commandOf(environment),
    async close() {
      await server.stop()
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
