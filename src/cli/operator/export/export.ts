import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, Option, type Command } from 'commander'
import { z } from 'zod'
import { EXPORT_FORMATS, EXPORTED_LISTS } from '#contract/dashboard/lists.ts'
import { timeZoneOfMerchant } from '#domain/format-date.ts'
import {
  openExport,
  type ExportedList,
  type ExportInput,
} from '#server/service/export/open-export.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { merchantOption } from '../../merchant-option.ts'
import { requireMerchant } from '../../merchant.ts'
import { TimeZone } from '../merchants/merchant-options.ts'
import { valueOf } from '../../value-of.ts'

interface ExportOptions extends Pick<ExportInput, 'from' | 'to' | 'format'> {
  merchant?: string
  allMerchants?: true
  tz?: string
}

const Day = z.iso.date('must be a day, as in 2026-10-31')

export function addExport(program: Command): void {
  program
    .command('export')
    .summary('write payments or refunds of a merchant, or of all, as CSV or JSONL')
    .description(
      'Writes to standard output, oldest first, what was made on these days of the time zone. Times stand there twice, in UTC ' +
        'and in the zone with its offset, amounts as decimals and in minor units. Persons are left out. It is recorded in ' +
        'the audit log. A file is whole where the command ended with 0; JSONL ends with a row that says so.',
    )
    .addArgument(new Argument('<list>').choices(EXPORTED_LISTS))
    .addOption(merchantOption().makeOptionMandatory(false).conflicts('allMerchants'))
    .option('--all-merchants', 'of every merchant, each row with its merchant')
    .requiredOption('--from <day>', 'the first day', as(Day))
    .requiredOption('--to <day>', 'the last day, included', as(Day))
    .option('--tz <zone>', "whose days, as in America/Sao_Paulo; else the merchant's", as(TimeZone))
    .addOption(
      new Option('--format <format>', 'of the file').choices(EXPORT_FORMATS).default('csv'),
    )
    .addHelpText(
      'after',
      examples(
        'export payments --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --from 2026-10-01 --to 2026-10-31',
        'export payments --all-merchants --from 2026-10-01 --to 2026-10-31 --tz America/Sao_Paulo',
        'export refunds --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --from 2026-10-01 --to 2026-10-31 --tz UTC --format jsonl',
      ),
    )
    .action(async (list: ExportedList, options: ExportOptions, command: Command) => {
      const terminal = terminalOf(command)
      if (options.merchant === undefined && options.allMerchants === undefined)
        command.error('error: give --merchant, or --all-merchants')
      if (options.to < options.from) command.error('error: --to must not be before --from')
      const rows = await asOperator(command, (operator) =>
        writeExport(command, operator, list, options),
      )
      printNotice(terminal, `${rows} rows.`)
    })
}

/** Returns the number of rows. */
async function writeExport(
  command: Command,
  operator: Operator,
  list: ExportedList,
  { merchant, tz, from, to, format }: ExportOptions,
): Promise<number> {
  const found = merchant === undefined ? null : await requireMerchant(operator, merchant)
  const timeZone = tz ?? (found && timeZoneOfMerchant(found))
  if (timeZone === null)
    command.error(
      'error: --all-merchants needs --tz, since each merchant may have a zone of its own',
    )
  const merchantId = found?.id ?? null
  const input = { list, merchantId, timeZone, from, to, format }
  const opened = valueOf(await openExport(operator, { merchants: 'all' }, input), {
    kind: 'merchant',
    id: merchantId ?? 'all',
  })
  // Buffers one page at most for a slow reader.
  const chunks = Readable.from(opened.chunks, { highWaterMark: 1 })
  await pipeline(chunks, terminalOf(command).stdout, { end: false }).catch((error: unknown) => {
    throw isClosed(error) ? new CommandFailure('The reader has left: the export was cut.') : error
  })
  return opened.rows()
}

const isClosed = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'
