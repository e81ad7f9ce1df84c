import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createTestDatabase } from '#proof/testing/database.ts'
import type { TestDatabase } from '#proof/testing/database.ts'
import {
  digestOfSchema,
  EARLIER_FORMS,
  makeEarlierSchema,
  type EarlierForm,
} from '#proof/testing/server/earlier-schema.fixture.ts'
import { DatabaseUnavailable } from '../engine/database-errors.ts'
import { statement } from '../engine/database.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { backTo } from './back-to.ts'
import { EarlierSchema, MigrationRefused } from './migration-records.ts'
import { MIGRATIONS_DIRECTORY } from './migrations.ts'

const ONE = ['0001_one.sql', 'create table one (n int); create index on one (n);'] as const
const TWO = ['0002_two.sql', 'insert into one values (2);'] as const

let test: TestDatabase
let scratch: string
let directory: string
let logged: string[]

const run = (text: string) => test.database.query(statement('once', text), [])
const write = async (...files: (readonly [name: string, sql: string])[]) => {
  for (const [name, sql] of files) await writeFile(join(directory, name), sql)
}

function migrateNow(lockTimeoutMs = 5_000): Promise<{ applied: string[] }> {
  const note = (message: string) => logged.push(message)
  return migrate({ url: test.url, log: { info: note, warn: note }, directory, lockTimeoutMs })
}

beforeEach(async () => {
  test = await createTestDatabase()
  await run('drop schema public cascade')
  await run('create schema public')
  scratch = await mkdtemp(join(tmpdir(), 'migrations-test-'))
  directory = scratch
  logged = []
})
afterEach(async () => {
  await test.drop()
  await rm(scratch, { recursive: true })
})

describe('migrate', () => {
  it('applies each file once, in order', async () => {
    await write(TWO, ONE)
    expect(await pendingMigrations(test.database, directory)).toEqual([ONE[0], TWO[0]])
    expect(await migrateNow()).toEqual({ applied: [ONE[0], TWO[0]] })
    expect(await migrateNow()).toEqual({ applied: [] })
    expect(await run('select n from one')).toEqual([{ n: 2 }])
    expect(await run('select number, name from schema_migrations order by number')).toEqual([
      { number: 1, name: ONE[0] },
      { number: 2, name: TWO[0] },
    ])
    expect(await pendingMigrations(test.database, directory)).toEqual([])
  })

  it('applies only what is new', async () => {
    await write(ONE)
    await migrateNow()
    await write(TWO)
    expect(await pendingMigrations(test.database, directory)).toEqual([TWO[0]])
    expect(await migrateNow()).toEqual({ applied: [TWO[0]] })
  })

  it('accepts an empty directory', async () => {
    expect(await migrateNow()).toEqual({ applied: [] })
  })

  it('applies each file once when processes start together', async () => {
    await write(['0001_one.sql', 'select pg_sleep(0.2); create table one (n int)'], TWO)
    const results = await Promise.all([migrateNow(), migrateNow(), migrateNow()])
    expect(results.flatMap(({ applied }) => applied)).toEqual([ONE[0], TWO[0]])
    expect(await run('select n from one')).toEqual([{ n: 2 }])
  })

  it('rolls back a failing file, and keeps those before it', async () => {
    await write(ONE, ['0002_two.sql', 'insert into one values (2); select 1 / 0;'])
    await expect(migrateNow()).rejects.toThrow('division by zero')
    expect(await run('select n from one')).toEqual([])
    expect(await pendingMigrations(test.database, directory)).toEqual([TWO[0]])
    await write(TWO)
    expect(await migrateNow()).toEqual({ applied: [TWO[0]] })
  })

  it('refuses a file that was changed after it was applied', async () => {
    await write(ONE)
    await migrateNow()
    await write([ONE[0], 'create table other (n int)'], TWO)
    await expect(migrateNow()).rejects.toThrow(/0001_one\.sql was changed/)
    expect(await run('select n from one')).toEqual([])
  })

  it('ignores differences of line ends', async () => {
    await write([ONE[0], 'create table one\n(n int)\n'])
    await migrateNow()
    await write([ONE[0], 'create table one\r\n(n int)\r\n'])
    expect(await migrateNow()).toEqual({ applied: [] })
  })

  it('R-32, R-35: refuses a database that a newer release migrated', async () => {
    await write(ONE, [TWO[0], `-- needs 99.0.0\n${TWO[1]}`])
    await migrateNow()
    await rm(join(directory, TWO[0]))
    await expect(migrateNow()).rejects.toBeInstanceOf(MigrationRefused)
    await expect(migrateNow()).rejects.toThrow(/0002_two\.sql by a newer release/)
    expect(await pendingMigrations(test.database, directory)).toEqual([])
  })

  it.each(Object.keys(EARLIER_FORMS) as EarlierForm[])(
    'refuses a database that was made before the first release, and touches nothing of it: %s',
    async (form) => {
      await makeEarlierSchema(test.database, form)
      const before = await digestOfSchema(test.database)
      directory = MIGRATIONS_DIRECTORY
      await expect(migrateNow()).rejects.toBeInstanceOf(EarlierSchema)
      await expect(migrateNow()).rejects.toThrow(/made before version 0\.3\.0.*empty database/)
      await expect(pendingMigrations(test.database)).rejects.toBeInstanceOf(EarlierSchema)
      const release = { version: '0.3.0', commit: '', lastMigration: 1 }
      await expect(backTo(release, { url: test.url })).rejects.toBeInstanceOf(EarlierSchema)
      expect(await digestOfSchema(test.database)).toBe(before)
    },
  )

  it.each(['0003_gap.sql', '0001_double.sql', '2_short.sql', 'two.sql'])(
    'refuses %s beside 0001',
    async (name) => {
      await write(ONE, [name, 'select 1'])
      await expect(migrateNow()).rejects.toThrow('should be called')
    },
  )

  it('retries when a table is locked', async () => {
    await write(ONE)
    await migrateNow()
    await write(['0002_two.sql', 'alter table one add m int'])
    let migrating: Promise<unknown> | undefined
    await test.database.transaction(async (tx) => {
      await tx.query(statement('use', 'insert into one values (1)'), [])
      migrating ??= migrateNow(100)
      const waits = 'Migration 0002_two.sql waits for a table in use.'
      await expect.poll(() => logged, { timeout: 30_000 }).toContain(waits)
    })
    expect(await migrating).toEqual({ applied: [TWO[0]] })
  })

  it('R-34: retries after a deadlock with a server, which locks the tables the other way round', async () => {
    await write(ONE, TWO, ['0003_three.sql', 'create table three (n int)'])
    await migrateNow()
    await write(['0004_four.sql', 'lock table one; lock table three;'])
    let migrating: Promise<unknown> | undefined
    await test.database.transaction(async (tx) => {
      // Otherwise this transaction could be the one that is ended, where its own wait begins late.
      await tx.query(statement('wait longer', `set local deadlock_timeout = '1min'`), [])
      await tx.query(statement('use three', 'insert into three values (1)'), [])
      migrating ??= migrateNow()
      for (;;) {
        const waiting = await run(
          `select from pg_stat_activity where query like 'lock table one%' and wait_event_type = 'Lock'`,
        )
        if (waiting.length > 0) break
        await sleep(10)
      }
      // This statement waits for the migration, a deadlock: PostgreSQL ends the migration, which began to wait first.
      await tx.query(statement('use one', 'insert into one values (1)'), [])
    })
    expect(await migrating).toEqual({ applied: ['0004_four.sql'] })
    expect(logged).toContain('Migration 0004_four.sql waits for a table in use.')
  })

  describe('R-34: an index that is built concurrently', () => {
    const INDEX = [
      '0002_index.sql',
      '-- concurrently\ncreate index concurrently if not exists one_by_n on one (n);',
    ] as const
    const isValid = async () =>
      (await run(`select indisvalid from pg_index where indexrelid = 'one_by_n'::regclass`))[0]

    it('waits for open transactions, and blocks no writes', async () => {
      await write(ONE)
      await migrateNow()
      await write(INDEX, ['0003_three.sql', 'create table three (n int)'])
      let migrating: Promise<unknown> | undefined
      await test.database.transaction(async (tx) => {
        await tx.query(statement('write', 'insert into one values (1)'), [])
        migrating ??= migrateNow(100)
        for (;;) {
          const waiting = await run(
            `select from pg_stat_activity where query like '-- concurrently%' and wait_event_type = 'Lock'`,
          )
          if (waiting.length > 0) break
          await sleep(10)
        }
        await run('insert into one values (2)')
      })
      expect(await migrating).toEqual({ applied: [INDEX[0], '0003_three.sql'] })
      expect(await isValid()).toEqual({ indisvalid: true })
    })

    it('starts over after an interruption', async () => {
      await write(ONE)
      await migrateNow()
      await run('insert into one values (1), (1)')
      const unique = INDEX[1].replace('create index', 'create unique index')
      await write([INDEX[0], unique])
      await expect(migrateNow()).rejects.toThrow('could not create unique index')
      expect(await isValid()).toEqual({ indisvalid: false })
      await run('truncate one')
      expect(await migrateNow()).toEqual({ applied: [INDEX[0]] })
      expect(await isValid()).toEqual({ indisvalid: true })
    })

    it('is built once when processes start together', async () => {
      await write(ONE, INDEX)
      const results = await Promise.all([migrateNow(), migrateNow(), migrateNow()])
      expect(results.flatMap(({ applied }) => applied)).toEqual([ONE[0], INDEX[0]])
    })
  })

  it('rejects with DatabaseUnavailable when the server is down', async () => {
    const log = { info: () => undefined, warn: () => undefined }
    const nowhere = migrate({ url: 'postgres://x:x@127.0.0.1:1/x', log, directory })
    await expect(nowhere).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})
