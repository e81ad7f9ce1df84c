import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewRows } from '#server/database/migrate/back-to.ts'
import { statement } from '#server/database/engine/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import {
  openCommandLine,
  PRODUCTION,
  runCheckout,
  type CommandLine,
} from '#proof/testing/cli/command-line.fixture.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '#server/database/migrate/migrations.ts'
import { THIS_RELEASE } from '#server/database/migrate/releases.ts'
import { Program } from '#client/tools/command-line/terminal-of.ts'
import { openTerminal } from '#proof/testing/cli/terminal.fixture.ts'
import { stepBack } from './step-back.ts'

const SHIPPED = (await readMigrations(MIGRATIONS_DIRECTORY)).map(({ name }) => name)
const EMPTY = statement('test: empty', 'drop schema public cascade')
const PUBLIC = statement('test: public', 'create schema public')
const RECORDS = statement('test: records', 'select * from schema_migrations')

describe('checkout migrate', () => {
  let checkout: CommandLine
  beforeAll(async () => {
    checkout = await openCommandLine()
  })
  afterAll(() => checkout.close())

  it('is a separate step in production, and automatic in the sandbox', async () => {
    await empty()
    const early = await checkout.run('merchants list', PRODUCTION)
    expect(early.stderr).toContain('npx --no checkout migrate')
    expect(early.exitCode).toBe(1)

    const { applied } = await checkout.json<{ applied: string[] }>('migrate', PRODUCTION)
    expect(applied[0]).toBe('0001_baseline.sql')
    expect(await checkout.json('migrate', PRODUCTION)).toEqual({ applied: [] })
    expect(await checkout.json('merchants list', PRODUCTION)).toEqual([])

    await empty()
    expect(await checkout.json('merchants list')).toEqual([])
  })

  it.each(['migrate --back-to 0.2.0', 'migrate --back-to'])(
    'R-35: says that there is no release before the first: %s',
    async (line) => {
      const before = await digestOf()
      const { exitCode, stdout, stderr } = await checkout.run(line, PRODUCTION)
      expect(stderr).toContain(`There is no release before ${THIS_RELEASE} to go back to.`)
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
      expect(await digestOf()).toEqual(before)
    },
  )

  it('R-35: lets the release before start again, unless rows stand in its way', async () => {
    await empty()
    await checkout.json('migrate', PRODUCTION)
    const before = { version: THIS_RELEASE, commit: '', lastMigration: 0 }
    const rows = (isBlocking: boolean): NewRows => ({
      what: 'merchant',
      meaning: 'merchants that it would serve wrongly. Wait.',
      isBlocking,
      count: statement('merchants', 'select count(*)::integer as count from merchants'),
    })
    const { terminal, stderr } = openTerminal()
    const stepWith = (newRows: NewRows[]) =>
      stepBack(new Program(terminal), before, {
        url: checkout.variables['DATABASE_URL'] ?? '',
        newRows,
      })
    try {
      await stepWith([rows(true)])
      expect(stderr()).toContain(`Set ${SHIPPED.length} migrations aside: release 0.3.0 starts`)
      await stepWith([])
      expect(stderr()).toContain('Release 0.3.0 starts on this database.')
      expect(await checkout.json('migrate', PRODUCTION)).toEqual({ applied: SHIPPED })

      await checkout.json('merchants create --name Loja', PRODUCTION)
      await expect(stepWith([rows(true)])).rejects.toThrow(
        /cannot serve:\n {2}1 merchants that it would serve wrongly\. Wait\.\nNothing was changed\./,
      )
      expect(await checkout.json('migrate', PRODUCTION)).toEqual({ applied: [] })
      await stepWith([rows(false)])
      expect(stderr()).toContain('Until this release serves again:\n  1 merchants that')
    } finally {
      await empty()
    }
  })

  async function digestOf(): Promise<unknown> {
    return checkout.database.query(RECORDS, [])
  }

  async function empty(): Promise<void> {
    await checkout.database.query(EMPTY, [])
    await checkout.database.query(PUBLIC, [])
  }
})

describe('checkout without DATABASE_URL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-cli-'))
  // PostgreSQL refuses to run as root. Under root it runs as another user, who must enter this folder.
  chmodSync(dataDir, 0o711)
  afterAll(() => {
    const place = join(dataDir, 'sandbox', 'postgres')
    if (existsSync(place)) rmSync(realpathSync(place), { recursive: true })
    rmSync(dataDir, { recursive: true })
  })

  it('starts the embedded PostgreSQL for its duration, or uses that of the running server', async () => {
    const own = { DATA_DIR: dataDir }
    const created = await runCheckout('merchants create --name Loja --json', own)
    expect(created.stderr).toContain('Applied migration 0001_baseline.sql.')
    const { merchantId } = JSON.parse(created.stdout) as { merchantId: string }

    const log = { info: () => {}, warn: () => {} }
    const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'sandbox'), log })
    try {
      const issued = await runCheckout(`keys issue --merchant ${merchantId}`, own)
      expect(issued.stdout).toMatch(/^hp_test_\w+\n$/)
      expect(issued.exitCode).toBe(0)
    } finally {
      await server.stop()
    }
  })
})
