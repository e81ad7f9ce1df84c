import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { PRODUCTION, runCheckout } from '#proof/testing/cli/command-line.fixture.ts'
import { CHECKOUT, HOSTED_CHECKOUT, runNode } from '#proof/testing/cli/process.fixture.ts'

describe('checkout', () => {
  it('0 for help, on standard output', async () => {
    const { exitCode, stdout, stderr } = await runCheckout('keys issue --help')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('$ npx --no checkout keys issue --kind checkout --json')
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

describe('each executable', () => {
  it.each([
    ['checkout', CHECKOUT],
    ['hosted-checkout', HOSTED_CHECKOUT],
  ])('%s runs as a process, prints its help, and ends with the exit code', async (name, file) => {
    const help = await runNode([file, '--help'])
    expect(help).toMatchObject({ exitCode: 0, stderr: '' })
    expect(help.stdout).toContain(`Usage: ${name} `)
    const wrong = await runNode([file, 'clock', '--jsn'])
    expect(wrong).toMatchObject({ exitCode: 64, stdout: '' })
    expect(wrong.stderr).toContain("unknown option '--jsn'")
  })

  it('checkout reads its own standard input and its environment', async () => {
    const env = {
      ...process.env,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    }
    const child = execFile(process.execPath, [CHECKOUT, 'verify', '--request', '-', '--json'], {
      env,
    })
    let stdout = ''
    child.stdout?.on('data', (text: string) => (stdout += text))
    child.stdin?.end('X-Other: 1\r\n\r\n{}')
    await once(child, 'close')
    expect(child.exitCode).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ valid: false, reason: 'missing_header' })
  })
})

describe('commands in one process', () => {
  it('run at the same time, each with its own variables and outputs', async () => {
    const keysOf = (API_KEY: string) => runCheckout('clock', { API_KEY })
    const [usage, configuration, help, again] = await Promise.all([
      keysOf(''),
      keysOf('hp_x'),
      runCheckout('--help'),
      keysOf(''),
    ])
    expect(usage).toMatchObject({ exitCode: 64, stdout: '' })
    expect(usage.stderr).toMatch(/^error: Give --merchant, .+\n$/)
    expect(again).toEqual(usage)
    expect(configuration).toMatchObject({ exitCode: 78, stdout: '' })
    expect(configuration.stderr).toMatch(/^error: API_KEY is not an API key.*\n$/)
    expect(help).toMatchObject({ exitCode: 0, stderr: '' })
  })
})

describe('checkout on a Node without TypeScript', () => {
  it('78 with the remedy', async () => {
    const { exitCode, stderr } = await runNode(['--no-strip-types', CHECKOUT, '--help'])
    expect(stderr).toContain('24.15')
    expect(exitCode).toBe(78)
  })
})
