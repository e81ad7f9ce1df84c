import { cpSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { backTo, type NewRows } from './back-to.ts'
import { statement } from '../engine/database.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { MigrationRefused } from './migration-records.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from './migrations.ts'
import { THIS_RELEASE } from './releases.ts'

const SILENT = { info: () => undefined, warn: () => undefined }
const SHIPPED = readdirSync(MIGRATIONS_DIRECTORY)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
/** This release, as a later release names it. */
const BEFORE = { version: THIS_RELEASE, commit: '', lastMigration: SHIPPED.length }
/** The name of a later release's migration. */
const nameOf = (place: number, name: string) =>
  `${String(SHIPPED.length + place).padStart(4, '0')}_${name}.sql`
/** Migrations of a later release, one of each kind. */
const PLAIN = [nameOf(1, 'shelf'), 'alter table sessions add column shelf integer;'] as const
const CONCURRENT = [
  nameOf(2, 'by_shelf'),
  '-- concurrently\ncreate index concurrently if not exists sessions_by_shelf on sessions (shelf);',
] as const
const NEEDED = [
  nameOf(3, 'states'),
  '-- needs 99.0.0\nalter table payments add column parked_at timestamptz;',
] as const
const LATER = [PLAIN, CONCURRENT, NEEDED]
const later = LATER.map(([name]) => name)
const NEW_ROWS: readonly NewRows[] = [
  {
    what: 'parked',
    meaning: 'payments that are parked. Wait until they are not.',
    isBlocking: true,
    count: statement(
      'parked',
      'select count(*)::integer as count from payments where parked_at is not null',
    ),
  },
  {
    what: 'shelved',
    meaning: 'sessions on a shelf: they stand still.',
    isBlocking: false,
    count: statement(
      'shelved',
      'select count(*)::integer as count from sessions where shelf is not null',
    ),
  },
]
const nothing = { blocking: [], waiting: [] }

let test: TestDatabase
let directory: string
beforeEach(async () => {
  test = await createTestDatabase()
  directory = await mkdtemp(join(tmpdir(), 'checkout-migrations-'))
  cpSync(MIGRATIONS_DIRECTORY, directory, { recursive: true })
})
afterEach(async () => {
  await test.drop()
  await rm(directory, { recursive: true })
})

const run = (text: string, ...values: unknown[]) =>
  test.database.query(statement('test', text), values)
const write = async (...files: (readonly [name: string, sql: string])[]) => {
  for (const [name, sql] of files) await writeFile(join(directory, name), sql)
}
const step = () => backTo(BEFORE, { url: test.url, directory, newRows: NEW_ROWS })
const migrateNow = (keepsAhead = false) =>
  migrate({ url: test.url, log: SILENT, directory, keepsAhead })
/** As the release before, which has the shipped migrations alone. */
const migrateAsBefore = () => migrate({ url: test.url, log: SILENT, keepsAhead: true })
/** The number of rows in `schema_migrations`. */
const inForce = async () => (await run('select number from schema_migrations')).length

describe('backTo', () => {
  it('R-35: sets aside what the release before does not know, and migrate puts it back', async () => {
    await write(...LATER)
    expect(await migrateNow()).toEqual({ applied: later })
    await expect(migrateAsBefore()).rejects.toThrow(`${NEEDED[0]} by a newer release`)

    expect(await step()).toEqual({ setAside: later, ...nothing })
    expect(await inForce()).toBe(SHIPPED.length)
    expect(await step()).toEqual({ setAside: [], ...nothing })
    expect(await migrateAsBefore()).toEqual({ applied: [] })
    expect(await pendingMigrations(test.database)).toEqual([])

    expect(await pendingMigrations(test.database, directory)).toEqual([])
    expect(await migrateNow(true)).toEqual({ applied: [] })
    expect(await inForce()).toBe(SHIPPED.length)

    expect(await migrateNow()).toEqual({ applied: later })
    expect(await inForce()).toBe(SHIPPED.length + later.length)
    expect(await migrateNow()).toEqual({ applied: [] })
  })

  it('R-35: finds the way from a migration that was interrupted, and applies the rest after it', async () => {
    await write(PLAIN)
    await migrateNow()
    await write(CONCURRENT, NEEDED)
    expect(await step()).toEqual({ setAside: [PLAIN[0]], ...nothing })
    expect(await pendingMigrations(test.database, directory)).toEqual(later.slice(1))
    // When migrations are pending, a server puts back what was set aside, too, and applies the rest.
    expect(await migrateNow(true)).toEqual({ applied: later })
  })

  it('R-35: refuses while rows are there that the release before would serve wrongly', async () => {
    await write(...LATER)
    await migrateNow()
    await insertPayments()
    expect(await step()).toEqual({ setAside: later, ...nothing })
    await migrateNow()

    await run(`update payments set parked_at = now() where id in ('pay_1', 'pay_2')`)
    await run(`update sessions set shelf = 1 where id = 'cs_1'`)
    expect(await step()).toEqual({
      setAside: [],
      blocking: [{ what: 'parked', meaning: NEW_ROWS[0]?.meaning, count: 2 }],
      waiting: [{ what: 'shelved', meaning: NEW_ROWS[1]?.meaning, count: 1 }],
    })
    expect(await inForce()).toBe(SHIPPED.length + later.length)

    await run('update payments set parked_at = null')
    expect(await step()).toMatchObject({ setAside: later, blocking: [], waiting: [{ count: 1 }] })
  })
})

describe('backTo, of what this release writes', () => {
  /** The release before holds, disputes, and money that comes again. */
  const BEFORE_HOLDS = { version: '0.2.0', commit: '', lastMigration: 10 }
  const goBack = () => backTo(BEFORE_HOLDS, { url: test.url })
  const disputed = `insert into disputes (id, merchant_id, session_id, payment_id, processor, processor_reference, stage, status, rank,
       amount_minor, currency, opened_at, created_at, updated_at)
     select 'dp_1', merchant_id, id, 'pay_1', 'simulator', '1', 'inquiry', 'needs_response', 10, 100, 'BRL', now(), now(), now()
     from sessions where id = 'cs_1'`
  const held =
    "authorized_minor = 100, authorized_at = now(), capture_before = now(), method = 'card', capture_method = 'manual'"

  it.each([
    ['held payments', `update payments set ${held}, status = 'authorized' where id = 'pay_1'`, 1],
    [
      'held payments',
      `update payments set ${held}, status = 'authorized' where id in ('pay_1', 'pay_2');
       update payments set status = 'voided', void_reason = 'requested' where id = 'pay_1'`,
      2,
    ],
    [
      'held payments',
      `update payments set status = 'failed', decline_code = 'replaced', intent = 'void', next_intent_at = now(), void_reason = 'requested'
       where id = 'pay_1'`,
      1,
    ],
    [
      'payments declined by new codes',
      `update payments set status = 'failed', decline_code = 'card_blocked' where id = 'pay_1';
       update payments set status = 'failed', decline_code = 'card_declined' where id = 'pay_2'`,
      1,
    ],
    [
      'payments that were reinstated',
      `update payments set status = 'succeeded', captured_minor = 100, succeeded_at = now(), reversed_minor = 100, reinstated_minor = 1
       where id = 'pay_1'`,
      1,
    ],
  ])('R-35: refuses while there are %s: %s', async (what, made, count) => {
    await insertPayments()
    for (const text of made.split(';')) await run(text)
    expect(await goBack()).toMatchObject({ setAside: [], blocking: [{ what, count }], waiting: [] })
    expect(await inForce()).toBe(SHIPPED.length)
  })

  it('R-35: counts disputes, and goes back without them and with them', async () => {
    await insertPayments()
    await run(disputed)
    const { setAside, blocking, waiting } = await goBack()
    expect([setAside, blocking]).toEqual([SHIPPED.slice(10), []])
    expect(waiting).toMatchObject([{ what: 'disputes', count: 1 }])
    await migrateNow()
    await run(`delete from disputes`)
    expect(await goBack()).toEqual({ setAside: SHIPPED.slice(10), ...nothing })
  })
})

describe('a database that a newer release has migrated', () => {
  const insert = (oldestRelease: string) =>
    run(
      `insert into schema_migrations (number, name, checksum, oldest_release) values (9999, '9999_next.sql', 'x', $1)`,
      oldestRelease,
    )

  it('R-35: is served where its record says that this release can', async () => {
    await insert(THIS_RELEASE)
    expect(await migrateNow()).toEqual({ applied: [] })
    expect(await pendingMigrations(test.database)).toEqual([])
  })

  it('is refused where it says 99.0.0', async () => {
    await insert('99.0.0')
    await expect(migrateNow()).rejects.toBeInstanceOf(MigrationRefused)
    await expect(step()).rejects.toBeInstanceOf(MigrationRefused)
  })

  it('holds, of each migration, the oldest release that serves after it', async () => {
    await write(...LATER)
    await migrateNow()
    const rows = await run('select name, oldest_release from schema_migrations order by number')
    expect(rows).toEqual([
      ...SHIPPED.map((name) => ({ name, oldest_release: '0.3.0' })),
      { name: PLAIN[0], oldest_release: '0.3.0' },
      { name: CONCURRENT[0], oldest_release: '0.3.0' },
      { name: NEEDED[0], oldest_release: '99.0.0' },
    ])
    const releases = [BEFORE, { version: '0.9.0', commit: '', lastMigration: SHIPPED.length + 1 }]
    const migrations = await readMigrations(directory, releases)
    expect(migrations.map(({ oldestRelease }) => oldestRelease)).toEqual([
      ...SHIPPED.map(() => '0.3.0'),
      '0.3.0',
      '0.9.0',
      '99.0.0',
    ])
  })
})

/** Four open sessions, each with a payment at the simulator. */
async function insertPayments(): Promise<void> {
  const merchant = '6a8f6f7e-2b44-4a4d-9d2e-0f5a4c3b2a10'
  await run(
    `insert into merchants (id, name, currency, country, return_origins, created_at) values ($1, 'Loja', 'BRL', 'BR', '{}', now())`,
    merchant,
  )
  await run(
    `insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, details, expires_at, created_at)
     select 'cs_' || n, sha256(n::text::bytea), $1, 'BRL', 100, '{}', now(), now() from generate_series(1, 4) n`,
    merchant,
  )
  await run(
    `insert into payments (id, session_id, status, method, amount_minor, currency, processor, created_at, updated_at)
     select 'pay_' || n, 'cs_' || n, 'created', 'pix', 100, 'BRL', 'simulator', now(), now() from generate_series(1, 4) n`,
  )
}
