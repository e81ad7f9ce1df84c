import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { statement } from '#server/database/engine/database.ts'

const OWN = join(import.meta.dirname, '../proof/testing/cli/taking-processor.fixture.ts')
const NOW = new Date('2026-11-20T15:00:00.000Z')

let checkout: CommandLine
beforeAll(async () => {
  checkout = await openCommandLine()
})
afterAll(() => checkout.close())

/** Runs a command that opens the service with these accounts. */
function run(accounts: object, variables: Record<string, string> = {}) {
  const path = join(checkout.variables['DATA_DIR'] ?? '', 'accounts.json')
  writeFileSync(path, JSON.stringify(accounts))
  return checkout.run('reconcile', { PROCESSORS: path, ...variables })
}

const SIMULATED = {
  accounts: { simulated: { module: 'simulator' } },
  methods: { card: 'simulated' },
}

describe('PROCESSORS', () => {
  it('78 with every problem of the file, what to do, and no value', async () => {
    const { exitCode, stderr } = await run({
      accounts: { bank: { module: 'api-pix', clientSecret: 'env:NOT_SET', key: 'file:none.key' } },
      methods: { card: 'nowhere' },
    })
    expect(exitCode).toBe(78)
    expect(stderr).toContain('PROCESSORS: accounts.bank.clientSecret names the variable NOT_SET')
    expect(stderr).toContain('PROCESSORS: accounts.bank.key names the file none.key')
    expect(stderr).toContain('PROCESSORS: methods.card names the account "nowhere"')
  })

  it('78 beside PROCESSOR', async () => {
    const { exitCode, stderr } = await run(SIMULATED, { PROCESSOR: OWN })
    expect(exitCode).toBe(78)
    expect(stderr).toContain('unset PROCESSOR')
  })

  it('78 without an account that has unfinished payments, until it stands there as retired', async () => {
    const { merchantId } = await checkout.json<{ merchantId: string }>(
      'merchants create --name Loja',
    )
    const sessionId = await insertBareSession(checkout.database, merchantId, NOW)
    await checkout.database.query(
      statement(
        'test',
        `insert into payments (id, session_id, status, method, amount_minor, currency, processor, created_at, updated_at)
         values ($1, $2, 'processing', 'pix', 1990, 'BRL', 'old-bank', $3, $3)`,
      ),
      [newId('pay', NOW, randomBytes), sessionId, NOW],
    )
    const refused = await run(SIMULATED)
    expect(refused.exitCode).toBe(78)
    expect(refused.stderr).toContain(
      'accounts has no "old-bank", which has 1 unfinished payments or refunds: keep it, with "retired": true',
    )
    const retired = { 'old-bank': { module: OWN, retired: true } }
    const accepted = await run({ ...SIMULATED, accounts: { ...SIMULATED.accounts, ...retired } })
    expect(accepted.stderr).toContain('no difference')
    expect(accepted.exitCode).toBe(0)
  })
})
