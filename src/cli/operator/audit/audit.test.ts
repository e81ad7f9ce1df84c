import { randomBytes } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '#server/database/engine/database.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'

interface Row {
  sequence: number
  actorKind: string
  actor: string
  command: string
  action: string
  subject: string
  merchantId: string
  details: Record<string, unknown>
}

const CALLBACK = 'https://loja.example/hooks'

let checkout: CommandLine
let merchantId: string
const secrets: string[] = []
beforeAll(async () => {
  checkout = await openCommandLine()
  const made = await checkout.json<{ merchantId: string; webhookSecret: string }>(
    `merchants create --name Loja --callback-url ${CALLBACK}?token=hush`,
  )
  merchantId = made.merchantId
  secrets.push(made.webhookSecret, 'hush')
})
afterAll(() => checkout.close())

const list = (options = '') => checkout.json<Row[]>(`audit list ${options}`)

describe('checkout audit list', () => {
  it('lists actor, action and command, newest first, without secrets', async () => {
    const issued = await checkout.json<{ keyId: string; apiKey: string }>(
      `keys issue --merchant ${merchantId} --scopes sessions:read`,
    )
    const rotated = await checkout.json<{ keyId: string; apiKey: string }>(
      `keys rotate ${issued.keyId}`,
    )
    await checkout.json(`keys revoke ${rotated.keyId}`)
    await checkout.json(`keys revoke ${rotated.keyId}`)
    await checkout.json(`merchants set ${merchantId} --late-payments accept`)
    await checkout.json(`callback set --merchant ${merchantId} --url ${CALLBACK}/2?token=hush`)
    const secret = await checkout.json<{ webhookSecret: string }>(
      `callback rotate --merchant ${merchantId}`,
    )
    secrets.push(issued.apiKey, rotated.apiKey, secret.webhookSecret)

    const rows = await list(`--merchant ${merchantId}`)
    expect(rows.map(({ command, action, subject }) => [command, action, subject])).toEqual([
      ['callback rotate', 'webhook_secret.rotated', merchantId],
      ['callback set', 'callback.set', merchantId],
      ['merchants set', 'merchant.changed', merchantId],
      ['keys revoke', 'api_key.revoked', rotated.keyId],
      ['keys rotate', 'api_key.rotated', issued.keyId],
      ['keys issue', 'api_key.issued', issued.keyId],
      ['merchants create', 'merchant.created', merchantId],
    ])
    const actor = `${userInfo().username}@${hostname()}`
    for (const row of rows) expect(row).toMatchObject({ actorKind: 'command', actor, merchantId })
    expect(rows.at(-1)?.details).toMatchObject({ name: 'Loja', callbackUrl: CALLBACK })
    expect(rows[1]?.details).toEqual({ url: `${CALLBACK}/2`, resumedDeliveries: 0 })
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('has no rows for commands that read or fail', async () => {
    const before = await list()
    await checkout.json('merchants list')
    expect((await checkout.run('keys revoke key_0Tq4mFhZ7Rk2vXw9sLd3Ye')).exitCode).toBe(1)
    expect(await list()).toEqual(before)
  })

  it('is of one person with --actor', async () => {
    const [{ actor } = { actor: '' }] = await list('--limit 1')
    expect(await list(`--actor ${actor} --limit 3`)).toEqual(await list('--limit 3'))
    expect(await list('--actor usr_0Tq4mFhZ7Rk2vXw9sLd3Ye')).toEqual([])
  })

  it('starts at --since', async () => {
    expect(await list('--since 1h --limit 2')).toHaveLength(2)
    expect(await list('--since 2999-01-01')).toEqual([])
    const { stdout, stderr } = await checkout.run('audit list --since 0s')
    expect([stdout, stderr]).toEqual(['', 'There is nothing of that kind in the audit log.\n'])
    expect((await checkout.run('audit list --since yesterday')).exitCode).toBe(64)
  })

  it('prints a table', async () => {
    const { stdout } = await checkout.run('audit list --limit 1')
    expect(stdout).toMatch(/^NO +TIME +WHO +BY +DID +TO +DETAILS\n\d+ +\d{4}-.+callback rotate/)
  })
})

describe('checkout audit verify', () => {
  it('prints the head of the log, and accepts it later', async () => {
    const { exitCode, stdout, stderr } = await checkout.run('audit verify')
    expect(stdout).toMatch(/^\d+:[0-9a-f]{64}\n$/)
    expect(stderr).toContain('is whole')
    expect(exitCode).toBe(0)
    await checkout.json(`merchants set ${merchantId} --name Norte`)
    expect(await checkout.json(`audit verify --expect ${stdout.trim()}`)).toMatchObject({
      ok: true,
    })
  })

  it("S-134: is whole after commands with a merchant's id in capitals, which do the same", async () => {
    const capitals = merchantId.toUpperCase()
    await checkout.json(`merchants set ${capitals} --name Sul`)
    await checkout.json(`keys issue --merchant ${capitals} --scopes sessions:read`)
    await checkout.json(`callback set --merchant ${capitals} --url ${CALLBACK}/3`)
    await checkout.json(`callback rotate --merchant ${capitals}`)
    const days = '--from 2026-01-01 --to 2026-01-02 --tz UTC --format csv'
    const exported = await checkout.run(`export payments --merchant ${capitals} ${days}`)
    expect([exported.exitCode, exported.stderr]).toEqual([0, expect.not.stringContaining('KEY')])
    for (const row of await list('--limit 5')) expect(row.merchantId).toBe(merchantId)
    expect(await checkout.json('audit verify')).toMatchObject({ ok: true })
  })

  it('1 with another head than expected, 64 with a malformed one', async () => {
    const other = await checkout.run(`audit verify --expect 2:${'0'.repeat(64)}`)
    expect(other.stderr).toContain('Row 2 of the audit log was changed.')
    expect(other.exitCode).toBe(1)
    const beyond = await checkout.run(`audit verify --expect 1000:${'0'.repeat(64)}`)
    expect(beyond.stderr).toContain('was cut off')
    expect((await checkout.run('audit verify --expect 12')).exitCode).toBe(64)
  })

  it('78 with another MASTER_KEY', async () => {
    const MASTER_KEY = randomBytes(32).toString('base64')
    const { exitCode, stderr } = await checkout.run('audit verify', { MASTER_KEY })
    expect(stderr).toContain('belongs to the MASTER_KEY with the id')
    expect(exitCode).toBe(78)
  })

  it('1 with the row of tampering', async () => {
    const sql = (text: string) => checkout.database.query(statement('test', text), [])
    await sql('alter table audit_log disable trigger all')
    await sql(`update audit_log set actor = 'eve' where sequence = 3`)
    const { exitCode, stdout, stderr } = await checkout.run('audit verify --json')
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, sequence: 3, fault: 'changed' })
    expect(stderr).toContain('Row 3 of the audit log was changed.')
    expect(exitCode).toBe(1)
  })

  it('S-134: names every break, and --expect lets those pass that it names', async () => {
    const sql = (text: string) => checkout.database.query(statement('test', text), [])
    const first = await checkout.run('audit verify')
    expect(first.stdout).toMatch(/^\d+:[0-9a-f]{64}:3\n$/)
    const known = await checkout.run(`audit verify --expect ${first.stdout.trim()}`)
    expect([known.exitCode, known.stdout]).toEqual([0, first.stdout])
    expect(known.stderr).toContain('no new break')
    await sql(`update audit_log set actor = 'eve' where sequence = 5`)
    const later = await checkout.run(`audit verify --expect ${first.stdout.trim()}`)
    expect(later.exitCode).toBe(1)
    expect(later.stderr).toContain('Row 5 of the audit log was changed.')
    expect(later.stderr).toContain('1 new, and 1 that --expect names.')
    const { stdout } = await checkout.run('audit verify --json')
    expect(JSON.parse(stdout)).toMatchObject({
      newBreaks: 2,
      breaks: [
        { sequence: 3, fault: 'changed' },
        { sequence: 5, fault: 'changed' },
      ],
    })
  })
})
