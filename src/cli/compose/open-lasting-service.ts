import type { Logger } from 'pino'
import { attachEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import type { Config } from '../config.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { environmentDirectory } from './environment-directory.ts'
import type { OpenedService } from './open-service.ts'
import { openServiceBeside } from './open-service-beside.ts'

/** The service for a command that survives a restart of the server beside it. */
export interface LastingService {
  current(): Promise<OpenedService>
  /** The API's request handler. Throws while no server runs. */
  fetch: (request: Request) => Promise<Response>
  close(): Promise<void>
}

const LOOK_EVERY_MS = 500

/** Opens the service beside a running server, and reopens it when the embedded PostgreSQL has a new address. */
export async function openLastingService(config: Config, log: Logger): Promise<LastingService> {
  if (config.databaseUrl === undefined && embeddedUrl(config) === undefined)
    throw new CommandFailure('No server runs here. Start it first: npx --no checkout serve')
  let current = await openServiceBeside(config, log)
  let reopening: Promise<void> | undefined

  async function reopen(): Promise<void> {
    const moved = current
    current = await openServiceBeside(config, log)
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
      // A long poll would notice the lost server only long after its restart.
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
