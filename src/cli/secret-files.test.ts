import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCheckout } from '#proof/testing/cli/command-line.fixture.ts'
import { readSecretFiles } from './secret-files.ts'

const directory = mkdtempSync(join(tmpdir(), 'checkout-secrets-'))
afterAll(() => rmSync(directory, { recursive: true }))

function fileWith(name: string, text: string): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

describe('a secret in a file', () => {
  it('is its variable, without the newline at its end', () => {
    const variables: Record<string, string | undefined> = {
      MASTER_KEY_FILE: fileWith('key', 'bm90IGEga2V5\n'),
      SMTP_URL_FILE: '',
    }
    readSecretFiles(variables)
    expect(variables).toMatchObject({ MASTER_KEY: 'bm90IGEga2V5' })
    expect(variables).not.toHaveProperty('SMTP_URL')
  })

  it('78, with each problem: twice, missing, empty; what a file holds is not shown', async () => {
    const outcome = await runCheckout('migrate', {
      MASTER_KEY: 'bm90IGEga2V5',
      MASTER_KEY_FILE: fileWith('key', 'secret-of-a-file'),
      DATABASE_URL_FILE: join(directory, 'nothing'),
      METRICS_TOKEN_FILE: fileWith('token', '\n'),
    })
    expect(outcome.exitCode).toBe(78)
    const lines = outcome.stderr.split('\n').filter((line) => line.includes('_FILE: '))
    expect(lines.map((line) => line.trim())).toEqual([
      `DATABASE_URL_FILE: cannot be read: ${join(directory, 'nothing')} (ENOENT)`,
      'MASTER_KEY_FILE: stands beside MASTER_KEY; unset one of them',
      `METRICS_TOKEN_FILE: is empty: ${join(directory, 'token')}`,
    ])
    expect(outcome.stderr + outcome.stdout).not.toContain('secret-of-a-file')
  })

  it('configures a process', async () => {
    const url = fileWith('database', 'postgres://checkout@127.0.0.1:1/checkout\n')
    const outcome = await runCheckout('migrate', {
      DATABASE_URL_FILE: url,
      DATABASE_WAIT_SECONDS: '0',
    })
    expect(outcome.stderr).toContain('127.0.0.1:1')
  })
})
