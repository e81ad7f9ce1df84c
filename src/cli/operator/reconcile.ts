import type { Command } from 'commander'
import type { Difference } from '#domain/compare-books.ts'
import { formatMoney } from '#domain/money.ts'
import { reconcile } from '#server/service/payments/reconcile.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { commandLog } from '../command-log.ts'
import { openServiceBeside } from '../compose/open-service-beside.ts'
import { errorMessage } from '../error-message.ts'
import { examples } from '../examples.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { loadConfig } from '../load-config.ts'
import { notComparedText } from '../not-compared-text.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { Since } from '../options.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'

const HEADS = ['DIFFERENCE', 'WHAT', 'ID', 'SESSION', 'OUR BOOKS', "PROCESSOR'S BOOKS"]
const WEEK_MS = 7 * 24 * 3_600_000

export function addReconcile(program: Command): void {
  program
    .command('reconcile')
    .summary("compare the books with the processor's")
    .description(
      'Compares all captures, refunds and reversals with what the processor says of them, up to half an hour ago: what is missing ' +
        'there (missing), what only the processor has (extra), other amounts and currencies, and money that moved there ' +
        'for a payment or refund that has not here (status), and payments of which more was refunded and taken back than ' +
        'was captured (overdrawn). Leaves out what "processors try" moved, and says how much. Changes nothing. Ends with 1 when there is a difference, or an account cannot be read.',
    )
    .option('--since <when>', 'only from then on, as in 24h or 2026-12-31 (default: 7d)', as(Since))
    .addHelpText('after', examples('reconcile', 'reconcile --since 30d --json'))
    .action(async ({ since }: { since?: (now: Date) => Date }, command: Command) => {
      const terminal = terminalOf(command)
      const config = loadConfig(terminal)
      const opened = await openServiceBeside(config, commandLog(terminal, config.logLevel))
      try {
        const { context } = opened.service
        const now = context.clock()
        const from = since?.(now) ?? new Date(now.getTime() - WEEK_MS)
        const found = await reconcile(context, from)
        if (found === undefined)
          throw new CommandFailure(
            `${context.processors.names.join(', ')} does not list what it has done: its module has no listMovements.`,
          )
        const { until, compared, homologation, differences, notCompared } = found
        const unread = found.unread.map(({ processor }) => processor)
        const books = {
          since: from,
          until,
          compared,
          homologation,
          differences,
          unread,
          notCompared,
        }
        answer(command, books, () => {
          if (differences.length > 0) print(terminal, table(HEADS, differences.map(cellsOf)))
        })
        for (const { processor, error } of found.unread)
          printNotice(
            terminal,
            `${processor} could not be read, and is not compared: ${errorMessage(error)}`,
          )
        for (const name of notCompared) printNotice(terminal, notComparedText(name))
        if (homologation > 0)
          printNotice(terminal, `Left out, since "processors try" moved them: ${homologation}.`)
        const range = `from ${time(from)} to ${time(until)}`
        if (differences.length > 0)
          throw new CommandFailure(`${differences.length} of ${compared} entries ${range} differ.`)
        if (unread.length > 0)
          throw new CommandFailure(
            `${compared} entries ${range}: no difference, but without those of ${unread.join(', ')}.`,
          )
        printNotice(terminal, `${compared} entries ${range}: no difference.`)
      } finally {
        await opened.close()
      }
    })
}

function cellsOf({ difference, kind, id, sessionId, ours, theirs }: Difference): string[] {
  return [
    difference,
    kind,
    id,
    sessionId ?? '-',
    ours ? `${sumOf(ours)} ${ours.status}` : '-',
    theirs ? sumOf(theirs) : '-',
  ]
}

function sumOf({
  amountMinor: amount,
  currency,
}: {
  amountMinor: number
  currency: string
}): string {
  return formatMoney({ amount, currency }, 'en')
}
