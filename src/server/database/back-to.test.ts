import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { goBackToMigration } from '#proof/testing/back-to-migration.ts'
import { backTo } from './back-to.ts'
import { statement } from './database.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { MigrationRefused } from './migration-records.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from './migrations.ts'
import { EARLIER_RELEASES, releaseBefore, THIS_RELEASE } from './releases.ts'

const SILENT = { info: () => undefined, warn: () => undefined }
const RELEASE = releaseBefore(EARLIER_RELEASES)
const migrations = await readMigrations(MIGRATIONS_DIRECTORY)
const later = migrations.slice(RELEASE.lastMigration).map(({ name }) => name)
const nothing = { blocking: [], waiting: [] }

let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

const run = (text: string, ...values: unknown[]) =>
  test.database.query(statement('test', text), values)
const step = () => backTo(RELEASE, { url: test.url })
const migrateNow = (keepsAhead = false) => migrate({ url: test.url, log: SILENT, keepsAhead })
/** The number of rows in `schema_migrations`, the table that an earlier release reads. */
const inForce = async () => (await run('select number from schema_migrations')).length

describe('backTo', () => {
  it('R-35: sets aside what the release before does not know, and migrate puts it back', async () => {
    expect(later.length).toBeGreaterThan(60)
    expect(await step()).toEqual({ setAside: later, ...nothing })
    expect(await inForce()).toBe(RELEASE.lastMigration)
    expect(await step()).toEqual({ setAside: [], ...nothing })

    expect(await pendingMigrations(test.database)).toEqual([])
    expect(await migrateNow(true)).toEqual({ applied: [] })
    expect(await inForce()).toBe(RELEASE.lastMigration)

    expect(await migrateNow()).toEqual({ applied: later })
    expect(await inForce()).toBe(migrations.length)
    expect(await migrateNow()).toEqual({ applied: [] })
  })

  it('R-35: finds the way from a migration that was interrupted, and applies the rest after it', async () => {
    const interrupted = 30
    await goBackToMigration(test.url, interrupted)
    const { setAside } = await step()
    expect(setAside).toEqual(later.slice(0, interrupted - RELEASE.lastMigration))
    const rest = migrations.slice(interrupted).map(({ name }) => name)
    expect(await pendingMigrations(test.database)).toEqual(rest)
    // When migrations are pending, a server puts back what was set aside, too, and applies the rest.
    expect(await migrateNow(true)).toEqual({ applied: later })
  })

  it('R-35: refuses while rows are there that the release before would serve wrongly', async () => {
    await insertPayments()
    expect(await step()).toMatchObject({ setAside: later, blocking: [] })
    await migrateNow()

    await run(`update payments set status = 'amount_mismatch' where id = 'pay_1'`)
    await run(`update payments set processor = 'itau', next_inquiry_at = now() where id = 'pay_2'`)
    await run(
      `update payments set surplus_of = 'pay_3', captured_minor = 100, refund_owed_at = now() where id = 'pay_4'`,
    )
    await run(
      `insert into refunds (id, session_id, payment_id, amount_minor, currency, created_at, updated_at)
       values ('re_1', 'cs_4', 'pay_4', 100, 'BRL', now(), now())`,
    )
    await run(
      `update sessions set details = '{"paymentMethodDiscounts":{"pix":{"amount":1}}}' where id = 'cs_1'`,
    )
    expect(await step()).toEqual({
      setAside: [],
      blocking: [
        { what: 'amount_mismatch', count: 1 },
        { what: 'other_account', count: 1 },
        { what: 'surplus_refund', count: 1 },
      ],
      waiting: [
        { what: 'discounted_session', count: 1 },
        { what: 'owed_refund', count: 1 },
      ],
    })
    expect(await inForce()).toBe(migrations.length)
  })
})

describe('a database that a newer release has migrated', () => {
  const insert = (oldestRelease: string | null) =>
    run(
      `insert into schema_migrations (number, name, checksum, oldest_release) values (9999, '9999_next.sql', 'x', $1)`,
      oldestRelease,
    )

  it('R-35: is served where its record says that this release can', async () => {
    await insert(THIS_RELEASE)
    expect(await migrateNow()).toEqual({ applied: [] })
    expect(await pendingMigrations(test.database)).toEqual([])
  })

  it.each([null, '99.0.0'])('is refused where it says %s', async (oldestRelease) => {
    await insert(oldestRelease)
    await expect(migrateNow()).rejects.toBeInstanceOf(MigrationRefused)
    await expect(step()).rejects.toBeInstanceOf(MigrationRefused)
  })

  it('holds, of each migration of this release, the release before as the oldest', async () => {
    const rows = await run(
      'select distinct oldest_release from schema_migrations where number > 10',
    )
    expect(rows).toEqual([{ oldest_release: RELEASE.version }])
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
