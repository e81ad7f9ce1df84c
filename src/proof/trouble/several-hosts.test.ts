import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { statement, type Database } from '#server/database/engine/database.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { DatabaseUnavailable } from '#server/database/engine/database-errors.ts'
import { hostOf } from '#server/database/engine/database-url.ts'
import {
  destroy,
  startPrimary,
  startStandby,
  stop,
  withClient,
  type Node,
} from '../campaigns/failover/node.ts'
import { runCheckout } from '../testing/cli/command-line.fixture.ts'
import { makeScratchDirectory } from '../testing/scratch-directory.ts'

const SILENT = { info: () => undefined, warn: () => undefined }
const WRITE = statement('write', 'insert into notes values ($1)')
const NOTES = statement('notes', 'select note from notes order by note')
const NOTIFY = statement('notify', 'select pg_notify($1, $2)')
const FORBID_WRITES = statement(
  'forbid writes',
  `select set_config('default_transaction_read_only', 'on', false)`,
)
const KEY = randomBytes(32).toString('base64')
const PATIENT_MS = 20_000
const PATIENCE = { timeout: 60_000, interval: 50 }

/** One URL with all hosts, in this order. */
function severalHosts(nodes: readonly Node[]): string {
  const [first] = nodes
  const hosts = nodes.map(({ url }) => hostOf(url)).join(',')
  return (first?.url ?? '').replace(/@[^/]+/, `@${hosts}`)
}

describe('R-36: several hosts in DATABASE_URL', { timeout: 240_000 }, () => {
  let directory: string
  let primary: Node
  let standby: Node
  let url: string
  let database: Database

  beforeAll(async () => {
    directory = await makeScratchDirectory()
    mkdirSync(join(directory, 'data'))
    primary = await startPrimary(join(directory, 'primary'))
    await withClient(primary.url, async (client) => {
      await client.query('create table notes (note text)')
      await client.query('create role app login')
    })
    standby = await startStandby(join(directory, 'standby'), primary, primary.port)
    url = severalHosts([standby, primary])
    database = openDatabase({ url, log: SILENT, timeoutMs: PATIENT_MS })
  }, 240_000)
  afterAll(async () => {
    await database.close()
    for (const node of [primary, standby]) await stop(node)
    rmSync(directory, { recursive: true, force: true })
  })

  const checkout = (line: string) =>
    runCheckout(line, {
      DATABASE_URL: url,
      DATA_DIR: join(directory, 'data'),
      // A long timeout, since the machine may be busy and slow.
      DATABASE_TIMEOUT_MS: '60000',
      MASTER_KEY: KEY,
    })

  it('the primary is found behind a standby, by every kind of connection', async () => {
    await database.query(WRITE, ['by a pipeline'])
    await database.transaction((tx) => tx.query(WRITE, ['by a transaction']))
    const payloads: string[] = []
    const end = await database.listen(
      'news',
      (payload) => payloads.push(payload),
      () => undefined,
    )
    await database.query(NOTIFY, ['news', 'heard'])
    await vi.waitFor(() => expect(payloads).toEqual(['heard']), PATIENCE)
    await end()
  })

  it.each(['migrate', 'database grant --role app', 'merchants create --name Loja', 'backup drill'])(
    'npx --no checkout %s works at the primary',
    async (line) => {
      const { exitCode, stderr } = await checkout(line)
      expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({
        exitCode: 0,
        stderr: '',
      })
    },
  )

  it('a connection that refuses writes is not used again', async () => {
    const alone = openDatabase({
      url,
      log: SILENT,
      timeoutMs: PATIENT_MS,
      connectionsOfEachKind: 1,
    })
    try {
      await alone.query(FORBID_WRITES, [])
      await expect(alone.query(WRITE, ['refused'])).rejects.toBeInstanceOf(DatabaseUnavailable)
      await alone.query(WRITE, ['accepted'])
    } finally {
      await alone.close()
    }
  })

  it('the promoted standby is used by pipelines, transactions and LISTEN', async () => {
    const payloads: string[] = []
    const onReconnect = vi.fn<() => void>()
    const end = await database.listen('news', (payload) => payloads.push(payload), onReconnect)
    await destroy(primary)
    await expect(database.query(WRITE, ['nowhere'])).rejects.toBeInstanceOf(DatabaseUnavailable)
    await withClient(standby.url, (client) => client.query('select pg_promote(true, 60)'))
    await vi.waitFor(() => database.query(WRITE, ['after']), PATIENCE)
    await vi.waitFor(() => database.transaction((tx) => tx.query(WRITE, ['later'])), PATIENCE)
    await vi.waitFor(() => expect(onReconnect).toHaveBeenCalled(), PATIENCE)
    await database.query(NOTIFY, ['news', 'heard'])
    await vi.waitFor(() => expect(payloads).toEqual(['heard']), PATIENCE)
    await end()
    const notes = await database.query<{ note: string }>(NOTES, [])
    expect(notes.map(({ note }) => note)).toEqual(expect.arrayContaining(['after', 'later']))
    expect(notes).not.toContainEqual({ note: 'nowhere' })
  })
})
