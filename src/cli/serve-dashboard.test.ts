import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { runCheckout, type Variables } from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts, type RunningCommand } from '#proof/testing/cli/server-process.fixture.ts'
import { startServer } from '#proof/testing/cli/server.fixture.ts'
import { defaultParts } from './parts.ts'

let test: TestDatabase
let variables: Variables
let running: RunningCommand | undefined
beforeAll(async () => {
  test = await createTestDatabase()
  const ports = await freePorts('API_PORT', 'CHECKOUT_PORT', 'PRIVATE_PORT', 'ADMIN_PORT')
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-dashboard-'))
  variables = { ...ports, DATABASE_URL: test.url, DATA_DIR: dataDir }
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(async () => {
  await test.drop()
  rmSync(variables['DATA_DIR'] ?? '', { recursive: true })
})

const adminUrl = () => `http://localhost:${variables['ADMIN_PORT']}`

it('lets somebody in by the link of the command line, at its own address alone', async () => {
  running = await startServer('api,dashboard', variables)
  expect(running.output()).toContain(`  Dashboard           ${adminUrl()}`)
  const invited = await runCheckout('users invite --email ada@pay.example --role admin', variables)
  const [url, token] = invited.stdout.trim().split('#')
  expect(url).toBe(`${adminUrl()}/sign-in`)
  const headers = { 'content-type': 'application/json', 'x-checkout': '1', origin: adminUrl() }
  const body = JSON.stringify({ token })
  const signIn = (origin: string) =>
    fetch(`${origin}/api/sign-in/link`, { method: 'POST', headers, body })
  expect((await signIn(`http://localhost:${variables['API_PORT']}`)).status).toBe(404)

  const signedIn = await signIn(adminUrl())
  expect(signedIn.status).toBe(200)
  expect(await signedIn.json()).toMatchObject({
    user: { email: 'ada@pay.example' },
    memberships: [{ merchantId: null, role: 'admin' }],
  })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const left = await runCheckout('users sign-out ada@pay.example --json', variables)
  expect(JSON.parse(left.stdout)).toMatchObject({ endedSessions: 1 })
  expect((await fetch(`${adminUrl()}/api/me`, { headers: { cookie } })).status).toBe(401)
})

it('is served unless other parts are asked for by name', async () => {
  for (const layout of ['local', 'production'] as const)
    expect(defaultParts({ layout }).has('dashboard')).toBe(true)
  running = await startServer('api', variables)
  await expect(fetch(`${adminUrl()}/api/me`)).rejects.toThrow('fetch failed')
})

it('78 for an address at which browsers take no passkeys', async () => {
  const outcome = await runCheckout('serve --only dashboard', {
    ...variables,
    ADMIN_URL: 'http://admin.pay.example',
  })
  expect(outcome.exitCode).toBe(78)
  expect(outcome.stderr).toContain('ADMIN_URL: must be https')
})
