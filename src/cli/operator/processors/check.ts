import type { Command } from 'commander'
import { METHODS } from '#domain/methods/methods.ts'
import { listCardCurrencies } from '#server/database/merchants/merchants.ts'
import type { ProcessorCheck } from '#server/processors/processor.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { loadConfig } from '../../load-config.ts'
import { checksOf } from './checks-of.ts'
import {
  accountNamed,
  openConfiguredAccounts,
  type ConfiguredAccount,
} from './configured-accounts.ts'

interface Checked {
  account: string
  check: string
  ok: boolean
  /** What was found, or what is wrong and what to do. */
  found: string
}

interface Options {
  registerWebhook?: boolean
}

export function addCheck(processors: Command): void {
  processors
    .command('check')
    .argument('[account]', 'only this one')
    .summary('try the accounts at their processors')
    .description(
      "Tries each account at its processor: a bank's by its certificate, its credentials, a charge of R$ 0.01 that is made and " +
        'removed, the webhook that is registered, and whether its address answers from here. Moves no money. Of the database, where it is there, it reads in which currencies merchants take cards. Ends with 1 when something is wrong.',
    )
    .option(
      '--register-webhook',
      "first register this service's address for notifications, in place of the one that is registered",
    )
    .addHelpText(
      'after',
      examples(
        'processors check',
        'processors check sicredi --json',
        'processors check sicredi --register-webhook',
      ),
    )
    .action(async (name: string | undefined, options: Options, command: Command) => {
      const terminal = terminalOf(command)
      const opened = await openConfiguredAccounts(loadConfig(terminal))
      const accounts = name === undefined ? opened : [accountNamed(opened, name)]
      const currencies = await currenciesOf(accounts, command)
      const checked: Checked[] = []
      for (const account of accounts)
        checked.push(...(await checkAccount(account, currencies, options)))
      answer(command, checked, () => {
        for (const { account, check, ok, found } of checked)
          print(terminal, `${ok ? 'ok   ' : 'wrong'}  ${account}  ${check}: ${found}`)
        for (const account of accounts) noticeOf(terminal, account)
      })
      const wrong = checked.filter(({ ok }) => !ok).length
      if (wrong > 0) throw new CommandFailure(`${wrong} of ${checked.length} checks are wrong.`)
    })
}

/** The currencies of merchants who take cards; undefined where no account asks for them, or the database is not there. */
async function currenciesOf(
  accounts: readonly ConfiguredAccount[],
  command: Command,
): Promise<string[] | undefined> {
  const asks = accounts.some(
    ({ methods, processor }) =>
      methods.some((method) => METHODS[method].needsSealedCard) && processor?.checks !== undefined,
  )
  if (!asks) return undefined
  try {
    return await asOperator(command, ({ database }) => listCardCurrencies(database))
  } catch {
    printNotice(
      terminalOf(command),
      "Without the database the merchants' currencies are not compared.",
    )
    return undefined
  }
}

async function checkAccount(
  account: ConfiguredAccount,
  currencies: readonly string[] | undefined,
  { registerWebhook = false }: Options,
): Promise<Checked[]> {
  const { name, processor } = account
  const register = processor?.registerWebhook?.bind(processor)
  const checks = checksOf(account)
  if (registerWebhook && register !== undefined)
    checks.unshift({
      name: 'registration',
      run: async () => {
        await register()
        return 'the webhook was registered'
      },
    })
  const checked: Checked[] = []
  for (const check of checks) checked.push({ account: name, ...(await run(check, currencies)) })
  return checked
}

async function run(
  processorCheck: ProcessorCheck,
  currencies: readonly string[] | undefined,
): Promise<Omit<Checked, 'account'>> {
  const check = processorCheck.name
  try {
    return { check, ok: true, found: await processorCheck.run(currencies) }
  } catch (error) {
    return { check, ok: false, found: error instanceof Error ? error.message : 'failed' }
  }
}

function noticeOf(terminal: Terminal, { name, processor }: ConfiguredAccount): void {
  if (processor?.checks === undefined)
    printNotice(
      terminal,
      `${name}: ${processor === undefined ? 'is simulated' : 'its module has no checks'}.`,
    )
  if (processor?.dialect?.isVerified === false)
    printNotice(
      terminal,
      `${name}: the dialect ${processor.dialect.name} was not yet run live. Say what you found.`,
    )
}
