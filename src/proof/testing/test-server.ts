import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { Client } from 'pg'

import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '#server/database/migrate/migrations.ts'
import { makeScratchDirectory } from './scratch-directory.ts'

/** What a test file needs to create its own database. */
export interface TestServer {
  url: string
  templateName: string
}

const SILENT = { info: () => undefined, warn: () => undefined }

/** Test data is disposable: no fsync. */
const VOLATILE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
}

const TEMPLATE_HASH_LENGTH = 12
/** Advisory lock, so that two runs on one server do not create the template at once. */
const TEMPLATE_LOCK = 7_406_281_954

interface ServerOptions {
  settings?: Readonly<Record<string, string>>
  /** Connects by Unix socket, which is cheaper than TCP. */
  overSocket?: boolean
}

/** Starts a disposable server, or uses the one in DATABASE_URL. */
export async function startTestServer(
  databaseUrl: string | undefined,
  { settings = {}, overSocket = false }: ServerOptions = {},
): Promise<TestServer & { stop(): Promise<void> }> {
  if (databaseUrl !== undefined) {
    const templateName = await makeTemplate(databaseUrl)
    return { url: databaseUrl, templateName, stop: () => Promise.resolve() }
  }
  const dataDir = await makeScratchDirectory()
  const socketDirectory = overSocket ? join(dataDir, 'postgres') : ''
  const { url: address, stop } = await startEmbeddedPostgres({
    dataDir,
    log: SILENT,
    settings: { ...VOLATILE, unix_socket_directories: socketDirectory, ...settings },
  })
  const url = overSocket ? throughSocket(address, socketDirectory) : address
  return {
    url,
    templateName: await makeTemplate(url),
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same database URL through the socket in the folder. */
function throughSocket(address: string, directory: string): string {
  const url = new URL(address)
  url.searchParams.set('host', directory)
  return url.href
}

/** Creates an empty database with the current schema, from which the database of each test file is copied. */
async function makeTemplate(url: string): Promise<string> {
  const name = `checkout_template_${await schemaHash()}`
  await administer(url, async (client) => {
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft}`)
    await migrate({ url: databaseUrl(url, draft), log: SILENT })
    await client.query(`alter database ${draft} rename to ${name}`)
  })
  return name
}

async function schemaHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const { checksum } of await readMigrations(MIGRATIONS_DIRECTORY)) hash.update(checksum)
  return hash.digest('hex').slice(0, TEMPLATE_HASH_LENGTH)
}

export async function administer(
  url: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Creates a database with the current schema; returns its URL. PostgreSQL copies the template's files: through the log, block by
 * block, takes three times as long for a small database.
 */
export async function createDatabase(
  { url, templateName }: TestServer,
  name: string,
): Promise<string> {
  await administer(url, async (client) => {
    await client.query(`create database ${name} template ${templateName} strategy file_copy`)
  })
  return databaseUrl(url, name)
}

/** Drops a database, and ends its connections. */
export async function dropDatabase({ url }: TestServer, name: string): Promise<void> {
  await administer(url, async (client) => {
    await client.query(`drop database ${name} with (force)`)
  })
}

/** The same server's URL with another database. */
function databaseUrl(url: string, name: string): string {
  const result = new URL(url)
  result.pathname = `/${name}`
  return result.href
}
