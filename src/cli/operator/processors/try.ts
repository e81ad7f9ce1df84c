import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import { PaymentId } from '#contract/ids.ts'
import { readPayment } from '#server/database/payments/payments.ts'
import { knownPayment } from '#server/service/payments/known-payment.ts'
import { parseDurationSeconds } from '#contract/duration.ts'
import { sealCardTo } from '#domain/methods/card/seal-card-to.ts'
import { formatMoney } from '#domain/money.ts'
import {
  hasNotificationArrived,
  readKnown,
} from '#server/database/payments/processor-notifications.ts'
import { observePayment, type Observing } from '#server/processors/account-trial/observe-payment.ts'
import {
  triedMethods,
  tryAccount,
  type AccountTrial,
} from '#server/processors/account-trial/try-account.ts'
import type {
  PersonAtChallenge,
  PersonWhoPays,
  SeenWebhooks,
  TrialBench,
} from '#server/processors/account-trial/trial-bench.ts'
import type { StepResult } from '#server/processors/account-trial/steps.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import type { Config } from '../../config.ts'
import { examples } from '../../examples.ts'
import { loadConfigBeside } from '../../load-config.ts'
import { openChallengeReturn, type ChallengeReturn } from './challenge-return.ts'
import { checksOf } from './checks-of.ts'
import {
  accountNamed,
  openConfiguredAccounts,
  type ConfiguredAccount,
} from './configured-accounts.ts'
import { openReportFile, reportOf, writeReportFile, type TrialReport } from './trial-report.ts'
import { showCode } from './show-code.ts'

interface Options {
  amount: number
  wait: number
  withoutPayment?: true
  withoutChallenge?: true
  observe?: string
  report?: string
}

/** Centavos: the smallest amount that can be refunded in two parts. */
const AMOUNT = 2
const AMOUNT_MAX = 1000
const WAIT_SECONDS = 300
const WAIT_SECONDS_MAX = 3600
const SETTLING_MS = 60_000
const POLL_MS = 1500
/** Expiry of a code. Look-ups treat a code as open for half a minute longer, since a bank may settle late. */
const EXPIRY_MS = 5000
const PRINT_EVERY_MS = 30_000
/** Allowed difference between the clocks of the database and of this machine. */
const SKEW_MS = 60_000

const Centavos = z.coerce
  .number(`must be a number of centavos from 1 to ${AMOUNT_MAX}`)
  .int('must be a whole number of centavos')
  .min(1, 'must be at least 1 centavo')
  .max(AMOUNT_MAX, `must be at most ${AMOUNT_MAX} centavos`)

const WaitSeconds = z.string().transform((text, context): number => {
  const seconds = parseDurationSeconds(text)
  if (seconds !== undefined && seconds >= 1 && seconds <= WAIT_SECONDS_MAX) return seconds
  context.addIssue('must be a time from 1s to 1h, as in 90s or 5m')
  return z.NEVER
})

export function addTry(processors: Command): void {
  processors
    .command('try')
    // The banks' word for it.
    .alias('homologate')
    .argument('<account>', 'as "processors list" shows it')
    .summary('try an account at its processor, and write a report')
    .description(
      'Shows what an account does at its real bank, step by step: all that "processors check" tries; charges that are made, repeated, ' +
        'removed, run out; a Pix of R$ 0.02 that you pay with an app; its look-up, its webhook, its refunds in two parts, and the ' +
        'list of movements. Cards are tried in a test environment, and nobody pays; their challenges are answered in a browser of this machine, by links that are printed. Run it beside the serving process, which takes the webhook. ' +
        'Ends with 0 when all that ran has passed. ' +
        'See docs/guides/processors.md.',
    )
    .option('--amount <centavos>', 'of each charge', as(Centavos), AMOUNT)
    .option(
      '--wait <time>',
      'how long somebody may take to pay, or to answer a challenge',
      as(WaitSeconds),
      WAIT_SECONDS,
    )
    .option('--without-payment', 'leave out what needs a person who pays; needs no database')
    .option('--without-challenge', "leave out the cards' challenges that somebody answers")
    .option(
      '--observe <payment>',
      'follow a payment that you made on the page, in place of the steps: its capture, its webhooks, and the refund that you make meanwhile',
      as(PaymentId),
    )
    .option('--report <file>', 'write the report as JSON to a new file')
    .addHelpText(
      'after',
      examples(
        'processors try sicredi --report sicredi.json',
        'processors try sicredi --amount 100 --wait 15m',
        'processors try sicredi --without-payment --json',
        'processors try adyen-br --observe pay_0Tq4mFhZ7Rk2vXw9sLd3Ye --wait 30m',
        'processors try adyen-br --without-challenge --report adyen.json',
      ),
    )
    .action(async (name: string, options: Options, command: Command) => {
      const terminal = terminalOf(command)
      const config = loadConfigBeside(terminal)
      const path = openReportFile(options.report)
      const unknownFields = new Set<string>()
      const watching = { onUnknownField: (field: string) => void unknownFields.add(field) }
      const account = accountNamed(await openConfiguredAccounts(config, watching), name)
      const running: Running = { terminal, config, account, options, unknownFields, command }
      if (options.observe !== undefined && options.withoutPayment === true)
        throw new CommandFailure('--observe needs the database: leave out --without-payment.')
      const report =
        options.withoutPayment === true
          ? await run(running)
          : await asOperator(command, (operator) => run(running, operator))
      if (path !== undefined) {
        writeReportFile(path, report)
        printNotice(terminal, `Report: ${path}`)
      }
      answer(command, report, () => printResult(terminal, report))
      if (!report.passed) terminal.exitCode = EXIT.refusal
    })
}

interface Running {
  terminal: Terminal
  config: Config
  account: ConfiguredAccount
  options: Options
  unknownFields: ReadonlySet<string>
  command: Command
}

async function run(running: Running, operator?: Operator): Promise<TrialReport> {
  const { terminal, config, account, unknownFields } = running
  const { environment } = config
  const { events } = terminal
  const startedAt = new Date()
  const controller = new AbortController()
  const stop = () => controller.abort()
  events.once('SIGINT', stop).once('SIGTERM', stop)
  const back = await challengeReturnFor(running, operator)
  try {
    const done = await work(running, { signal: controller.signal, operator, back })
    if (done.isBrokenOff) printNotice(terminal, 'Broken off: the codes of this run were removed.')
    return reportOf(done, {
      account,
      environment,
      startedAt,
      finishedAt: new Date(),
      unknownFields,
    })
  } finally {
    back?.close()
    events.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

async function work(
  running: Running,
  {
    signal,
    operator,
    back,
  }: { signal: AbortSignal; operator: Operator | undefined; back: ChallengeReturn | undefined },
): Promise<AccountTrial> {
  const { terminal, options } = running
  if (operator !== undefined && options.observe !== undefined)
    return observePayment(await observingOf(running, operator, { signal, id: options.observe }))
  return tryAccount({
    ...benchOf(running, signal, operator),
    ...(back && { shopper: shopperOf(terminal, back) }),
  })
}

async function observingOf(
  running: Running,
  { database }: Operator,
  { signal, id }: { signal: AbortSignal; id: string },
): Promise<Observing> {
  const { terminal, account } = running
  const { processor, name } = account
  const first = await readPayment(database, id)
  if (processor === undefined || first?.processor !== name)
    throw new CommandFailure(`There is no payment ${id} of the account "${name}".`)
  return {
    ...runningOf(running, signal),
    processor,
    async read() {
      const payment = (await readPayment(database, id)) ?? first
      const { facts, refunds } = await readKnown(database, { processor: name, paymentId: id })
      const told = knownPayment({ ...payment, processorState: null }, facts)
      return { ...payment, told, refunds }
    },
    askForRefund: () =>
      printNotice(
        terminal,
        `Refund it now: npx --no checkout refunds create ${first.sessionId} --key ${id}, or on the dashboard.`,
      ),
  }
}

const random = (length: number) => new Uint8Array(randomBytes(length))

function benchOf(
  running: Running,
  signal: AbortSignal,
  operator: Operator | undefined,
): TrialBench {
  const { terminal, config, account, options } = running
  const { processor, name } = account
  if (processor === undefined)
    throw new CommandFailure(
      `The account "${name}" is simulated: no bank is behind it that could be tried. Its outcomes are chosen on the sandbox's page.`,
    )
  if (triedMethods(processor).length === 0)
    throw new CommandFailure(
      `The account "${name}" takes ${processor.methods?.join(', ')}: only Pix, and cards in a test environment, can be tried so far.`,
    )
  return {
    ...runningOf(running, signal),
    processor,
    checks: checksOf(account),
    amountMinor: options.amount,
    shown: {
      merchantName: 'Homologation',
      description: 'Homologation of this account: it is paid back',
      returnUrl: config.checkoutUrl,
    },
    ...(operator && {
      person: personOf(terminal),
      webhooks: webhooksOf(account, operator),
    }),
    sealCard: (key, card, now) => sealCardTo(card, key, { subtle: crypto.subtle, random, now }),
    random,
  }
}

/** What every run needs. */
function runningOf({ terminal, options, command }: Running, signal: AbortSignal) {
  const isJson = command.optsWithGlobals<{ json?: boolean }>().json === true
  const paymentMs = options.wait * 1000
  return {
    waits: {
      paymentMs,
      settlingMs: Math.min(SETTLING_MS, paymentMs),
      pollMs: POLL_MS,
      expiryMs: EXPIRY_MS,
    },
    clock: () => new Date(),
    sleep: (durationMs: number) => sleep(durationMs, undefined, { signal }).catch(() => undefined),
    isBrokenOff: () => signal.aborted,
    onResult: (result: StepResult) => (isJson ? undefined : print(terminal, lineOf(result))),
  }
}

function personOf(terminal: Terminal): PersonWhoPays {
  return {
    show: (code, until) => showCode(terminal, code, until),
    wait: tellsOfWaiting(terminal, 'the payment'),
  }
}

function tellsOfWaiting(terminal: Terminal, what: string): (leftMs: number) => void {
  let saidMs = Infinity
  return (leftMs) => {
    // More is left than before: another wait.
    if (leftMs < saidMs && saidMs - leftMs < PRINT_EVERY_MS) return
    saidMs = leftMs
    printNotice(terminal, `Waiting for ${what}: ${Math.ceil(leftMs / 1000)} s are left.`)
  }
}

/** Undefined for a trial without challenges. */
async function challengeReturnFor(
  { account: { processor }, options }: Running,
  operator: Operator | undefined,
): Promise<ChallengeReturn | undefined> {
  const isShown =
    operator !== undefined && options.withoutChallenge !== true && options.observe === undefined
  return isShown && processor?.cardTrial?.challengedCard !== undefined
    ? openChallengeReturn()
    : undefined
}

function shopperOf(terminal: Terminal, back: ChallengeReturn): PersonAtChallenge {
  return {
    returnUrl: back.url,
    show(url) {
      back.forget()
      printNotice(
        terminal,
        `Open this in a browser of this machine, and pass the challenge:\n${url}`,
      )
    },
    wait: tellsOfWaiting(terminal, 'the challenge'),
    returned: () => back.returned(),
  }
}

function webhooksOf(
  { name: processor, notificationUrl, certifiedUrl = notificationUrl }: ConfiguredAccount,
  { database, clock }: Operator,
): SeenWebhooks {
  const since = new Date(clock().getTime() - SKEW_MS)
  const at = certifiedUrl ?? 'the address of its notifications'
  return {
    hasArrived: (paymentId) => hasNotificationArrived(database, { processor, paymentId, since }),
    facts: async (paymentId) => (await readKnown(database, { processor, paymentId })).facts,
    withoutWebhook: `Not seen: is "checkout serve" running with this database, and reachable by the bank at ${at}? Is the webhook registered (checkout processors check ${processor} --register-webhook), and is its authority in webhookAuthorities? Without webhooks, payments are found minutes later.`,
  }
}

const STATUS_WIDTH = 'not shown'.length
const STEP_WIDTH = 'refund.movements'.length

function lineOf({ step, status, found, durationMs, holds, remedy }: StepResult): string {
  const named = `${status.replace('_', ' ').padEnd(STATUS_WIDTH)}  ${step.padEnd(STEP_WIDTH)}  `
  const indent = ' '.repeat(STATUS_WIDTH + 2)
  if (status === 'not_shown') return named + found
  const line = `${named}${found} (${(durationMs / 1000).toFixed(1)} s)`
  if (status === 'passed') return line
  const toHold = holds === undefined ? [] : [`${indent}should be: ${holds}`]
  const toDo = remedy === undefined || remedy === '' ? [] : [`${indent}${remedy}`]
  return [line, ...toHold, ...toDo].join('\n')
}

function printResult(
  terminal: Terminal,
  { steps, settled, unknownFields, money, dialect, passed }: TrialReport,
): void {
  const count = (status: StepResult['status']) =>
    steps.filter((result) => result.status === status).length
  if (unknownFields.length > 0)
    print(
      terminal,
      `\n${unknownFields.length} fields of its answers are in no document: ${unknownFields.join(', ')}`,
    )
  const answers = Object.entries(settled).map(([question, answer]) => `  ${question}: ${answer}`)
  if (answers.length > 0) print(terminal, ['\nSettled:', ...answers].join('\n'))
  const { receivedMinor, currency, toDo } = money
  if (receivedMinor > 0)
    print(
      terminal,
      `\nMoney: ${formatMoney({ amount: receivedMinor, currency }, 'en')} came, ${toDo ?? 'and all of it went back.'}`,
    )
  print(
    terminal,
    `\n${passed ? 'Passed' : 'Not passed'}: ${count('passed')} passed, ${count('failed')} failed, ${count('not_shown')} not shown.`,
  )
  if (dialect !== null)
    printNotice(
      terminal,
      'Send the report to the project: what no operator has run is not called supported. It holds ids of these payments, and no secret and no person.',
    )
}
