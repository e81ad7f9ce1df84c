import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  CHECKOUT,
  PRODUCTION,
  runCheckout,
  runNode,
} from '#proof/testing/cli/command-line.fixture.ts'

describe('checkout', () => {
  it('0 for help, on standard output', async () => {
    const { exitCode, stdout, stderr } = await runCheckout('keys issue --help')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('$ npx checkout keys issue --kind checkout --json')
    expect(stderr).toBe('')
  })

  it('0 for the version', async () => {
    const { exitCode, stdout } = await runCheckout('--version')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each([
    ['', 'Usage: checkout'],
    ['keys', 'Usage: checkout keys'],
    ['merchnts list', 'Did you mean merchants?'],
    ['merchants creat', 'Did you mean create?'],
    ['merchants list --jsn', 'Did you mean --json?'],
    ['merchants show', "missing required argument 'merchantId'"],
    ['merchants show loja', 'must be the UUID of a merchant'],
    ['merchants list all', 'too many arguments'],
    ['serve --only web', 'the parts are api, bff, fields, worker, store, dashboard'],
  ])('64 for "%s"', async (line, message) => {
    const { exitCode, stdout, stderr } = await runCheckout(line)
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(exitCode).toBe(64)
  })

  it('78 for an invalid configuration, with all problems', async () => {
    const { exitCode, stdout, stderr } = await runCheckout('merchants list', {
      API_PORT: 'http',
      MASTER_KEY: 'c2hvcnQ=',
    })
    expect(exitCode).toBe(78)
    expect(stderr).toMatch(/API_PORT: .+\n +MASTER_KEY: must be 32 bytes/)
    expect(stdout).toBe('')
  })

  it('78 for production without its addresses and its key', async () => {
    const { exitCode, stderr } = await runCheckout('migrate', {
      CHECKOUT_ENVIRONMENT: 'production',
    })
    expect(exitCode).toBe(78)
    for (const name of ['API_URL', 'CHECKOUT_URL', 'MASTER_KEY', 'PROCESSOR', 'DATABASE_URL'])
      expect(stderr).toContain(`${name}: is required in production`)
  })

  it('1 when the database does not answer', async () => {
    const { exitCode, stderr } = await runCheckout('merchants list', {
      ...PRODUCTION,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      MASTER_KEY: randomBytes(32).toString('base64'),
    })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^error: The database does not answer: .+\n$/)
  })
})

describe('checkout on a Node without TypeScript', () => {
  it('78 with the remedy', async () => {
    const { exitCode, stderr } = await runNode(['--no-strip-types', CHECKOUT, '--help'])
    expect(stderr).toContain('24.15')
    expect(exitCode).toBe(78)
  })
})
