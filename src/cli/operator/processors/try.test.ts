import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openCommandLine,
  words,
  type CommandLine,
  type Outcome,
  type Variables,
} from '#proof/testing/cli/command-line.fixture.ts'
import { openTerminal } from '#proof/testing/cli/terminal.fixture.ts'
import { runCommandLine } from '../../run-command-line.ts'
import { freePorts, type RunningCommand } from '#proof/testing/cli/server-process.fixture.ts'
import { startServer } from '#proof/testing/cli/server.fixture.ts'
import {
  startPixBank,
  type RunningPixBank,
  type StartOptions,
} from '#sandbox/fakes/api-pix/start-pix-bank.ts'
import { stepsOf } from '#server/processors/account-trial/steps.ts'
import type { TrialReport } from './trial-report.ts'

const CERTIFICATES = join(import.meta.dirname, '../../../sandbox/fakes/certificates')
const STEP_NAMES: readonly string[] = stepsOf(['pix'])
const CODE = /^000201\w.*$/m

/** Options of the fake banks, by the name of the account at each. */
const BANKS: Readonly<Record<string, StartOptions>> = {
  good: {},
  again: { repeatedCharge: 'made_again' },
  twice: { repeatedRefund: 'paid_again' },
  mute: {},
  outage: {},
  stranger: {},
  lonely: {},
  stopped: {},
}

const banks = new Map<string, RunningPixBank>()
let checkout: CommandLine
let server: RunningCommand
let variables: Variables
let reportFile: string
/** All runs are started at the same time, since they mostly wait. */
let runs: Record<'good' | 'again' | 'twice' | 'mute' | 'lonely' | 'stopped', Promise<Outcome>>
const unpaidCodes: Record<string, string> = {}

beforeAll(async () => {
  checkout = await openCommandLine()
  for (const [name, options] of Object.entries(BANKS)) banks.set(name, await startPixBank(options))
  const ports = await freePorts('API_PORT', 'PRIVATE_PORT', 'PROCESSOR_WEBHOOK_PORT')
  const path = join(checkout.variables['DATA_DIR'] ?? '', 'accounts.json')
  writeFileSync(path, JSON.stringify(accountsFile()))
  variables = { ...checkout.variables, ...ports, PROCESSORS: path }
  server = await startServer('api', variables)
  for (const name of ['good', 'twice', 'mute', 'lonely'])
    await checkout.run(`processors check ${name} --register-webhook`, variables)
  bankOf('mute').control.plan('webhook', 'never', { times: 100 })
  // The probe, which is refused, and the first look-up of a charge.
  bankOf('good').control.plan('call', 'unknown fields', { times: 2, place: 'GET /cob/:txid' })
  bankOf('outage').control.plan('token', 'outage', { times: 100 })
  reportFile = join(variables['DATA_DIR'] ?? '', 'report.json')
  runs = {
    good: runTrial('good', `--wait 60s --report ${reportFile}`),
    again: runTrial('again', '--without-payment --json'),
    twice: runTrial('twice', '--amount 4 --wait 30s'),
    mute: runTrial('mute', '--wait 8s --json'),
    lonely: runTrial('lonely', '--wait 3s', (code) => {
      unpaidCodes['lonely'] = code
    }),
    stopped: runTrial('stopped', '--json', (code, _, interrupt) => {
      unpaidCodes['stopped'] = code
      interrupt()
    }),
  }
})
afterAll(async () => {
  await server.stop()
  for (const bank of banks.values()) await bank.close()
  await checkout.close()
})

function bankOf(account: string): RunningPixBank {
  const bank = banks.get(account)
  if (bank === undefined) throw new Error(`there is no bank of ${account}`)
  return bank
}

function accountsFile() {
  const accountAt = (name: string) => {
    const client = name === 'stranger' ? 'other-client' : 'merchant-client'
    const account = {
      module: 'api-pix',
      baseUrl: `${bankOf(name).apiUrl}/api`,
      tokenUrl: `${bankOf(name).apiUrl}/oauth/token`,
      clientId: 'test-client',
      clientSecret: 'test-secret',
      certificate: `file:${CERTIFICATES}/${client}.pem`,
      key: `file:${CERTIFICATES}/${client}.key`,
      authorities: `file:${CERTIFICATES}/ca.pem`,
      pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
      webhookAuthorities: `file:${CERTIFICATES}/ca.pem`,
    }
    return name === 'good' ? account : { ...account, retired: true }
  }
  const names = Object.keys(BANKS).map((name) => [name, accountAt(name)] as const)
  return {
    accounts: { ...Object.fromEntries(names), simulated: { module: 'simulator' } },
    methods: { pix: 'good', card: 'simulated', boleto: 'simulated' },
    webhooks: {
      certificate: `file:${CERTIFICATES}/merchant-server.pem`,
      key: `file:${CERTIFICATES}/merchant-server.key`,
    },
  }
}

/** Runs the command. Once it shows the code, calls `onCode`, which pays it at the fake bank by default. */
async function runTrial(
  account: string,
  options: string,
  onCode: (code: string, bank: RunningPixBank, interrupt: () => void) => void = (
    code,
    { control },
  ) => control.pay(code),
): Promise<Outcome> {
  const { terminal, stdout, stderr, onWritten } = openTerminal(variables)
  let isShown = false
  onWritten(() => {
    const code = CODE.exec(stderr().slice(0, stderr().lastIndexOf('\n')))?.[0]
    if (code === undefined || isShown) return
    isShown = true
    onCode(code, bankOf(account), () => terminal.events.emit('SIGINT'))
  })
  const line = words(`processors try ${account} ${options}`)
  const exitCode = await runCommandLine(line, terminal)
  return { exitCode, stdout: stdout(), stderr: stderr() }
}

function reportIn({ stdout, stderr }: Outcome): TrialReport {
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as TrialReport
}

const withStatus = ({ steps }: TrialReport, status: string) =>
  steps.filter((step) => step.status === status).map(({ step }) => step)

describe('checkout processors try', () => {
  it('shows every step at a good bank, gives all money back, and writes a report', async () => {
    const { exitCode, stdout, stderr } = await runs.good
    expect(stdout.match(/^(?:failed|not shown) .*/gm)).toBeNull()
    expect(exitCode).toBe(0)
    expect(stderr).toContain('█')
    expect(stdout).toMatch(/^passed +payment\.seen +R\$0\.02 came/m)
    expect(stdout).toMatch(/^passed +refund\.repeat +R\$0\.01 once/m)
    expect(stdout).toMatch(
      /^\d fields of its answers are in no document: .*GET \/cob\/\{txid\}: novo/m,
    )
    expect(stdout).toContain('Money: R$0.02 came, and all of it went back.')
    expect(stdout).toContain('Passed: 25 passed, 0 failed, 0 not shown.')
    expect(bankOf('good').control.balanceMinor('loja')).toBe(0)

    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as TrialReport
    expect(report).toMatchObject({
      object: 'processor_homologation',
      passed: true,
      complete: true,
      account: 'good',
      module: 'api-pix',
      dialect: 'standard',
      builtAgainst: { version: '2.9.0', readOn: '2026-11-22' },
      environment: 'sandbox',
      hosts: [new URL(bankOf('good').apiUrl).host],
      money: { receivedMinor: 2, givenBackMinor: 2, stayedMinor: 0, toDo: null },
    })
    const steps = report.steps.map(({ step }) => step)
    expect(steps.filter((step) => !step.startsWith('check.')).toSorted()).toEqual(
      STEP_NAMES.toSorted(),
    )
    expect(steps.filter((step) => step.startsWith('check.'))).toHaveLength(5)
    for (const secret of ['test-secret', 'PRIVATE KEY', 'Bearer '])
      expect(stdout + stderr + JSON.stringify(report)).not.toContain(secret)

    const again = await runTrial('good', `--report ${reportFile}`)
    expect(again.exitCode).toBe(1)
    expect(again.stderr).toContain('is there already')
  })

  it('sees a bank that makes another charge of a second creation', async () => {
    const outcome = await runs.again
    const report = reportIn(outcome)
    expect(withStatus(report, 'failed')).toContain('charge.repeat')
    expect(report.steps.find(({ step }) => step === 'charge.repeat')).toMatchObject({
      found: 'the second creation was answered with another code',
      remedy: expect.stringContaining('Do not go live'),
    })
    expect(withStatus(report, 'not_shown')).toContain('payment.seen')
    expect(outcome.exitCode).toBe(1)
    expect(bankOf('again').control.ledger()).toEqual([])
  })

  it('sees a refund that is paid twice, and says what stays to be done about the money', async () => {
    const outcome = await runs.twice
    expect(outcome.stdout).toMatch(
      /^failed +refund\.repeat +4 centavos have gone back instead of 2/m,
    )
    expect(outcome.stdout).toContain('money would go out twice')
    expect(outcome.stdout).toMatch(/^failed +refund\.rest +.*was refused with 400/m)
    expect(outcome.stdout).toMatch(/R\$0\.02 of R\$0\.04 is not known to have gone back.*\(E\w+, /)
    expect(outcome.exitCode).toBe(1)
  })

  it('sees that no webhook arrives, says where it looked, and gives the money back all the same', async () => {
    const report = reportIn(await runs.mute)
    expect(withStatus(report, 'failed')).toEqual(['payment.webhook'])
    expect(report.steps.find(({ step }) => step === 'payment.webhook')?.remedy).toMatch(
      /is "checkout serve" running .* at https:\/\/localhost:\d+\/processor\/notifications\/mute\?/,
    )
    expect(report.unknownFields).toEqual([])
    expect(report.money).toMatchObject({ receivedMinor: 2, givenBackMinor: 2, stayedMinor: 0 })
    expect(bankOf('mute').control.balanceMinor('loja')).toBe(0)
  })

  it.each([
    ['outage', 'answered with 503'],
    ['stranger', 'answered with 401'],
  ])('%s: nothing reaches the bank, which is said with what to do', async (account, why) => {
    const report = reportIn(await runTrial(account, '--json'))
    expect(withStatus(report, 'failed')).toEqual(
      expect.arrayContaining([
        'check.credentials',
        'check.charge',
        'account.probe',
        'charge.create',
      ]),
    )
    expect(report.steps.find(({ step }) => step === 'check.credentials')).toMatchObject({
      found: expect.stringContaining(why),
      remedy: expect.stringContaining('look at certificate and key'),
    })
    expect(withStatus(report, 'not_shown')).toEqual(
      expect.arrayContaining(
        STEP_NAMES.filter((step) => !['account.probe', 'charge.create'].includes(step)),
      ),
    )
    expect(report.passed).toBe(false)
  })

  it('removes the code that nobody has paid, and says so', async () => {
    const outcome = await runs.lonely
    expect(outcome.stdout).toMatch(/^failed +payment\.seen +no payment was seen within 3 s/m)
    expect(outcome.stdout).toMatch(/^not shown +refund\.part +no payment was seen/m)
    expect(outcome.exitCode).toBe(1)
    expect(bankOf('lonely').control.pay(unpaidCodes['lonely'] ?? '')).toEqual({
      status: 'refused',
      reason: 'removed',
    })
  })

  it('when it is broken off removes the code, and still says what it has seen', async () => {
    const { exitCode, stdout, stderr } = await runs.stopped
    const report = reportIn({ exitCode, stdout, stderr })
    expect(stderr).toContain('Broken off: the codes of this run were removed.')
    expect(report.passed).toBe(false)
    expect(withStatus(report, 'passed')).toContain('charge.unknown')
    expect(report.steps.find(({ step }) => step === 'payment.seen')).toMatchObject({
      status: 'not_shown',
      found: 'the run was broken off',
    })
    expect(exitCode).toBe(1)
    expect(bankOf('stopped').control.pay(unpaidCodes['stopped'] ?? '')).toMatchObject({
      reason: 'removed',
    })
  })

  it.each([
    ['simulated', '', 'The account "simulated" is simulated: no bank is behind it'],
    ['nobody', '', 'There is no account "nobody"'],
    ['good', '--report /nowhere/at/all/report.json', 'there is no folder /nowhere/at/all'],
  ])('refuses %s %s', async (account, options, why) => {
    const { exitCode, stderr, stdout } = await runTrial(account, options)
    expect(stderr).toContain(why)
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  })

  it('is the command homologate, too', async () => {
    const { exitCode, stderr } = await checkout.run('processors homologate nobody', variables)
    expect(stderr).toContain('There is no account "nobody"')
    expect(exitCode).toBe(1)
  })

  it.each(['--amount 0', '--amount 1001', '--wait 0', '--wait 2h'])(
    '64 for %s',
    async (options) => {
      expect((await runTrial('good', options)).exitCode).toBe(64)
    },
  )
})
