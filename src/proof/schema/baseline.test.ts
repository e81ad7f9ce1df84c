import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { MIGRATIONS_DIRECTORY } from '#server/database/migrations.ts'
import { createDatabase, dropDatabase, type TestServer } from '../testing/test-server.ts'
import { readCatalog } from './read-catalog.ts'

const SILENT = { info: () => undefined, warn: () => undefined }
const SERVER = join(MIGRATIONS_DIRECTORY, '../baseline')
const SIMULATOR = join(import.meta.dirname, '../../sandbox/simulator')

const names: string[] = []
let server: TestServer
beforeAll(async () => {
  server = (await (await fetch(inject('testServerUrl'))).json()) as TestServer
})
afterAll(async () => {
  for (const name of names) await dropDatabase(server, name)
})

/** The catalogs of a new database without a table, after `make`. */
async function catalogOf(
  schema: string,
  make: (url: string, client: Client) => Promise<unknown>,
): Promise<Record<string, string[]>> {
  const name = `checkout_test_${randomUUID().replaceAll('-', '')}`
  names.push(name)
  const url = await createDatabase({ ...server, templateName: 'template0' }, name)
  const client = new Client(url)
  await client.connect()
  try {
    await make(url, client)
    return await readCatalog(client, schema)
  } finally {
    await client.end()
  }
}

const simulatorFrom = (folder: string) => async (_: string, client: Client) => {
  await client.query('create schema simulator')
  const directory = join(SIMULATOR, folder)
  for (const name of readdirSync(directory).toSorted())
    await client.query(readFileSync(join(directory, name), 'utf8'))
}

it.each([
  {
    schema: 'public',
    byAll: (url: string) => migrate({ url, log: SILENT }),
    byBaseline: (url: string) => migrate({ url, log: SILENT, directory: SERVER }),
  },
  {
    schema: 'simulator',
    byAll: simulatorFrom('migrations'),
    byBaseline: simulatorFrom('baseline'),
  },
])('all migrations and the baseline make one schema: $schema', async (made) => {
  const all = await catalogOf(made.schema, made.byAll)
  const baseline = await catalogOf(made.schema, made.byBaseline)
  const table = Object.keys(all).map((kind) => {
    const [one = [], other = []] = [all[kind], baseline[kind]]
    const differences = [...new Set(one).symmetricDifference(new Set(other))]
    return { kind, migrations: one.length, baseline: other.length, differences }
  })
  const lines = table.map(
    ({ kind, migrations, baseline: count, differences }) =>
      `${kind.padEnd(46)}${String(migrations).padStart(6)}${String(count).padStart(6)}${String(differences.length).padStart(6)}`,
  )
  process.stdout.write(
    `${made.schema}: by migrations, by the baseline, different\n${lines.join('\n')}\n`,
  )
  expect(table.flatMap(({ differences }) => differences)).toEqual([])
  expect(baseline).toEqual(all)
})
