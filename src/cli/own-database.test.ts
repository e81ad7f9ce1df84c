import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { statement, type Database } from '#server/database/engine/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import {
  openCommandLine,
  PRODUCTION,
  runCheckout,
  type CommandLine,
  type Variables,
} from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import {
  digestOfSchema,
  EARLIER_FORMS,
  makeEarlierSchema,
  type EarlierForm,
} from '#proof/testing/server/earlier-schema.fixture.ts'

const PROCESSOR = join(import.meta.dirname, '../proof/testing/cli/scripted-processor.fixture.ts')
const PRODUCTION_PROCESS = { ...PRODUCTION, PROCESSOR, CHECKOUT_API_KEY: '' }
const OTHER_KEY = { MASTER_KEY: randomBytes(32).toString('base64') }

describe('R-54: a database carries its environment and its master key', () => {
  let checkout: CommandLine
  beforeAll(async () => {
    checkout = await openCommandLine(await freePorts('API_PORT', 'PRIVATE_PORT'))
    await checkout.json('merchants create --name Loja')
  })
  afterAll(() => checkout.close())

  const merchants = async () =>
    (await checkout.database.query(statement('test', 'select id from merchants'), [])).length

  it.each(['merchants create --name Outra', 'migrate', 'serve --only worker', 'serve --only api'])(
    'R-54: 78 for another MASTER_KEY, and nothing is written: %s',
    async (line) => {
      const before = await merchants()
      const { exitCode, stderr } = await checkout.run(line, OTHER_KEY)
      expect(stderr).toContain(`belongs to the MASTER_KEY with the id ${checkout.keys.id}`)
      expect(stderr).toContain('MASTER_KEY_PREVIOUS')
      expect(exitCode).toBe(78)
      expect(await merchants()).toBe(before)
    },
  )

  it.each(['merchants create --name Outra', 'migrate', 'serve --only worker'])(
    'R-54: 78 for another environment, and nothing is written: %s',
    async (line) => {
      const before = await merchants()
      const { exitCode, stderr } = await checkout.run(line, PRODUCTION_PROCESS)
      expect(stderr).toContain('This database belongs to the sandbox')
      expect(stderr).toContain('DATABASE_URL')
      expect(exitCode).toBe(78)
      expect(await merchants()).toBe(before)
    },
  )

  it.each<[string, Variables]>([
    ['another MASTER_KEY', OTHER_KEY],
    ['another environment', PRODUCTION_PROCESS],
    ['no MASTER_KEY', { ...PRODUCTION_PROCESS, MASTER_KEY: '' }],
  ])('R-54: setup refuses with 78 for %s, and migrates nothing', async (_, variables) => {
    const unapply = statement(
      'unapply',
      `delete from schema_migrations m where name = (select max(name) from schema_migrations)
       returning to_jsonb(m) as row`,
    )
    const apply = statement(
      'apply',
      'insert into schema_migrations select * from jsonb_populate_record(null::schema_migrations, $1)',
    )
    const applied = statement('applied', 'select name from schema_migrations order by name')
    const [unapplied] = await checkout.database.query<{ row: object }>(unapply, [])
    try {
      const before = await checkout.database.query(applied, [])
      const { exitCode, stdout } = await checkout.run('setup', variables)
      expect(await checkout.database.query(applied, [])).toEqual(before)
      expect({ exitCode, stdout }).toEqual({ exitCode: 78, stdout: '' })
    } finally {
      await checkout.database.query(apply, [JSON.stringify(unapplied?.row)])
    }
  })

  it('R-54: accepts both keys of a rotation, and only the new one after it', async () => {
    const old = checkout.variables['MASTER_KEY'] ?? ''
    const overlap = { ...OTHER_KEY, MASTER_KEY_PREVIOUS: old }
    await checkout.json('merchants list', overlap)
    await checkout.json('merchants list')
    await checkout.json('master-key rotate', overlap)
    await checkout.json('merchants list', OTHER_KEY)
    await checkout.json('merchants list', { MASTER_KEY_PREVIOUS: OTHER_KEY.MASTER_KEY })
    expect((await checkout.run('merchants list')).exitCode).toBe(78)
  })
})

describe('a database that was made before the first release', () => {
  const ways = Object.keys(EARLIER_FORMS) as EarlierForm[]
  let checkout: CommandLine
  beforeAll(async () => {
    checkout = await openCommandLine(await freePorts('API_PORT', 'PRIVATE_PORT'))
  })
  afterAll(() => checkout.close())

  it.each<[string, EarlierForm | undefined, Variables]>([
    ['merchants create --name Outra', ways[0], {}],
    ['migrate', ways[0], {}],
    ['migrate', ways[1], PRODUCTION],
    ['serve --only worker', ways[1], {}],
    ['setup', ways[1], { ...PRODUCTION_PROCESS, MASTER_KEY: '' }],
  ])('is refused with 78, and nothing of it is touched: %s, %s', async (line, form, variables) => {
    if (form === undefined) throw new Error('a form is missing')
    await makeEarlierSchema(checkout.database, form)
    const before = await digestOfSchema(checkout.database)
    const { exitCode, stdout, stderr } = await checkout.run(line, variables)
    expect(stderr).toContain('were made before version 0.3.0')
    expect(stderr).toContain('name an empty database in DATABASE_URL')
    expect({ exitCode, stdout }).toEqual({ exitCode: 78, stdout: '' })
    expect(await digestOfSchema(checkout.database)).toBe(before)
  })

  it('is refused with 78 where it is the embedded one, too, and goes with "forget --everything"', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'checkout-earlier-'))
    // PostgreSQL refuses to run as root. Under root it runs as another user, who must enter this folder.
    chmodSync(dataDir, 0o711)
    const own = { DATA_DIR: dataDir, ...(await freePorts('PRIVATE_PORT')) }
    const silent = { info: () => {}, warn: () => {} }
    const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
      const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'sandbox'), log: silent })
      const database = openDatabase({ url: server.url, log: silent })
      try {
        return await work(database)
      } finally {
        await database.close()
        await server.stop()
      }
    }
    try {
      const before = await withDatabase(async (database) => {
        await makeEarlierSchema(database, 'two tables of records')
        return digestOfSchema(database)
      })
      for (const line of ['merchants list', 'serve --only worker']) {
        const { exitCode, stderr } = await runCheckout(line, own)
        expect(stderr).toContain('npx --no checkout forget --everything')
        expect(exitCode).toBe(78)
      }
      expect(await withDatabase(digestOfSchema)).toBe(before)
      expect((await runCheckout('forget --everything --yes', own)).exitCode).toBe(0)
      expect((await runCheckout('merchants list --json', own)).stdout.trim()).toBe('[]')
      expect((await runCheckout('forget --everything --yes', own)).exitCode).toBe(0)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})
