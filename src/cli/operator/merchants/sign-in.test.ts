import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openCommandLine,
  PRODUCTION,
  type CommandLine,
} from '#proof/testing/cli/command-line.fixture.ts'
import { readSignInLink } from '#server/database/people/sign-in-links.ts'
import { tokenHash } from '#server/service/people/token-hash.ts'

interface Made {
  email: string
  url: string
  expiresAt: string
}

interface Listed {
  email: string
  invitations: { merchantId: string | null; role: string }[]
}

let checkout: CommandLine
let merchantId: string
beforeAll(async () => {
  checkout = await openCommandLine()
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
})
afterAll(() => checkout.close())

const make = (more = '') => checkout.json<Made>(`merchants sign-in ${merchantId}${more}`)
const linkOf = (url: string, now = new Date()) =>
  readSignInLink(checkout.database, tokenHash(url.split('#')[1] ?? ''), now)
const developer = () => ({ membership: { merchantId, role: 'developer' } })

it('prints a one-time link to the webhook screen alone on a line, with its token in the fragment', async () => {
  const { exitCode, stdout, stderr } = await checkout.run(`merchants sign-in ${merchantId}`)
  expect(exitCode).toBe(0)
  const link = stdout.trimEnd()
  const [address = '', token = ''] = link.split('#')
  expect(token).toMatch(/^[0-9A-Za-z]{43}$/)
  const { origin, pathname, searchParams } = new URL(address)
  expect([origin, pathname]).toEqual(['http://localhost:4247', '/sign-in'])
  expect(searchParams.get('to')).toBe(`/m/${merchantId}/webhook`)
  expect(stderr).toContain('shown this once')
  expect(stderr).not.toContain(token)
  expect(await linkOf(link)).toMatchObject({ purpose: 'invite', ...developer() })
})

it('has its expiry in JSON, and ends the link before', async () => {
  const [earlier, later] = [await make(), await make()]
  expect(await linkOf(earlier.url)).toBeUndefined()
  const expiresAt = new Date(later.expiresAt)
  expect(Math.round((expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(72)
  expect(await linkOf(later.url)).toMatchObject(developer())
  expect(await linkOf(later.url, expiresAt)).toBeUndefined()
})

it('is for a person, where an e-mail is given', async () => {
  const { email } = await make(' --email dev@loja.example')
  expect(email).toBe('dev@loja.example')
  const people = await checkout.json<Listed[]>('users list')
  expect(people.find((person) => person.email === email)?.invitations).toMatchObject([
    { merchantId, role: 'developer' },
  ])
})

it('revokes links', async () => {
  const { url } = await make()
  expect(await checkout.json(`merchants sign-in ${merchantId} --revoke`)).toMatchObject({
    merchantId,
    revokedLinks: 1,
    endedSessions: 0,
  })
  expect(await linkOf(url)).toBeUndefined()
})

it('revokes nothing where nobody was let in', async () => {
  const other = await checkout.json<{ merchantId: string }>('merchants create --name Outra')
  expect(await checkout.json(`merchants sign-in ${other.merchantId} --revoke`)).toMatchObject({
    revokedLinks: 0,
    endedSessions: 0,
  })
})

it.each([
  ['1 for a merchant that does not exist', randomUUID(), 1, 'There is no merchant'],
  ['64 for a malformed id', 'loja', 64, 'must be the UUID of a merchant'],
])('%s', async (_, id, code, message) => {
  const { exitCode, stdout, stderr } = await checkout.run(`merchants sign-in ${id}`)
  expect([exitCode, stdout]).toEqual([code, ''])
  expect(stderr).toContain(message)
})

it('1 in production, with the command that lets a developer in there', async () => {
  const production = await openCommandLine(PRODUCTION)
  try {
    const made = await production.json<{ merchantId: string }>('merchants create --name Loja')
    const { exitCode, stdout, stderr } = await production.run(
      `merchants sign-in ${made.merchantId}`,
    )
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      `npx --no checkout users invite --merchant ${made.merchantId} --role developer`,
    )
  } finally {
    await production.close()
  }
})
