import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../server/database/database.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded/start-embedded-postgres.ts'
import {
  openCommandLine,
  PRODUCTION,
  runCheckout,
  type CommandLine,
} from '../../proof/testing/cli/command-line.fixture.ts'

const EMPTY = statement('test: empty', 'drop schema public cascade')
const PUBLIC = statement('test: public', 'create schema public')

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

  async function empty(): Promise<void> {
    await checkout.database.query(EMPTY, [])
    await checkout.database.query(PUBLIC, [])
  }
})

describe('checkout without DATABASE_URL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-cli-'))
  // PostgreSQL refuses to run as root, so that it then runs as another user.
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
