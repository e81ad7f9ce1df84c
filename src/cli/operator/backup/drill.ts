import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import { runDrill, type DrillOptions, type DrillReport } from './run-drill.ts'
import { megabytes } from './scratch.ts'

export function addDrill(backup: Command): void {
  backup
    .command('drill')
    .summary('copy the database, restore the copy, and see whether it is good')
    .description(
      'Copies the server while it runs: with pg_basebackup and pg_receivewal of its version, or from its files where it runs on this machine. Starts the copy where nobody else reaches it, and looks: every page and index (amcheck, checksums), the schema, rows against the source, the books, the audit log, and whether a key of ours stands in the files. Changes nothing in the source, and leaves nothing behind. Ends with 1 when the copy is not good.',
    )
    .option('--keep <folder>', 'leave the copy there, stopped')
    .option('--pg-bin <folder>', "the folder of PostgreSQL's programs, of the server's version")
    .addHelpText(
      'after',
      examples(
        'backup drill',
        'backup drill --json > drill.json',
        'backup drill --keep /srv/restored',
      ),
    )
    .action(async (options: DrillOptions, command: Command) => {
      const report = await asOperator(command, (operator) => runDrill(operator, options))
      answer(command, report, (terminal) => printReport(terminal, report))
      const wrong = report.checks.filter(({ ok }) => !ok).map(({ name }) => name)
      if (!report.ok) throw new CommandFailure(`The copy is not good: ${wrong.join(', ')}.`)
    })
}

function printReport(
  terminal: Terminal,
  { method, server, copySeconds, startSeconds, lostMs, checks, kept }: DrillReport,
): void {
  const { version, checksums, bytes } = server
  const way = method === 'stream' ? 'pg_basebackup and pg_receivewal' : 'its files'
  printNotice(terminal, `PostgreSQL ${version}, ${megabytes(bytes)}, by ${way}.`)
  if (!checksums)
    printNotice(
      terminal,
      'It has no data checksums: rot is seen only where it breaks a structure. See pg_checksums.',
    )
  printNotice(terminal, `The copy took ${copySeconds} s.`)
  if (startSeconds !== null) printNotice(terminal, `It served ${startSeconds} s after its start.`)
  if (lostMs !== null)
    printNotice(terminal, `What was committed up to ${lostMs} ms before the copy ended is in it.`)
  if (kept !== null) printNotice(terminal, `It is kept in ${kept}.`)
  print(
    terminal,
    table(
      ['CHECK', '', 'WHAT'],
      checks.map(({ name, ok, says }) => [name, ok ? 'good' : 'NOT GOOD', says]),
    ),
  )
}
