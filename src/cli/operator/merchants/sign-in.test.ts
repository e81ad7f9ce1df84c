import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tradeSignInLink } from '../../../sandbox/database/viewers.ts'
import {
  openCommandLine,
  PRODUCTION,
  type CommandLine,
} from '../../../proof/testing/cli/command-line.fixture.ts'

let checkout: CommandLine
let merchantId: string
beforeAll(async () => {
  checkout = await openCommandLine()
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
})
afterAll(() => checkout.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest()
/** Redeems the link, like the API. */
const use = (link: string, now = new Date()) =>
  tradeSignInLink(checkout.database, {
    linkHash: sha256(link.split('#')[1] ?? ''),
    viewerHash: sha256(randomUUID()),
    now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  })

it('prints a one-time link alone on a line, with its token in the fragment', async () => {
  const { exitCode, stdout, stderr } = await checkout.run(`merchants sign-in ${merchantId}`)
  expect(exitCode).toBe(0)
  const link = stdout.trimEnd()
  expect(link).toMatch(/^http:\/\/localhost:4242\/notifications\/sign-in#[0-9A-Za-z]{43}$/)
  expect(stderr).toContain('shown this once')
  expect(stderr).not.toContain(link)
  expect(await use(link)).toBe(merchantId)
  expect(await use(link)).toBeUndefined()
})

it('has its expiry in JSON', async () => {
  const document = await checkout.json<{ url: string; expiresAt: string }>(
    `merchants sign-in ${merchantId}`,
  )
  const expiresAt = new Date(document.expiresAt)
  const minutes = (expiresAt.getTime() - Date.now()) / 60_000
  expect(Math.round(minutes)).toBe(10)
  expect(document).toMatchObject({ merchantId })
  expect(await use(document.url, expiresAt)).toBeUndefined()
})

it('revokes links and viewers', async () => {
  const { url } = await checkout.json<{ url: string }>(`merchants sign-in ${merchantId}`)
  expect(await checkout.json(`merchants sign-in ${merchantId} --revoke`)).toMatchObject({
    merchantId,
    revokedLinks: expect.any(Number),
    endedSessions: 1,
  })
  expect(await use(url)).toBeUndefined()
})

it.each([
  ['1 for a merchant that does not exist', randomUUID(), {}, 1, 'There is no merchant'],
  ['64 for a malformed id', 'loja', {}, 64, 'must be the UUID of a merchant'],
])('%s', async (_, id, variables, code, message) => {
  const { exitCode, stdout, stderr } = await checkout.run(`merchants sign-in ${id}`, variables)
  expect([exitCode, stdout]).toEqual([code, ''])
  expect(stderr).toContain(message)
})

it('1 in production, which has no page of events', async () => {
  const production = await openCommandLine(PRODUCTION)
  try {
    const made = await production.json<{ merchantId: string }>('merchants create --name Loja')
    const { exitCode, stdout, stderr } = await production.run(
      `merchants sign-in ${made.merchantId}`,
    )
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain('Only the sandbox has a page of notifications')
  } finally {
    await production.close()
  }
})
