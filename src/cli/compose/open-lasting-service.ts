import type { Logger } from 'pino'
import { attachEmbeddedPostgres } from '../../store/embedded/attach-embedded-postgres.ts'
import { prepareSchema } from '../as-operator.ts'
import type { Config } from '../config.ts'
import { CommandFailure } from '../exit.ts'
import { environmentDirectory } from './environment-directory.ts'
import { openConfiguredDatabase } from './open-database.ts'
import { openService, type OpenedService } from './open-service.ts'

/** The service, for a command that outlives a restart of the server beside it. */
export interface LastingService {
  current(): Promise<OpenedService>
  /** The API, as a function. Throws while no server runs. */
  fetch: (request: Request) => Promise<Response>
  close(): Promise<void>
}

const LOOK_EVERY_MS = 500

/** Opens it beside a running server. The embedded PostgreSQL may have another address after the server's next start. */
export async function openLastingService(config: Config, log: Logger): Promise<LastingService> {
  if (config.databaseUrl === undefined && embeddedUrl(config) === undefined)
    throw new CommandFailure('No server runs here. Start it first: npx checkout serve')
  let current = await open(config, log)
  let reopening: Promise<void> | undefined

  async function reopen(): Promise<void> {
    const moved = current
    current = await open(config, log)
    await moved.close()
  }

  const urlNow = () => config.databaseUrl ?? embeddedUrl(config)

  async function currentService(): Promise<OpenedService> {
    const url = urlNow()
    if (url !== undefined && url !== current.url) {
      reopening ??= reopen().finally(() => {
        reopening = undefined
      })
      await reopening
    }
    return current.service
  }

  return {
    current: currentService,
    async fetch(request) {
      const service = await currentService()
      const { url } = current
      const stopped = Promise.withResolvers<never>()
      // A call that waits would find out long after the server has started again.
      const looking = setInterval(() => {
        if (urlNow() !== url) stopped.reject(new Error('the server beside this command stopped'))
      }, LOOK_EVERY_MS)
      try {
        return await Promise.race([service.fetch(request), stopped.promise])
      } finally {
        clearInterval(looking)
      }
    },
    async close() {
      await reopening
      await current.close()
    },
  }
}

function embeddedUrl(config: Config): string | undefined {
  return attachEmbeddedPostgres({ dataDir: environmentDirectory(config) })?.url
}

async function open(config: Config, log: Logger) {
  const opened = await openConfiguredDatabase(config, { log, role: 'command' })
  try {
    await prepareSchema(config, opened, log)
    const service = await openService(config, opened, { log, servesApi: true })
    return {
      url: opened.url,
      service,
      async close() {
        await service.close()
        await opened.close()
      },
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}
