import { expect, it } from 'vitest'
import { ENVIRONMENTS } from '#contract/environment.ts'
import { openRunbook } from '../testing/cli/runbook.fixture.ts'

it.each(ENVIRONMENTS)(
  'S-110, R-81: somebody who left stays out, and somebody who lost their passkeys gets in, by the runbook: %s',
  async (environment) => {
    await using runbook = await openRunbook('lost-passkey', environment)
    const { fill, follow, json, sql, run, rest } = runbook
    const invite = (email: string) =>
      json<{ userId: string }>(`users invite --email ${email} --role admin`)
    const [gone, lost] = [await invite('gone@pay.example'), await invite('lost@pay.example')]
    await sql(`update users set status = 'active' where id = '${lost.userId}'`)
    await sql(
      `with used as (delete from sign_in_links where user_id = '${lost.userId}' returning user_id, role)
     insert into memberships (user_id, role, granted_at) select user_id, role, now() from used`,
    )
    await sql(
      `insert into dashboard_sessions (token_hash, id, user_id, how, created_at, seen_at, expires_at)
     select sha256(id::bytea), gen_random_uuid(), id, 'passkey', now(), now(), now() + interval '1 hour' from users`,
    )
    fill['userId'] = gone.userId
    fill['otherUserId'] = lost.userId
    fill['newAdminEmail'] = 'next@pay.example'
    const sessionsOf = (userId: string) =>
      sql(`select 1 from dashboard_sessions where user_id = '${userId}'`)

    expect(await follow('npx --no checkout users list')).toContain(gone.userId)
    const last = await run(`users disable ${lost.userId}`)
    expect(last.stderr).toContain('is the last admin')
    const link = await follow('npx --no checkout users invite --email <newAdminEmail> --role admin')
    expect(link).toMatch(/\/sign-in#[0-9A-Za-z]{43}/)
    await follow('npx --no checkout users disable <userId>')
    expect(await sessionsOf(gone.userId)).toEqual([])

    expect(await sessionsOf(lost.userId)).toHaveLength(1)
    await follow('npx --no checkout users sign-out <otherUserId>')
    expect(await sessionsOf(lost.userId)).toEqual([])
    expect(await follow('npx --no checkout users recover <otherUserId>')).toMatch(/\/sign-in#/)

    await follow('npx --no checkout audit list --actor <userId> --since 30d --limit 1000')
    const entries = await follow('npx --no checkout audit list --since 30d --limit 1000')
    for (const action of ['user.disabled', 'user.signed_out', 'user.recovered'])
      expect(entries).toContain(action)
    await follow('npx --no checkout audit verify')
    expect(rest()).toEqual([])
  },
)
