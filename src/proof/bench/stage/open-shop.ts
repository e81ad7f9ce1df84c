import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgresIn } from '../../testing/scratch-postgres.ts'
import type { Tree } from './tree.ts'

/** A PostgreSQL of its own, which a tree's commands have migrated, with one merchant. */
export interface Shop {
  databaseUrl: string
  /** A connection to another database of that PostgreSQL. */
  observer: Client
  /** Opens a connection to the database, for the bench. */
  connect(opening: AsyncDisposableStack): Promise<Client>
  masterKey: Uint8Array
  merchantId: string
  /** The merchant's API key. */
  apiKey: string
  /** The environment of a process of the tree. */
  variables: Record<string, string>
}

interface ShopOptions {
  callbackUrl?: string
  /** Of PostgreSQL. */
  settings?: Readonly<Record<string, string>>
  /** Of every command and process, as those of production. */
  environment?: Readonly<Record<string, string>>
}

const MASTER_KEY_BYTES = 32
/** High enough to disable the rate limit, which is not measured. */
const REQUESTS_PER_SECOND = 1_000_000_000

/** Opens a shop by commands of the tree, so that its schema and its rows are that tree's. */
export async function openShop(
  opening: AsyncDisposableStack,
  tree: Tree,
  { callbackUrl, settings = {}, environment = {} }: ShopOptions = {},
): Promise<Shop> {
  // On a disk, since commits are part of what is measured.
  const dataDir = await mkdtemp(join(tmpdir(), 'checkout-bench-'))
  opening.defer(() => rm(dataDir, { recursive: true, force: true }))
  // As root, PostgreSQL runs as another user.
  await chmod(dataDir, 0o711)
  const databaseUrl = await startPostgresIn(opening, dataDir, settings)
  const observer = await connect(opening, databaseUrl, 'template1')
  const masterKey = randomBytes(MASTER_KEY_BYTES)
  const variables = {
    ...environment,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey.toString('base64'),
    REQUESTS_PER_SECOND: String(REQUESTS_PER_SECOND),
    LOG_LEVEL: 'warn',
  }
  await tree.operate(['migrate'], variables)
  const merchant = ['--name', 'Loja', '--return-origin', 'https://store.example', '--env']
  const callback = callbackUrl === undefined ? [] : ['--callback-url', callbackUrl]
  const { merchantId, apiKey } = await tree.operate<{ merchantId: string; apiKey: string }>(
    ['merchants', 'create', ...merchant, ...callback],
    variables,
  )
  return {
    databaseUrl,
    observer,
    connect: (opening) => connect(opening, databaseUrl),
    masterKey,
    merchantId,
    apiKey,
    variables,
  }
}

/** Issues a key of the page's backend. */
export async function issueCheckoutKey(tree: Tree, { variables }: Shop): Promise<string> {
  const issue = ['keys', 'issue', '--kind', 'checkout']
  return (await tree.operate<{ apiKey: string }>(issue, variables)).apiKey
}

async function connect(
  opening: AsyncDisposableStack,
  databaseUrl: string,
  database?: string,
): Promise<Client> {
  const url = new URL(databaseUrl)
  if (database !== undefined) url.pathname = database
  url.searchParams.set('application_name', 'bench')
  const client = new Client(url.href)
  await client.connect()
  opening.defer(() => client.end())
  return client
}
