import { rm } from 'node:fs/promises'
import { Pool } from 'pg'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { makeScratchDirectory } from './scratch-directory.ts'

const SILENT = { info: () => undefined, warn: () => undefined }

/** An empty folder until the stack is disposed. */
export async function openScratchDirectory(opening: AsyncDisposableStack): Promise<string> {
  const directory = await makeScratchDirectory()
  opening.defer(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** A PostgreSQL in the folder until the stack is disposed; returns its URL. */
export async function startPostgresIn(
  opening: AsyncDisposableStack,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: SILENT, settings })
  opening.defer(() => stop())
  return url
}

/** A campaign's own connections, until the stack is disposed. They are opened again after PostgreSQL was killed. */
export function openObserver(opening: AsyncDisposableStack, connectionString: string): Pool {
  const observer = new Pool({ connectionString, max: 2 })
  observer.on('error', () => undefined)
  opening.defer(() => observer.end())
  return observer
}
