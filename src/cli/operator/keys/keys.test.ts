import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPES } from '#contract/api-key.ts'
import { parseApiKey } from '#domain/api-key.ts'
import { createApiKeyCache } from '#server/service/keys/api-key-cache.ts'
import { readApiKey } from '#server/database/keys/api-keys.ts'
import {
  openCommandLine,
  PRODUCTION,
  type CommandLine,
} from '#proof/testing/cli/command-line.fixture.ts'

interface Issued {
  keyId: string
  apiKey: string
}

const DAY_MS = 86_400_000
const ADDRESS = '10.0.0.7'
const UNKNOWN_KEY = 'key_0Tq4mFhZ7Rk2vXw9sLd3Ye'

let checkout: CommandLine
let merchantId: string
beforeAll(async () => {
  checkout = await openCommandLine()
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
})
afterAll(() => checkout.close())

/** Authenticates a key like the API, at a time. */
async function known(apiKey: string, now = new Date(), { database, keys } = checkout) {
  const log = pino({ level: 'silent' })
  const found = await createApiKeyCache({ database, keys, clock: () => now, log }).find(
    apiKey,
    ADDRESS,
  )
  return found && { keyId: found.key.id, scopes: found.key.scopes, merchantId: found.merchant?.id }
}

function issue(options = ''): Promise<Issued> {
  return checkout.json<Issued>(`keys issue --merchant ${merchantId} ${options}`)
}

describe('checkout keys issue', () => {
  it('issues a key of the merchant with all scopes', async () => {
    const issued = await issue()
    expect(Object.keys(issued)).toEqual(['keyId', 'apiKey'])
    expect(parseApiKey(issued.apiKey)).toEqual({ ok: true, environment: 'sandbox' })
    expect(await known(issued.apiKey)).toEqual({ keyId: issued.keyId, scopes: SCOPES, merchantId })
  })

  it('S-09: prints only the key on standard output', async () => {
    const { stdout, stderr } = await checkout.run(`keys issue --merchant ${merchantId}`)
    expect(await known(stdout.trimEnd())).toMatchObject({ merchantId })
    expect(stdout).toMatch(/^\S+\n$/)
    expect(stderr).toContain('shown this once')
    expect(stderr).not.toContain(stdout.trimEnd())
  })

  it('limits scopes and lifetime', async () => {
    const { apiKey } = await issue('--scopes sessions:read --expires 90d')
    expect(await known(apiKey)).toMatchObject({ scopes: ['sessions:read'] })
    expect(await known(apiKey, new Date(Date.now() + 89 * DAY_MS))).toBeDefined()
    expect(await known(apiKey, new Date(Date.now() + 90 * DAY_MS))).toBeUndefined()
  })

  it('issues a key of kind checkout, which belongs to no merchant', async () => {
    const { keyId, apiKey } = await checkout.json<Issued>('keys issue --kind checkout')
    expect(await known(apiKey)).toEqual({ keyId, scopes: [], merchantId: undefined })
    const listed = await checkout.json<{ keyId: string }[]>('keys list --kind checkout')
    expect(listed.map((key) => key.keyId)).toEqual([keyId])
  })

  it('issues a live key in production, without sandbox:simulate', async () => {
    const production = await openCommandLine(PRODUCTION)
    try {
      const merchant = await production.json<{ merchantId: string }>('merchants create --name Loja')
      const line = `keys issue --merchant ${merchant.merchantId}`
      const { apiKey } = await production.json<Issued>(line)
      expect(parseApiKey(apiKey)).toEqual({ ok: true, environment: 'production' })
      const { scopes } = (await known(apiKey, new Date(), production)) ?? {}
      expect(scopes).toEqual(SCOPES.filter((scope) => scope !== 'sandbox:simulate'))

      const simulating = await production.run(`${line} --scopes sandbox:simulate`)
      expect(simulating.exitCode).toBe(1)
    } finally {
      await production.close()
    }
  })

  it.each([
    ['', 'needs --merchant'],
    ['--kind checkout --scopes events:read', 'neither --merchant nor --scopes'],
    [`--merchant ${randomUUID()} --scopes events`, 'no scope'],
    [`--merchant ${randomUUID()} --expires soon`, 'as in 90d'],
    ['--kind checkout --expires 2020-01-01', 'is over'],
  ])('64 for "%s"', async (options, message) => {
    const { exitCode, stdout, stderr } = await checkout.run(`keys issue ${options}`)
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(exitCode).toBe(64)
  })

  it('1 for an unknown merchant', async () => {
    const { exitCode, stderr } = await checkout.run(`keys issue --merchant ${randomUUID()}`)
    expect(stderr).toContain('There is no merchant')
    expect(exitCode).toBe(1)
  })

  it('78 for another MASTER_KEY than that of this database', async () => {
    const other = { MASTER_KEY: randomBytes(32).toString('base64') }
    const line = `keys issue --merchant ${merchantId}`
    const { exitCode, stdout, stderr } = await checkout.run(line, other)
    expect(stderr).toContain('belongs to the MASTER_KEY')
    expect(stdout).toBe('')
    expect(exitCode).toBe(78)
  })
})

describe('checkout keys rotate', () => {
  it('keeps both in force for a day', async () => {
    const old = await issue('--scopes sessions:read')
    const next = await checkout.json<Issued>(`keys rotate ${old.keyId}`)
    expect(Object.keys(next)).toEqual(['keyId', 'apiKey'])
    expect(await known(next.apiKey)).toEqual({
      keyId: next.keyId,
      scopes: ['sessions:read'],
      merchantId,
    })
    const almost = new Date(Date.now() + DAY_MS - 60_000)
    const after = new Date(Date.now() + DAY_MS)
    expect(await known(old.apiKey, almost)).toMatchObject({ keyId: old.keyId })
    expect(await known(old.apiKey, after)).toBeUndefined()
    expect(await known(next.apiKey, after)).toBeDefined()
  })

  it('gives no scope that the old key lacks, such as one of a later release', async () => {
    const old = await issue('--scopes sessions:write,refunds:write')
    const { apiKey } = await checkout.json<Issued>(`keys rotate ${old.keyId}`)
    expect((await known(apiKey))?.scopes).not.toContain('captures:write')
    const { stdout } = await checkout.run('keys rotate --help')
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('captures:write needs "keys issue"')
    expect((await known((await issue('--scopes captures:write')).apiKey))?.scopes).toEqual([
      'captures:write',
    ])
  })

  it('ends the old one at once with --overlap 0', async () => {
    const old = await issue()
    const { apiKey } = await checkout.json<Issued>(`keys rotate ${old.keyId} --overlap 0`)
    expect(await known(old.apiKey)).toBeUndefined()
    expect(await known(apiKey)).toBeDefined()

    const again = await checkout.run(`keys rotate ${old.keyId}`)
    expect(again.stderr).toContain('has ended already')
    expect(again.exitCode).toBe(1)
  })

  it('gives the new key the same lifetime, and does not extend the old one', async () => {
    const old = await issue('--expires 2d')
    const next = await checkout.json<Issued>(`keys rotate ${old.keyId} --overlap 7d`)
    const [oldRecord, record] = await Promise.all([
      readApiKey(checkout.database, old.keyId),
      readApiKey(checkout.database, next.keyId),
    ])
    expect(lifeMs(oldRecord)).toBeCloseTo(2 * DAY_MS, -4)
    expect(lifeMs(record)).toBe(lifeMs(oldRecord))
  })

  it('keeps the kind of a key', async () => {
    const old = await checkout.json<Issued>('keys issue --kind checkout')
    const next = await checkout.json<Issued>(`keys rotate ${old.keyId}`)
    expect(await readApiKey(checkout.database, next.keyId)).toMatchObject({ kind: 'checkout' })
  })

  describe('R-82: of a key of the page', () => {
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
    const endOf = async ({ keyId }: Issued) =>
      (await readApiKey(checkout.database, keyId))?.expiresAt ?? null
    const issueOfPage = (options = '') =>
      checkout.json<Issued>(`keys issue --kind checkout ${options}`)

    it('says when and from where it was last used', async () => {
      const old = await issueOfPage()
      const unused = await checkout.run(`keys rotate ${old.keyId}`)
      expect(unused.stderr).toContain(`Key ${old.keyId} was never used.`)
      expect(await known(old.apiKey, inDays(0))).toBeDefined()
      await expect
        .poll(async () => (await readApiKey(checkout.database, old.keyId))?.lastUsedAt)
        .not.toBeNull()
      const used = await checkout.run(`keys rotate ${old.keyId}`)
      expect(used.stderr).toMatch(
        new RegExp(
          `Key ${old.keyId} was last used \\S.+, from ${ADDRESS.replaceAll('.', '[.]')}[.]`,
        ),
      )
      const listed = await checkout.json<{ keyId: string; lastUsedAddress: string | null }[]>(
        'keys list --kind checkout',
      )
      expect(listed.find(({ keyId }) => keyId === old.keyId)?.lastUsedAddress).toBe(ADDRESS)
    })

    it('ends it a day after the new one was first used, and never before', async () => {
      const old = await issueOfPage()
      const between = await checkout.json<Issued>(`keys rotate ${old.keyId}`)
      // The key in between was lost before it was used.
      const next = await checkout.json<Issued>(`keys rotate ${between.keyId}`)
      expect(await known(old.apiKey, inDays(30))).toBeDefined()
      expect(await endOf(old)).toBeNull()
      expect(await known(next.apiKey, inDays(40))).toBeDefined()
      await expect.poll(() => endOf(old)).not.toBeNull()
      const end = await endOf(old)
      expect(end?.getTime()).toBeCloseTo(inDays(41).getTime(), -5)
      expect(await endOf(between)).toEqual(end)
      expect(await known(next.apiKey, inDays(40.5))).toBeDefined()
      expect(await known(old.apiKey, inDays(40.9))).toBeDefined()
      expect(await endOf(old)).toEqual(end)
      expect(await known(old.apiKey, inDays(41.1))).toBeUndefined()
      expect(await known(next.apiKey, inDays(41.1))).toBeDefined()
    })

    it('ends it as --overlap says, at its own end, and by revoke at once', async () => {
      const atOnce = await issueOfPage()
      await checkout.json(`keys rotate ${atOnce.keyId} --overlap 0`)
      expect(await known(atOnce.apiKey)).toBeUndefined()

      const ending = await issueOfPage('--expires 2d')
      const { stderr } = await checkout.run(`keys rotate ${ending.keyId}`)
      expect(stderr).toContain('and at the latest')
      expect(await known(ending.apiKey, inDays(3))).toBeUndefined()

      const revoked = await issueOfPage()
      await checkout.json(`keys rotate ${revoked.keyId}`)
      await checkout.json(`keys revoke ${revoked.keyId}`)
      expect(await known(revoked.apiKey)).toBeUndefined()
    })
  })

  it('refuses an overlap of more than 7 days', async () => {
    const rotate = `keys rotate ${UNKNOWN_KEY} --overlap 8d`
    expect((await checkout.run(rotate)).exitCode).toBe(64)
  })
})

describe('checkout keys revoke', () => {
  it('S-09: revokes a key for good; the list shows that, but never the key', async () => {
    const { keyId, apiKey } = await issue()
    expect(await checkout.json(`keys revoke ${keyId}`)).toMatchObject({
      keyId,
      status: 'revoked',
    })
    expect(await known(apiKey)).toBeUndefined()

    const listed = await checkout.run(`keys list --merchant ${merchantId}`)
    expect(listed.stdout).toMatch(new RegExp(`${keyId} +${apiKey.slice(-4)} +revoked`))
    expect(listed.stdout).not.toContain(apiKey)
  })
})

describe.each(['rotate', 'revoke'])('checkout keys %s', (verb) => {
  it('1 for an unknown key', async () => {
    const { exitCode, stderr } = await checkout.run(`keys ${verb} ${UNKNOWN_KEY}`)
    expect(stderr).toContain(`There is no key ${UNKNOWN_KEY}`)
    expect(exitCode).toBe(1)
  })

  it('64 for a key instead of its id', async () => {
    const { apiKey } = await issue()
    const { exitCode, stderr } = await checkout.run(`keys ${verb} ${apiKey}`)
    expect(stderr).toContain('must be the id of a key')
    expect(exitCode).toBe(64)
  })
})

function lifeMs(key: { createdAt: Date; expiresAt: Date | null } | undefined): number | undefined {
  return key?.expiresAt == null ? undefined : key.expiresAt.getTime() - key.createdAt.getTime()
}
