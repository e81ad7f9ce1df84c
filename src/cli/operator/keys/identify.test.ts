import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeApiKey } from '#domain/api-key.ts'
import {
  openCommandLine,
  runCheckout,
  type CommandLine,
  type Outcome,
} from '#proof/testing/cli/command-line.fixture.ts'

let checkout: CommandLine
let merchantId: string
let apiKey: string
beforeAll(async () => {
  checkout = await openCommandLine()
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
  ;({ apiKey } = await checkout.json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`))
})
afterAll(() => checkout.close())

/** Runs `keys identify` with a text on its standard input. */
function identify(input: string, ...options: string[]): Promise<Outcome> {
  return runCheckout(['keys identify', ...options].join(' '), checkout.variables, input)
}

it('S-14: says whose a key is, and how to end it, without printing it', async () => {
  const outcome = await identify(`found in a log: "X-Api-Key: ${apiKey}"\n`)
  expect(outcome.exitCode).toBe(0)
  expect(outcome.stdout).toContain(merchantId)
  const [, keyId] = /npx --no checkout keys revoke (key_\w+)/.exec(outcome.stderr) ?? []
  expect(outcome.stdout + outcome.stderr).not.toContain(apiKey.slice(0, 20))

  await checkout.json(`keys revoke ${keyId}`)
  const revoked = await identify(apiKey, '--json')
  expect(JSON.parse(revoked.stdout)).toMatchObject({ keyId, merchantId, status: 'revoked' })
  const [use] = await checkout.json<{ lastUsedAt: string | null }[]>(
    `keys list --merchant ${merchantId}`,
  )
  expect(use?.lastUsedAt).toBeNull()
})

it.each([
  ['a cut key', () => apiKey.slice(0, -1), 'There is no API key'],
  ['nothing', () => '', 'There is no API key'],
  ['a key of production', () => makeApiKey('production', bytes), 'a key of the production'],
  ['a key of another database', () => makeApiKey('sandbox', bytes), 'No key like it'],
])('S-14: 1 for %s', async (_, textOf, message) => {
  const { exitCode, stdout, stderr } = await identify(textOf())
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(stderr).toContain(message)
})

const bytes = (length: number) => new Uint8Array(length).fill(9)
