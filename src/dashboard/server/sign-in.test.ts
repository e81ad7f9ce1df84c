import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Me, OwnSessions } from '#contract/dashboard/me.ts'
import { disableUser } from '#server/service/people/disable-user.ts'
import { recoverUser } from '#server/service/people/recover-user.ts'
import { verifyAudit } from '#server/service/audit/verify-audit.ts'
import type { Browser } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { done } from '#server/service/outcome.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let sandbox: TestDashboard
let production: TestDashboard
beforeAll(async () => {
  sandbox = await openTestDashboard()
  production = await openTestDashboard('production')
})
afterAll(async () => {
  await sandbox.close()
  await production.close()
})

async function signIn(to: TestDashboard, token?: string): Promise<Browser> {
  const browser = to.browser()
  const said = await browser.post('/api/sign-in/link', {
    token: token ?? (await to.invite()).token,
  })
  expect(said.status).toBe(200)
  return browser
}

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code
const me = async (browser: Browser) => Me.parse((await browser.get('/api/me')).body)

// tests guard: host-cookie

describe('a link', () => {
  it('opens the sandbox, once, and tells who is in', async () => {
    const { userId, token } = await sandbox.invite(
      { merchantId: null, role: 'support' },
      'a@b.example',
    )
    const browser = await signIn(sandbox, token)
    expect(await me(browser)).toMatchObject({
      environment: 'sandbox',
      user: { id: userId, email: 'a@b.example', name: null },
      memberships: [{ merchantId: null, merchantName: null, role: 'support' }],
      session: { how: 'link', opensDashboard: true, idleMinutes: 480 },
    })
    const again = await sandbox.browser().post('/api/sign-in/link', { token })
    expect([again.status, codeOf(again)]).toEqual([401, 'invalid_sign_in_link'])
    const [user] = await sandbox.sql('select status from users where id = $1', userId)
    expect(user).toEqual({ status: 'active' })
  })

  it('signs in one of eight browsers that use it at once', async () => {
    const { token } = await sandbox.invite()
    const all = await Promise.all(
      Array.from({ length: 8 }, () => sandbox.browser().post('/api/sign-in/link', { token })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('that was used, has ended, or never was gets the same answer', async () => {
    const { token } = await sandbox.invite()
    sandbox.clock.advance(72 * HOUR_MS)
    const refusals = await Promise.all(
      [token, 'x'.repeat(43), 'short'].map(async (wrong) => {
        const { status, text } = await sandbox.browser().post('/api/sign-in/link', { token: wrong })
        return [status, text.replace(/req_\w+/, '')]
      }),
    )
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
  })

  it('opens nothing in production before a passkey is registered', async () => {
    const { userId, token } = await production.invite()
    const browser = await signIn(production, token)
    expect((await me(browser)).session).toMatchObject({ how: 'link', opensDashboard: false })
    const said = await browser.get('/api/me/sessions')
    expect([said.status, codeOf(said)]).toEqual([403, 'passkey_required'])
    const [user] = await production.sql('select status from users where id = $1', userId)
    expect(user).toEqual({ status: 'invited' })
  })

  it('for somebody who lost their passkeys ends their other sessions', async () => {
    const { userId, token } = await sandbox.invite()
    const before = await signIn(sandbox, token)
    const recovered = await recoverUser(sandbox.context, userId)
    if (recovered.outcome === 'refused') throw new Error(recovered.code)
    expect((await before.get('/api/me')).status).toBe(200)
    const after = await signIn(sandbox, recovered.value.link.token)
    expect((await before.get('/api/me')).status).toBe(401)
    expect((await me(after)).session.how).toBe('recovery')
  })
})

describe('a session', () => {
  it('is a hash in the database, and its cookie is for this host alone', async () => {
    const browser = sandbox.browser()
    const said = await browser.post('/api/sign-in/link', { token: (await sandbox.invite()).token })
    expect(said.headers.get('set-cookie')).toMatch(
      /^checkout_admin_sandbox=[0-9A-Za-z]{43}; Path=\/api; HttpOnly; SameSite=Strict$/,
    )
    const token = browser.cookie()?.split('=')[1] ?? ''
    const [found] = await sandbox.sql(
      'select 1 as one from dashboard_sessions where token_hash = $1',
      createHash('sha256').update(token).digest(),
    )
    expect(found).toEqual({ one: 1 })

    const secure = await production
      .browser()
      .post('/api/sign-in/link', { token: (await production.invite()).token })
    expect(secure.headers.get('set-cookie')).toMatch(
      /^__Host-checkout_admin=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(secure.headers.get('strict-transport-security')).toContain('max-age=')
  })

  it.each([
    ['sandbox', 8 * 60],
    ['production', 30],
  ] as const)(
    'of the %s ends after %i idle minutes, and goes on while it is used',
    async (name, minutes) => {
      const to = name === 'sandbox' ? sandbox : production
      const [busy, idle] = [await signIn(to), await signIn(to)]
      to.clock.advance((minutes - 1) * MINUTE_MS)
      expect((await busy.get('/api/me')).status).toBe(200)
      to.clock.advance(2 * MINUTE_MS)
      expect((await busy.get('/api/me')).status).toBe(200)
      const said = await idle.get('/api/me')
      expect([said.status, codeOf(said)]).toEqual([401, 'not_signed_in'])
    },
  )

  it('ends after 12 hours, however busy', async () => {
    const browser = await signIn(production)
    for (let past = 0; past < 12 * 60 - 20; past += 20) {
      production.clock.advance(20 * MINUTE_MS)
      expect((await browser.get('/api/me')).status).toBe(200)
    }
    production.clock.advance(20 * MINUTE_MS)
    expect((await browser.get('/api/me')).status).toBe(401)
  })

  it('ends with a sign-out, and with the access of its person', async () => {
    const browser = await signIn(sandbox)
    const old = browser.cookie()
    const said = await browser.post('/api/sign-out')
    expect(said.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(browser.cookie()).toBeUndefined()
    browser.setCookie(old)
    expect((await browser.get('/api/me')).status).toBe(401)

    const { userId, token } = await sandbox.invite({ merchantId: null, role: 'viewer' })
    const other = await signIn(sandbox, token)
    expect(await disableUser(sandbox.context, userId)).toEqual(done({ endedSessions: 1 }))
    expect((await other.get('/api/me')).status).toBe(401)
  })

  it('ends when its browser signs in again', async () => {
    const browser = await signIn(sandbox)
    const old = browser.cookie()
    const { token } = await sandbox.invite()
    expect((await browser.post('/api/sign-in/link', { token })).status).toBe(200)
    expect(browser.cookie()).not.toBe(old)
    browser.setCookie(old)
    expect((await browser.get('/api/me')).status).toBe(401)
  })

  it('is listed to its person, who ends it; nobody else can', async () => {
    const { userId, token } = await sandbox.invite()
    const first = await signIn(sandbox, token)
    const recovered = await recoverUser(sandbox.context, userId)
    if (recovered.outcome === 'refused') throw new Error(recovered.code)
    const list = async () => OwnSessions.parse((await first.get('/api/me/sessions')).body).sessions
    const [own] = await list()
    expect(own).toMatchObject({ isThis: true, how: 'link', browser: 'Test/1.0' })

    const stranger = await signIn(sandbox)
    const tried = await stranger.post(`/api/me/sessions/${own?.id}/end`)
    const none = await stranger.post('/api/me/sessions/8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e/end')
    for (const said of [tried, none])
      expect([said.status, codeOf(said)]).toEqual([404, 'not_found'])
    expect(await list()).toHaveLength(1)
    expect((await first.post(`/api/me/sessions/${own?.id}/end`)).status).toBe(200)
    expect((await first.get('/api/me')).status).toBe(401)
  })

  it('is in the audit log from its beginning to its end, under its person', async () => {
    const { userId, token } = await sandbox.invite()
    const browser = await signIn(sandbox, token)
    const { session } = await me(browser)
    await browser.post('/api/sign-out')
    const rows = await sandbox.sql<{ details: string }>(
      `select actor_kind, actor, command, action, details from audit_log where subject = $1 order by sequence`,
      userId,
    )
    expect(rows.slice(1)).toMatchObject([
      { actor_kind: 'user', actor: userId, command: 'sign in', action: 'user.signed_in' },
      { actor_kind: 'user', actor: userId, command: 'end session', action: 'session.ended' },
    ])
    expect(rows.map(({ details }) => details).join()).toContain(session.id)
    expect(await verifyAudit(sandbox.context.database, [sandbox.context.keys])).toMatchObject({
      ok: true,
    })
  })
})

describe('guesses', () => {
  it('from one address wait after 20 in a minute; a right link from there is still taken', async () => {
    const { token } = await sandbox.invite()
    const browser = sandbox.browser('203.0.113.7')
    const statuses: number[] = []
    for (let guess = 0; guess < 21; guess++)
      statuses.push((await browser.post('/api/sign-in/link', { token: `guess-${guess}` })).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429])
    const waiting = await browser.post('/api/sign-in/link', { token: 'one more' })
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await sandbox.browser().post('/api/sign-in/link', { token: 'wrong' })).status).toBe(401)
    expect((await browser.post('/api/sign-in/link', { token })).status).toBe(200)
  })
})

describe('other sites', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://shop.example' }],
    ['another port of this machine', { origin: 'http://localhost:4244' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another site, by the browser', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour, by the browser', { 'sec-fetch-site': 'same-site' }],
    ['a form', { 'x-checkout': '' }],
    ['nobody', { origin: '', 'sec-fetch-site': '' }],
  ]

  it.each(foreign)('cannot act: %s', async (_, headers) => {
    const browser = await signIn(sandbox)
    // Except reports: browsers send them without the page's header, and they only count.
    for (const { method, path } of sandbox.dashboard.routes.filter(
      ({ method, path }) => method === 'POST' && path !== '/reports',
    )) {
      const said = await browser.post(path, {}, headers)
      expect([method, path, said.status, codeOf(said)]).toEqual([method, path, 403, 'other_site'])
    }
    expect((await browser.get('/api/me')).status).toBe(200)
  })

  it('cannot read', async () => {
    const browser = await signIn(sandbox)
    for (const { path } of sandbox.dashboard.routes.filter(({ method }) => method === 'GET'))
      for (const site of ['cross-site', 'same-site'])
        expect((await browser.get(path, { 'sec-fetch-site': site })).status).toBe(403)
  })

  it('by another name get nothing, and by the number the name', async () => {
    const ask = (url: string, method = 'GET') =>
      sandbox.dashboard.fetch(new Request(url, { method }))
    for (const url of [
      'http://evil.example:4247/api/me',
      'http://localhost:4242/api/me',
      'http://127.0.0.1:4242/api/me',
      'http://[::1]:4247/api/me',
    ])
      expect((await ask(url)).status).toBe(421)
    const numeric = await ask('http://127.0.0.1:4247/api/me?x=1')
    expect([numeric.status, numeric.headers.get('location')]).toEqual([
      307,
      'http://localhost:4247/api/me?x=1',
    ])
    expect((await ask('http://127.0.0.1:4247/api/sign-out', 'POST')).status).toBe(421)
    const elsewhere = await production.dashboard.fetch(new Request('https://127.0.0.1/api/me'))
    expect(elsewhere.status).toBe(421)
  })
})

describe('every answer', () => {
  it('is kept by nobody, framed by nobody, and runs nothing', async () => {
    const browser = await signIn(sandbox)
    for (const said of [
      await browser.get('/api/me'),
      await browser.get('/api/none'),
      await browser.get('/'),
      await browser.post('/api/sign-out', '{'),
    ]) {
      expect(said.headers.get('cache-control')).toBe('no-store')
      expect(said.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      )
      expect(said.headers.get('x-content-type-options')).toBe('nosniff')
      expect(said.headers.get('x-request-id')).toMatch(/^req_/)
    }
  })

  it('to a stranger is the same for every call, before any body is read', async () => {
    const stranger = sandbox.browser()
    for (const { method, path } of sandbox.dashboard.routes) {
      if (path.startsWith('/api/sign-in/') || path === '/reports') continue
      const said =
        method === 'GET' ? await stranger.get(path) : await stranger.post(path, 'no JSON')
      expect([path, said.status, codeOf(said)]).toEqual([path, 401, 'not_signed_in'])
    }
  })

  it.each([
    ['{', {}, 400, 'malformed_json'],
    ['{}', {}, 422, 'invalid_request'],
    ['{"token":"x","more":1}', {}, 422, 'invalid_request'],
    ['{"token":"x"}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    [`{"token":"${'x'.repeat(70_000)}"}`, {}, 413, 'body_too_large'],
  ])('to the body %.20s is a refusal', async (body, headers, status, code) => {
    const said = await sandbox.browser().post('/api/sign-in/link', body, headers)
    expect([said.status, codeOf(said)]).toEqual([status, code])
    expect(sandbox.logged).toEqual([])
  })
})
