import type { Command } from 'commander'
import type { PaymentMethod } from '#contract/payment.ts'
import { readAccountsInUse } from '#server/database/payments/accounts-in-use.ts'
import { dateOf } from '#server/processors/key-pair.ts'
import type { ProcessorCertificate } from '#server/processors/processor.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import { asOperator } from '../../as-operator.ts'
import { problemOf } from '../../compose/refuse-missing-accounts.ts'
import { examples } from '../../examples.ts'
import { loadConfig } from '../../load-config.ts'
import { openConfiguredAccounts } from './configured-accounts.ts'

interface ListedAccount {
  account: string
  module: string
  dialect: string | null
  /** Whether an operator has used the module's dialect at the real bank; null if the module does not say. */
  verified: boolean | null
  methods: PaymentMethod[]
  retired: boolean
  /** Whether its books are compared; null if it is simulated. */
  compared: boolean | null
  certificates: ProcessorCertificate[]
  /** Number of payments that are undecided, or of which money is still to be given back. */
  paymentsAlive: number
}

const HEADS = ['ACCOUNT', 'MODULE', 'DIALECT', 'METHODS', 'CERTIFICATE ENDS', 'ALIVE', 'NOTE']

export function addList(processors: Command): void {
  processors
    .command('list')
    .summary('list the accounts')
    .description(
      'Lists the accounts of PROCESSORS, or the one of PROCESSOR, with the payments that each still has to decide or to give back. ' +
        'An account with such payments must stay in the file, as retired if it shall take no new ones.',
    )
    .addHelpText('after', examples('processors list', 'processors list --json'))
    .action(async (_options: unknown, command: Command) => {
      const terminal = terminalOf(command)
      // Opened before the database, so that a wrong file is reported even if the database is not available.
      const accounts = await openConfiguredAccounts(loadConfig(terminal))
      const { listed, missing } = await asOperator(command, async ({ database }) => {
        const inUse = await readAccountsInUse(database)
        const missing = inUse.filter((used) => accounts.every(({ name }) => name !== used.name))
        const listed = accounts.map(
          ({ name, module, methods, isRetired, processor }): ListedAccount => ({
            account: name,
            module,
            dialect: processor?.dialect?.name ?? null,
            verified: processor?.dialect?.isVerified ?? null,
            methods,
            retired: isRetired,
            compared: processor === undefined ? null : processor.listMovements !== undefined,
            certificates: [...(processor?.certificates?.() ?? [])],
            paymentsAlive: inUse.find((used) => used.name === name)?.alive ?? 0,
          }),
        )
        return { listed, missing }
      })
      answer(command, listed, () => print(terminal, table(HEADS, listed.map(cellsOf))))
      if (missing.length > 0)
        throw new CommandFailure(missing.map(problemOf).join('\n'), EXIT.configuration)
    })
}

function cellsOf(listed: ListedAccount): string[] {
  const { account, module, dialect, methods, certificates, paymentsAlive } = listed
  const [first] = certificates.toSorted((a, b) => a.notAfter.getTime() - b.notAfter.getTime())
  return [
    account,
    module,
    dialect ?? '-',
    methods.join(', ') || '-',
    first === undefined ? '-' : dateOf(first.notAfter),
    String(paymentsAlive),
    noteOf(listed) || '-',
  ]
}

function noteOf({ retired, verified, compared }: ListedAccount): string {
  const notes = [
    retired && 'retired: takes no new payments',
    verified === false && 'not yet run live',
    compared === false && 'its books are not compared',
  ]
  return notes.filter((note) => note !== false).join('; ')
}
