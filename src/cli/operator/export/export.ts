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
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { merchantOption } from '../../merchant-option.ts'
import { requireMerchant } from '../../merchant.ts'
import { TimeZone } from '../merchants/merchant-options.ts'
import { valueOf } from '../../value-of.ts'

interface ExportOptions extends Pick<ExportInput, 'from' | 'to' | 'format'> {
  merchant: string
  tz?: string
}

const Day = z.iso.date('must be a day, as in 2026-10-31')

export function addExport(program: Command): void {
  program
    .command('export')
    .summary("write a merchant's payments or refunds as CSV or JSONL")
    .description(
      'Writes to standard output, oldest first, what was made on these days of the time zone. Times stand there twice, in UTC ' +
        'and in the zone with its offset, amounts as decimals and in minor units. Persons are left out. It is recorded in ' +
        'the audit log. A file is whole where the command ended with 0; JSONL ends with a row that says so.',
    )
    .addArgument(new Argument('<list>').choices(EXPORTED_LISTS))
    .addOption(merchantOption())
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
        'export refunds --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --from 2026-10-01 --to 2026-10-31 --tz UTC --format jsonl',
      ),
    )
    .action(async (list: ExportedList, options: ExportOptions, command: Command) => {
      const terminal = terminalOf(command)
      if (options.to < options.from) command.error('error: --to must not be before --from')
      const rows = await asOperator(command, (operator) =>
        writeExport(terminal, operator, list, options),
      )
      printNotice(terminal, `${rows} rows.`)
    })
}

/** Returns the number of rows. */
async function writeExport(
  { stdout }: Terminal,
  operator: Operator,
  list: ExportedList,
  { merchant: merchantId, tz, from, to, format }: ExportOptions,
): Promise<number> {
  const found = await requireMerchant(operator, merchantId)
  const timeZone = tz ?? timeZoneOfMerchant(found)
  const input = { list, merchantId, timeZone, from, to, format }
  const merchant = { kind: 'merchant', id: merchantId } as const
  const opened = valueOf(await openExport(operator, { merchantId }, input), merchant)
  // Buffers one page at most for a slow reader.
  const chunks = Readable.from(opened.chunks, { highWaterMark: 1 })
  await pipeline(chunks, stdout, { end: false }).catch((error: unknown) => {
    throw isClosed(error) ? new CommandFailure('The reader has left: the export was cut.') : error
  })
  return opened.rows()
}

const isClosed = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'
