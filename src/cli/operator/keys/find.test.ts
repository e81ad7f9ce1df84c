import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeApiKey } from '#domain/api-key.ts'
import { runCheckout } from '#proof/testing/cli/command-line.fixture.ts'

const LIVE = makeApiKey('production', (length) => new Uint8Array(length).fill(9))
const TEST = makeApiKey('sandbox', (length) => new Uint8Array(length).fill(8))

const directory = mkdtempSync(join(tmpdir(), 'checkout-find-'))
afterAll(() => rmSync(directory, { recursive: true }))

function write(name: string, text: string): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}

it('S-14: prints the place and the last characters of each key in a file, not the key', async () => {
  const env = write('.env', `A=1\nAPI_KEY=${LIVE}\n# before: "${TEST}"\nB=${LIVE.slice(0, -1)}0\n`)
  const outcome = await runCheckout(`keys find ${env} --json`)
  expect(outcome.exitCode).toBe(1)
  expect(JSON.parse(outcome.stdout)).toEqual([
    { file: env, line: 2, environment: 'production', lastFour: LIVE.slice(-4) },
    { file: env, line: 3, environment: 'sandbox', lastFour: TEST.slice(-4) },
  ])
  const told = await runCheckout(`keys find ${env}`)
  expect(told.stdout).toMatch(/2 +production/)
  for (const key of [LIVE, TEST])
    expect(told.stdout + told.stderr + outcome.stdout).not.toContain(key)
})

it('S-14: ends with 0 without keys, and names unreadable files', async () => {
  const clean = write('clean', `hp_live_${'0'.repeat(49)}\n`)
  expect(await runCheckout(`keys find ${clean}`)).toMatchObject({ exitCode: 0, stdout: '' })
  const missing = await runCheckout(`keys find ${join(directory, 'missing')}`)
  expect(missing.exitCode).toBe(1)
  expect(missing.stderr).toContain('missing cannot be read')
})
