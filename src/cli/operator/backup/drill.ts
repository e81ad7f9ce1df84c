import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'
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
      answer(command, report, () => printReport(report))
      const wrong = report.checks.filter(({ ok }) => !ok).map(({ name }) => name)
      if (!report.ok) throw new CommandFailure(`The copy is not good: ${wrong.join(', ')}.`)
    })
}

function printReport({
  method,
  server,
  copySeconds,
  startSeconds,
  lostMs,
  checks,
  kept,
}: DrillReport) {
  const { version, checksums, bytes } = server
  const way = method === 'stream' ? 'pg_basebackup and pg_receivewal' : 'its files'
  printNotice(`PostgreSQL ${version}, ${megabytes(bytes)}, by ${way}.`)
  if (!checksums)
    printNotice(
      'It has no data checksums: rot is seen only where it breaks a structure. See pg_checksums.',
    )
  printNotice(`The copy took ${copySeconds} s.`)
  if (startSeconds !== null) printNotice(`It served ${startSeconds} s after its start.`)
  if (lostMs !== null)
    printNotice(`What was committed up to ${lostMs} ms before the copy ended is in it.`)
  if (kept !== null) printNotice(`It is kept in ${kept}.`)
  print(
    table(
      ['CHECK', '', 'WHAT'],
      checks.map(({ name, ok, says }) => [name, ok ? 'good' : 'NOT GOOD', says]),
    ),
  )
}
