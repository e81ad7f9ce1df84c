import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openCommandLine,
  type CommandLine,
  type Variables,
} from '#proof/testing/cli/command-line.fixture.ts'
import { statement } from '#server/database/engine/database.ts'

const ROLE = `app_${randomUUID().replaceAll('-', '')}`
const REMEDY = 'As the owner of the database, run: npx --no checkout database grant --role <role>'

let checkout: CommandLine
let asRole: Variables
beforeAll(async () => {
  checkout = await openCommandLine()
  await asOwner(`create role ${ROLE} login password 'app'`)
  const url = new URL(checkout.variables['DATABASE_URL'] ?? '')
  url.username = ROLE
  url.password = 'app'
  asRole = { DATABASE_URL: url.href }
  await checkout.json('merchants create --name Loja')
  await checkout.json(`database grant --role ${ROLE}`)
})
afterAll(async () => {
  await asOwner(`drop owned by ${ROLE}`)
  await asOwner(`drop role ${ROLE}`)
  await checkout.close()
})

const asOwner = (text: string) => checkout.database.query(statement('test', text), [])

describe('R-85: a command whose role was not granted what it needs', () => {
  it.each([
    ['merchants list', 'select on merchants'],
    ['merchants create --name Loja', 'insert on merchants'],
    ['find A-1001', 'select on sessions'],
    ['audit list', 'select on audit_log'],
    ['keys list --kind checkout', 'select on api_keys'],
    ['keys issue --kind checkout', 'insert on api_keys'],
    ['refunds owed', 'select on payments'],
  ])('%s, without %s: ends with 78 and says which', async (line, right) => {
    await asOwner(`revoke ${right} from ${ROLE}`)
    try {
      const { exitCode, stderr } = await checkout.run(line, asRole)
      expect(stderr).toBe(
        `error: This role of PostgreSQL may not do what a server does: it lacks ${right}. ${REMEDY}\n`,
      )
      expect(exitCode).toBe(78)
    } finally {
      await asOwner(`grant ${right} to ${ROLE}`)
    }
  })

  it('says what PostgreSQL refuses where only the owner may do it', async () => {
    const { exitCode, stderr } = await checkout.run(`database grant --role ${ROLE}`, asRole)
    expect(stderr).toMatch(/^error: PostgreSQL refuses it to this role: .+\n$/)
    expect(stderr).toContain(REMEDY)
    expect(exitCode).toBe(78)
  })

  it('may not migrate: ends with 78 and names the owner', async () => {
    await asOwner('revoke select on schema_migrations_ahead from ' + ROLE)
    try {
      const { exitCode, stderr } = await checkout.run('migrate', asRole)
      expect(stderr).toContain('Run "npx --no checkout migrate" as the owner of the database.')
      expect(exitCode).toBe(78)
    } finally {
      await asOwner('grant select on schema_migrations_ahead to ' + ROLE)
    }
  })
})

describe('R-86: the database answers', () => {
  it('a statement that takes too long is called slow', async () => {
    const { merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name B')
    await asOwner(`insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, order_reference, details,
      expires_at, created_at) values ('cs_1', '', '${merchantId}', 'BRL', 100, 'A-1001', '{}', now(), now())`)
    await asOwner('alter table sessions enable row level security')
    await asOwner('create policy slow on sessions using (pg_sleep(10) is not null)')
    try {
      const { exitCode, stderr } = await checkout.run('find A-1001', { ...asRole, ...IN_HASTE })
      expect(stderr).toMatch(/^error: That is slow: the database works, .+\n$/)
      expect(exitCode).toBe(1)
    } finally {
      await asOwner('alter table sessions disable row level security')
    }
  })

  it('a statement that waits for a lock is not called unanswered', async () => {
    await checkout.database.transaction(async (tx) => {
      await tx.query(statement('test', 'lock table sessions'), [])
      const { exitCode, stderr } = await checkout.run('find A-1001', { ...asRole, ...IN_HASTE })
      expect(stderr).toMatch(/^error: The database answers, but cannot do it now: .+\n$/)
      expect(exitCode).toBe(1)
    })
  })
})

const IN_HASTE = { DATABASE_TIMEOUT_MS: '2000' }
