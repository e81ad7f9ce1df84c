import { randomBytes } from 'node:crypto'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutClient } from '#client/index.ts'
import { makeApiKey } from '#domain/api-key.ts'
import { listApiKeys } from '#server/database/keys/api-keys.ts'
import type { Variables } from '#proof/testing/cli/command-line.fixture.ts'
import { openTerminal } from '#proof/testing/cli/terminal.fixture.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import {
  insertNotifiedMerchant,
  type NotifiedMerchant,
} from '#proof/testing/notification-records.ts'
import { EXIT } from '#client/tools/command-line/exit.ts'
import { asMerchant } from './merchant-client.ts'
import { merchantOrKeyOption } from '#client/tools/host.ts'

describe('asMerchant, beside the server', () => {
  const masterKey = randomBytes(32).toString('base64')
  let test: TestDatabase
  let merchant: NotifiedMerchant
  beforeAll(async () => {
    test = await createTestDatabase()
    const callbackUrl = 'https://store.example/hooks'
    const given = { callbackUrl, key: randomBytes(32), now: new Date() }
    merchant = await insertNotifiedMerchant(test.database, given)
  })
  afterAll(() => test.drop())
  const terminal = () => openTerminal({ DATABASE_URL: test.url, MASTER_KEY: masterKey }).terminal

  it('has the whole API, with a key that is revoked after the work', async () => {
    let client: CheckoutClient | undefined
    const session = await asMerchant(terminal(), { merchant: merchant.id }, async (given) => {
      expect(given.merchantId).toBe(merchant.id)
      client = given.client
      const { merchantId } = await client.sandbox.clock.read()
      return client.sessions.create({ merchantId, amount: 25_990, currency: 'BRL' })
    })
    expect(session.merchantId).toBe(merchant.id)
    const [key] = await listApiKeys(test.database, merchant.id)
    expect(key?.revokedAt).toBeInstanceOf(Date)
  })

  it('revokes the key when the work fails', async () => {
    const work = () => Promise.reject(new Error('on purpose'))
    await expect(asMerchant(terminal(), { merchant: merchant.id }, work)).rejects.toThrow(
      'on purpose',
    )
    const keys = await listApiKeys(test.database, merchant.id)
    expect(keys.filter(({ revokedAt }) => revokedAt === null)).toEqual([])
  })

  it('refuses an unknown merchant', async () => {
    const nobody = { merchant: '00000000-0000-4000-8000-000000000000' }
    await expect(asMerchant(terminal(), nobody, async () => {})).rejects.toThrow(
      'There is no merchant',
    )
  })
})

describe('--merchant', () => {
  const given = (args: string[]) =>
    new Command()
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .addOption(merchantOrKeyOption())
      .parse(args, { from: 'user' })
      .opts()
  const id = '00000000-0000-4000-8000-000000000000'

  it('is optional with a key', () => {
    expect(given([])).toEqual({})
    expect(given(['--merchant', id])).toEqual({ merchant: id })
    expect(() => given(['--merchant', 'Loja'])).toThrow('must be the UUID of a merchant')
  })
})

describe('asMerchant, by key', () => {
  const key = makeApiKey('sandbox', (length) => randomBytes(length))
  it.each<[string, Variables, number, string]>([
    ['without a key', {}, EXIT.usage, 'Give --merchant, or the variables API_URL and API_KEY'],
    ['with a wrong one', { API_KEY: 'hp_x' }, EXIT.configuration, 'API_KEY is not an API key'],
    [
      'of production',
      { API_KEY: makeApiKey('production', (length) => randomBytes(length)) },
      EXIT.configuration,
      'API_KEY is a key of production',
    ],
    [
      'with a wrong address',
      { API_KEY: key, API_URL: 'api.example' },
      EXIT.configuration,
      'API_URL must be an http',
    ],
  ])('refuses one %s', async (_name, variables, exitCode, message) => {
    const { terminal } = openTerminal(variables)
    const failure = await asMerchant(terminal, {}, async () => {}).catch((error: unknown) => error)
    expect(failure).toMatchObject({ exitCode, message: expect.stringContaining(message) as string })
  })
})
