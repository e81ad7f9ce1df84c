import type { Logger } from 'pino'
import type { Database } from '#server/database/engine/database.ts'
import { openDatabase, type DatabaseOptions } from '#server/database/engine/open-database.ts'
import {
  attachEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/database/embedded/start-embedded-postgres.ts'
import type { Publishing } from '#server/database/engine/notices.ts'
import type { Config } from '../config.ts'
import { environmentDirectory } from './environment-directory.ts'
import { namingPrivileges } from './missing-privileges.ts'

export interface OpenedDatabase {
  url: string
  database: Database
  publishing: Publishing
  close(): Promise<void>
}

/**
 * Opens DATABASE_URL, or else the embedded PostgreSQL. A server starts the embedded PostgreSQL, and stops it at the end; a
 * command attaches to that of a running server, or starts it for its own duration. A server publishes notices in batches
 * after its commits. A command publishes them within its commits: it may end at any time, and sends no keep-alives. It names
 * the privilege that its role lacks; a server has compared all of them at its start.
 */
export async function openConfiguredDatabase(
  config: Config,
  {
    log,
    role,
    around,
  }: { log: Logger; role: 'server' | 'command' } & Pick<DatabaseOptions, 'around'>,
): Promise<OpenedDatabase> {
  const located = await locate(config, log, role)
  const publishing = role === 'server' ? 'gathered' : 'in the commit'
  const timeoutMs = config.databaseTimeoutMs
  const opened = openDatabase({
    url: located.url,
    log,
    timeoutMs,
    publishing,
    ...(around && { around }),
  })
  const database = role === 'command' ? namingPrivileges(opened) : opened
  return {
    url: located.url,
    database,
    publishing,
    async close() {
      await database.close()
      await located.stop()
    },
  }
}

interface Located {
  url: string
  stop(): Promise<void>
}

async function locate(config: Config, log: Logger, role: 'server' | 'command'): Promise<Located> {
  const nothingToStop = async () => {}
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: nothingToStop }
  const dataDir = environmentDirectory(config)
  const running = role === 'command' ? attachEmbeddedPostgres({ dataDir }) : undefined
  if (running !== undefined) return { url: running.url, stop: nothingToStop }
  return startEmbeddedPostgres({ dataDir, log })
}
