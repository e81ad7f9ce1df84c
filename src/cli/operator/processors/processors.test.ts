import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { readTestCa, readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'
import { listenHttp } from '#server/process/listen-http.ts'
import { startPixBank, type RunningPixBank } from '#sandbox/fakes/api-pix/start-pix-bank.ts'

const FAKES = join(import.meta.dirname, '../../../sandbox/fakes')

let checkout: CommandLine
let bank: RunningPixBank
let accounts: string
let webhookPort: string
beforeAll(async () => {
  webhookPort = (await freePorts('PORT')).PORT
  checkout = await openCommandLine()
  bank = await startPixBank()
  accounts = write('accounts.json', (file) => file)
})
afterAll(async () => {
  await bank.close()
  await checkout.close()
})

/** The accounts of the sandbox at the running bank, changed. */
function write(name: string, change: (text: string) => string): string {
  const path = join(checkout.variables['DATA_DIR'] ?? '', name)
  const text = readFileSync(join(FAKES, 'accounts.json'), 'utf8')
    .replaceAll('https://127.0.0.1:4250', bank.apiUrl)
    .replaceAll('file:certificates', `file:${join(FAKES, 'certificates')}`)
  writeFileSync(path, change(text))
  return path
}

describe('checkout processors list', () => {
  it('lists accounts with what they take, and that nobody has run them at a live bank', async () => {
    const variables = { PROCESSORS: accounts }
    expect(await checkout.json('processors list', variables)).toEqual([
      {
        account: 'bank',
        module: 'api-pix',
        dialect: 'standard',
        verified: false,
        methods: ['pix'],
        retired: false,
        compared: true,
        certificates: [
          { name: 'certificate', notAfter: '2119-12-31T23:59:59.000Z' },
          { name: 'authorities', notAfter: '2119-12-31T23:59:59.000Z' },
        ],
        paymentsAlive: 0,
      },
      expect.objectContaining({ account: 'simulated', methods: ['card', 'boleto'], dialect: null }),
    ])
    const { stdout } = await checkout.run('processors list', variables)
    expect(stdout).toMatch(/bank +api-pix +standard +pix +2119-12-31 +0 +not yet run live/)
  })

  it('finds the file of the sandbox by the path that is written down', async () => {
    const listed = await checkout.json('processors list', {
      PROCESSORS: 'sandbox/fakes/accounts.json',
    })
    expect(listed).toMatchObject([{ account: 'bank' }, { account: 'simulated' }])
  })

  it('lists the one account of PROCESSOR', async () => {
    expect(await checkout.json('processors list')).toMatchObject([
      { account: 'simulated', module: 'simulated', methods: ['card', 'pix', 'boleto'] },
    ])
  })
})

/** The port for notifications, as `checkout serve` opens it. */
function serveWebhooks() {
  const { cert: certificate, key } = readTestCertificate('merchant-server')
  return listenHttp({
    port: Number(webhookPort),
    host: 'localhost',
    name: 'test',
    fetch: () => new Response(),
    mutualTls: { certificate, key, authorities: [readTestCa()] },
  })
}

describe('checkout processors check', () => {
  const check = async (line: string, path = accounts) => {
    const { exitCode, stdout, stderr } = await checkout.run(`processors check ${line}`, {
      PROCESSORS: path,
      PROCESSOR_WEBHOOK_PORT: webhookPort,
    })
    return { exitCode, stderr, stdout }
  }

  it('says what is wrong, and what to do; ok after it was done', async () => {
    const before = await check('bank')
    expect(before.stdout).toMatch(/^ok +bank +certificate: /m)
    expect(before.stdout).toMatch(/^ok +bank +credentials: the bank gave a token$/m)
    expect(before.stdout).toMatch(/^ok +bank +charge: a charge of R\$ 0.01 was made and removed$/m)
    expect(before.stdout).toMatch(/^wrong +bank +webhook: no webhook is registered: it should be /m)
    expect(before.stdout).toMatch(
      /^wrong +bank +address: .* is not reachable .*: start the service/m,
    )
    expect(before.stderr).toContain('2 of 5 checks are wrong.')
    expect(before.exitCode).toBe(1)

    const service = await serveWebhooks()
    const registered = await check('--register-webhook')
    await service.close({ idleMs: 0, graceMs: 0 })
    expect(registered.stdout).toMatch(/^ok +bank +address: localhost answers; .* 2119-12-31/m)
    expect(registered.stdout).toMatch(/^ok +bank +webhook: the webhook is https:\/\/localhost:/m)
    expect(registered.stderr).toContain('not yet run live')
    expect(registered.exitCode).toBe(0)
    expect(bank.control.ledger()).toEqual([])
  })

  it('is wrong about credentials that the bank does not know, and shows none', async () => {
    const path = write('wrong.json', (text) => text.replace('test-secret', 'canary-secret'))
    const { exitCode, stdout } = await check('bank --json', path)
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toContainEqual({
      account: 'bank',
      check: 'credentials',
      ok: false,
      found: expect.any(String),
    })
    expect(stdout).not.toContain('canary-secret')
  })

  it('1 for an account that is not there, with those that are', async () => {
    const { exitCode, stderr } = await check('nobody')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('There is no account "nobody"; the accounts are bank, simulated.')
  })
})
