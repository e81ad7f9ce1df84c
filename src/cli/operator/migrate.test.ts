import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import {
  openCommandLine,
  PRODUCTION,
  runCheckout,
  type CommandLine,
} from '#proof/testing/cli/command-line.fixture.ts'

const EMPTY = statement('test: empty', 'drop schema public cascade')
const PUBLIC = statement('test: public', 'create schema public')
const INSERT_SESSION = statement(
  'test: session',
  `insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, details, expires_at, created_at)
   values ('cs_1', 'x', $1, 'BRL', 100, '{}', now(), now())`,
)
const INSERT_MISMATCH = statement(
  'test: mismatch',
  `insert into payments (id, session_id, status, method, amount_minor, currency, processor, created_at, updated_at)
   values ('pay_1', 'cs_1', 'amount_mismatch', 'pix', 100, 'BRL', 'simulator', now(), now())`,
)

describe('checkout migrate', () => {
  let checkout: CommandLine
  beforeAll(async () => {
    checkout = await openCommandLine()
  })
  afterAll(() => checkout.close())

  it('is a separate step in production, and automatic in the sandbox', async () => {
    await empty()
    const early = await checkout.run('merchants list', PRODUCTION)
    expect(early.stderr).toContain('npx checkout migrate')
    expect(early.exitCode).toBe(1)

    const { applied } = await checkout.json<{ applied: string[] }>('migrate', PRODUCTION)
    expect(applied[0]).toBe('0001_checkout.sql')
    expect(await checkout.json('migrate', PRODUCTION)).toEqual({ applied: [] })
    expect(await checkout.json('merchants list', PRODUCTION)).toEqual([])

    await empty()
    expect(await checkout.json('merchants list')).toEqual([])
  })

  it('R-35: lets the release before start again, unless rows stand in its way', async () => {
    await empty()
    await checkout.json('migrate', PRODUCTION)
    const stepped = await checkout.json<{ setAside: string[] }>(
      'migrate --back-to 0.1.0',
      PRODUCTION,
    )
    expect(stepped.setAside[0]).toBe('0011_api_manners.sql')
    expect(await checkout.json('merchants list', PRODUCTION)).toEqual([])
    const again = await checkout.run('migrate --back-to 0.1.0', PRODUCTION)
    expect(again.stderr).toContain('Release 0.1.0 starts on this database.')
    expect(await checkout.json('migrate', PRODUCTION)).toEqual({ applied: stepped.setAside })

    const { merchantId } = await checkout.json<{ merchantId: string }>(
      'merchants create --name Loja',
      PRODUCTION,
    )
    await checkout.database.query(INSERT_SESSION, [merchantId])
    await checkout.database.query(INSERT_MISMATCH, [])
    const refused = await checkout.run('migrate --back-to 0.1.0', PRODUCTION)
    expect(refused.exitCode).toBe(1)
    expect(refused.stderr).toContain('1 payments of another amount than was asked. Decide each')
    expect(refused.stderr).toContain('Nothing was changed.')
    expect(await checkout.json('migrate', PRODUCTION)).toEqual({ applied: [] })
    await empty()
  })

  it('refuses a release to which there is no way', async () => {
    const { exitCode, stderr } = await checkout.run('migrate --back-to 0.0.9')
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 64 })
    expect(stderr).toContain('Allowed choices are 0.1.0')
  })

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
    expect(created.stderr).toContain('Applied migration 0001_checkout.sql.')
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
