import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openCommandLine,
  PRODUCTION,
  type CommandLine,
} from '#proof/testing/cli/command-line.fixture.ts'
import { statement } from '#server/database/engine/database.ts'

interface Invited {
  userId: string
  url: string
  expiresAt: string
}

interface Listed {
  userId: string
  email: string
  status: string
  memberships: { merchantId: string | null; role: string }[]
  invitations: { merchantId: string | null; role: string }[]
}

const HOUR_MS = 3_600_000

let checkout: CommandLine
let merchantId: string
beforeAll(async () => {
  checkout = await openCommandLine(PRODUCTION)
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
})
afterAll(() => checkout.close())

const sql = <Row>(text: string, ...values: unknown[]) =>
  checkout.database.query<Row>(statement('test', text), values)
const invite = (options: string) => checkout.json<Invited>(`users invite ${options}`)
const listed = async (userId: string) =>
  (await checkout.json<Listed[]>('users list')).find((user) => user.userId === userId)
const linksOf = async (userId: string) =>
  (
    await sql<{ hash: Buffer }>(
      `select token_hash as hash from sign_in_links where user_id = $1`,
      userId,
    )
  ).map(({ hash }) => hash.toString('hex'))
const hashOf = (url: string) =>
  createHash('sha256')
    .update(url.split('#')[1] ?? '')
    .digest('hex')
/** Activates a user, as following the link and registering the first passkey do. */
const activate = async (userId: string) => {
  await sql(
    `with used as (delete from sign_in_links where user_id = $1 returning user_id, merchant_id, role, created_at)
     insert into memberships (user_id, merchant_id, role, granted_at) select * from used`,
    userId,
  )
  await sql(`update users set status = 'active', signed_in_at = now() where id = $1`, userId)
}
const signIn = (userId: string) =>
  sql(
    `insert into dashboard_sessions (token_hash, id, user_id, how, created_at, seen_at, expires_at)
     values (sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), $1, 'passkey', now(), now(), now() + interval '1 hour')`,
    userId,
  )

describe('checkout users invite', () => {
  it('prints a link alone on a line, for 72 hours, and keeps its hash', async () => {
    const { exitCode, stdout, stderr } = await checkout.run(
      'users invite --email first@pay.example --role admin',
    )
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^http:\/\/localhost:4247\/sign-in#[0-9A-Za-z]{43}\n$/)
    expect(stderr).toContain('shown this once')
    const [user] = await checkout.json<Listed[]>('users list --limit 1')
    expect(user).toMatchObject({
      email: 'first@pay.example',
      status: 'invited',
      memberships: [],
      invitations: [{ merchantId: null, role: 'admin' }],
    })
    expect(await linksOf(user?.userId ?? '')).toEqual([hashOf(stdout.trim())])
    const { expiresAt } = await invite('--email first@pay.example --role admin')
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / HOUR_MS)).toBe(72)
  })

  it('is at ADMIN_URL', async () => {
    const line = 'users invite --email url@pay.example --role viewer'
    const { stdout } = await checkout.run(line, { ADMIN_URL: 'https://admin.pay.example' })
    expect(stdout).toMatch(/^https:\/\/admin\.pay\.example\/sign-in#/)
    const unfit = await checkout.run(line, { ADMIN_URL: 'http://admin.pay.example' })
    expect([unfit.exitCode, unfit.stdout]).toEqual([78, ''])
  })

  it('again, in capitals too, ends the link before', async () => {
    const before = await invite('--email again@pay.example --role viewer')
    const after = await invite('--email AGAIN@pay.example --role viewer')
    expect(after.userId).toBe(before.userId)
    expect(await linksOf(after.userId)).toEqual([hashOf(after.url)])
  })

  it('gives a person who signs in already a link, too, and one more role once they use it', async () => {
    const { userId } = await invite('--email both@pay.example --role support')
    await activate(userId)
    const more = await invite(`--email both@pay.example --role developer --merchant ${merchantId}`)
    expect(await linksOf(userId)).toEqual([hashOf(more.url)])
    expect(await listed(userId)).toMatchObject({
      memberships: [{ merchantId: null, role: 'support' }],
      invitations: [{ merchantId, role: 'developer' }],
    })
    const { stdout } = await checkout.run('users list')
    expect(stdout).toContain(`support, developer of ${merchantId} (invited)`)
  })

  it('never changes a role by the way', async () => {
    const { userId } = await invite('--email stays@pay.example --role viewer')
    await activate(userId)
    const { exitCode, stderr } = await checkout.run(
      'users invite --email stays@pay.example --role admin',
    )
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('has the role viewer there already'),
    ])
    expect((await listed(userId))?.memberships).toMatchObject([
      { merchantId: null, role: 'viewer' },
    ])
  })

  it.each([
    ['--email ada@pay.example', 64, 'role'],
    ['--email ada --role admin', 64, 'must be an e-mail address'],
    ['--email ada@pay.example --role owner', 64, 'no role owner at the operator'],
    [
      `--email ada@pay.example --role admin --merchant ${randomUUID()}`,
      64,
      'no role admin at a merchant',
    ],
    [`--email ada@pay.example --role owner --merchant ${randomUUID()}`, 1, 'There is no merchant'],
  ])('refuses %s', async (options, code, message) => {
    const { exitCode, stdout, stderr } = await checkout.run(`users invite ${options}`)
    expect([exitCode, stdout]).toEqual([code, ''])
    expect(stderr).toContain(message)
  })
})

describe('checkout users disable', () => {
  it('ends sessions and links; a later invitation begins anew', async () => {
    const { userId } = await invite(`--email gone@pay.example --role finance`)
    await activate(userId)
    await signIn(userId)
    await checkout.json('users recover gone@pay.example')
    expect(await checkout.json('users disable gone@pay.example')).toEqual({
      userId,
      endedSessions: 1,
    })
    expect(await linksOf(userId)).toEqual([])
    expect((await checkout.run(`users disable ${userId}`)).stderr).toContain('disabled already')
    expect((await checkout.run(`users recover ${userId}`)).stderr).toContain('invite them again')

    const again = await invite(`--email gone@pay.example --role support --merchant ${merchantId}`)
    expect(again.userId).toBe(userId)
    expect(await listed(userId)).toMatchObject({
      status: 'invited',
      memberships: [],
      invitations: [{ merchantId, role: 'support' }],
    })
  })

  it('keeps the last active admin, of two that are disabled at once, too', async () => {
    const admins = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const { userId } = await invite(`--email ${name}@pay.example --role admin`)
        await activate(userId)
        return userId
      }),
    )
    const outcomes = await Promise.all(admins.map((id) => checkout.run(`users disable ${id}`)))
    expect(outcomes.map(({ exitCode }) => exitCode).toSorted((a, b) => a - b)).toEqual([0, 1])
    const refused = outcomes.find(({ exitCode }) => exitCode === 1)
    expect(refused?.stderr).toContain('is the last admin: let another in first')
    const left = await sql(
      `select 1 from users u join memberships m on m.user_id = u.id where m.role = 'admin' and u.status = 'active'`,
    )
    expect(left).toHaveLength(1)
  })
})

describe('checkout users recover and sign-out', () => {
  it('makes a link for somebody who was in, and ends nothing yet', async () => {
    const { userId } = await invite('--email lost@pay.example --role viewer')
    expect((await checkout.run('users recover lost@pay.example')).stderr).toContain('was never in')
    await activate(userId)
    await signIn(userId)
    const { url } = await checkout.json<Invited>('users recover LOST@pay.example')
    expect(await linksOf(userId)).toEqual([hashOf(url)])
    expect(await checkout.json('users sign-out lost@pay.example')).toEqual({
      userId,
      endedSessions: 1,
      endedLinks: 1,
    })
    expect(await linksOf(userId)).toEqual([])
  })

  it.each(['disable', 'recover', 'sign-out'])('%s: 1 for nobody, 64 for no name', async (verb) => {
    const nobody = await checkout.run(`users ${verb} nobody@pay.example`)
    expect([nobody.exitCode, nobody.stderr]).toEqual([
      1,
      expect.stringContaining('There is no nobody@pay.example'),
    ])
    const noId = await checkout.run(`users ${verb} usr_0Tq4mFhZ7Rk2vXw9sLd3Ye`)
    expect([noId.exitCode, noId.stderr]).toEqual([1, expect.stringContaining('There is no usr_')])
    expect((await checkout.run(`users ${verb} ada`)).exitCode).toBe(64)
  })
})

describe('S-139: an e-mail under which a merchant has made an account', () => {
  /** As an invitation by a merchant's people makes it. */
  async function addAccount(email: string): Promise<string> {
    const { userId } = await invite('--email template@pay.example --role viewer')
    const id = userId.replace(/.{4}$/, 'made')
    await sql(
      `insert into users (id, handle, status, created_at) values ($1, sha256($1::text::bytea), 'invited', now())`,
      id,
    )
    await sql(
      'insert into merchant_accounts (user_id, merchant_id, email) values ($1, $2, $3)',
      id,
      merchantId,
      email,
    )
    return id
  }

  it('names one person, or is refused with the ids; the list says whose each is', async () => {
    const made = await addAccount('several@pay.example')
    expect(await checkout.json('users sign-out SEVERAL@pay.example')).toMatchObject({
      userId: made,
    })
    const { userId } = await invite('--email several@pay.example --role viewer')
    expect(userId).not.toBe(made)
    const { exitCode, stderr } = await checkout.run('users disable several@pay.example')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Name one by its id')
    for (const id of [made, userId]) expect(stderr).toContain(id)
    expect(await listed(made)).toMatchObject({
      email: 'several@pay.example',
      accountOf: merchantId,
    })
    expect(await listed(userId)).toMatchObject({ email: 'several@pay.example', accountOf: null })
    const { stdout } = await checkout.run('users list')
    expect(stdout).toContain(`several@pay.example (invited by merchant ${merchantId})`)
    expect(await checkout.json(`users disable ${made}`)).toMatchObject({ userId: made })
  })
})

describe('checkout users allow', () => {
  const peopleMay = async () =>
    (
      await sql<{ may: string[] }>(
        `select people_may as may from merchants where id = $1`,
        merchantId,
      )
    )[0]?.may

  it('replaces what was allowed, and is in the audit log', async () => {
    const allow = (may: string) =>
      checkout.json(`users allow --merchant ${merchantId} --may ${may}`)
    await allow('keys:issue,callback:write')
    expect(await peopleMay()).toEqual(['keys:issue', 'callback:write'])
    await allow('none')
    expect(await peopleMay()).toEqual([])
    const [row] = await checkout.json<Record<string, unknown>[]>('audit list --limit 1')
    expect(row).toMatchObject({
      command: 'users allow',
      action: 'merchant.changed',
      subject: merchantId,
      details: { peopleMay: [] },
    })
  })

  it.each([
    ['--may payments:refund', 64, 'there are keys:issue'],
    ['', 64, '--may'],
  ])('refuses %s', async (options, code, message) => {
    const { exitCode, stderr } = await checkout.run(
      `users allow --merchant ${merchantId} ${options}`,
    )
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)])
  })

  it('1 for an unknown merchant', async () => {
    const { exitCode } = await checkout.run(`users allow --merchant ${randomUUID()} --may none`)
    expect(exitCode).toBe(1)
  })
})

it('everything is in the audit log, by its command, without an e-mail', async () => {
  const { userId } = await invite(`--email ada@loja.example --role owner --merchant ${merchantId}`)
  await activate(userId)
  await checkout.json(`users recover ${userId}`)
  await checkout.json(`users sign-out ${userId}`)
  await checkout.json(`users disable ${userId}`)
  const rows = await checkout.json<Record<string, unknown>[]>('audit list --limit 4')
  expect(rows.map(({ command, action, subject }) => [command, action, subject])).toEqual([
    ['users disable', 'user.disabled', userId],
    ['users sign-out', 'user.signed_out', userId],
    ['users recover', 'user.recovered', userId],
    ['users invite', 'user.invited', userId],
  ])
  expect(rows.at(-1)).toMatchObject({ merchantId, details: { role: 'owner' } })
  expect(JSON.stringify(await checkout.json('audit list --limit 1000'))).not.toContain(
    '@loja.example',
  )
  expect(await checkout.json('audit verify')).toMatchObject({ ok: true })
})

describe('a limit of refunds', () => {
  it('is of a role, by currency, and stands in the list', async () => {
    const { userId } = await invite(
      '--email sol@pay.example --role support --refund-limit 500.00:BRL --refund-limit 5000:JPY',
    )
    expect(await listed(userId)).toMatchObject({
      invitations: [{ role: 'support', refundLimits: { BRL: 50_000, JPY: 5000 } }],
    })
    const { stdout } = await checkout.run('users list')
    expect(stdout).toContain('support (refunds up to BRL 500.00, JPY 5000)')
  })

  it.each(['500', '500:XXX', '5.001:BRL', '-1:BRL', ':BRL', '1:brl'])(
    '64 for %s',
    async (limit) => {
      const { exitCode, stderr } = await checkout.run(
        `users invite --email sol@pay.example --role support --refund-limit=${limit}`,
      )
      expect([exitCode, stderr]).toEqual([64, expect.stringContaining('500.00:BRL')])
    },
  )
})
