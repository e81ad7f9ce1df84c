import type { Command } from 'commander'
import { MerchantId } from '#contract/ids.ts'
import { typedText } from '#contract/values.ts'
import { lookBackAtEntries, type EntryRow } from '#server/database/audit/look-back-at-log.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { limitOf, Since } from '../../options.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'

interface ListOptions {
  merchant?: string
  actor?: string
  since?: (now: Date) => Date
  limit: number
}

const LIMIT_DEFAULT = 50
const HEADS = ['NO', 'TIME', 'WHO', 'BY', 'DID', 'TO', 'DETAILS']

export function addList(audit: Command): void {
  audit
    .command('list')
    .summary('list who did what')
    .description('Lists acts of operators and of API keys, newest first. No secret is among them.')
    .option('--merchant <merchantId>', 'only what concerns this merchant', as(MerchantId))
    .option(
      '--actor <actor>',
      'only what they did, as the column WHO names them',
      as(typedText(200)),
    )
    .option('--since <when>', 'only from then on, as in 24h or 2026-12-31', as(Since))
    .option('--limit <count>', 'at most so many', as(limitOf(10_000)), LIMIT_DEFAULT)
    .addHelpText(
      'after',
      examples(
        'audit list --since 24h',
        'audit list --actor usr_0Tq4mFhZ7Rk2vXw9sLd3Ye --since 7d --limit 1000',
        'audit list --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --limit 500 --json',
      ),
    )
    .action(async ({ merchant, actor, since, limit }: ListOptions, command: Command) => {
      const { items: rows } = await asOperator(command, ({ database, clock }) =>
        lookBackAtEntries(database, {
          merchantId: merchant,
          actor,
          from: since?.(clock()),
          limit,
          scan: limit + 1,
        }),
      )
      answer(command, rows.map(documentOf), (terminal) => {
        if (rows.length === 0)
          printNotice(terminal, 'There is nothing of that kind in the audit log.')
        else print(terminal, table(HEADS, rows.map(cellsOf)))
      })
    })
}

function documentOf(row: EntryRow) {
  const { key: sequence, actorKind, actor, command, action, subject, merchantId } = row
  const who = { actorKind, actor, command }
  const what = { action, subject, merchantId, details: readDetails(row.details) }
  return { sequence, at: atOf(row), ...who, ...what, hash: row.hash.toString('hex') }
}

/** The log keeps microseconds, of which clocks give none. */
const atOf = ({ at }: EntryRow) => at.toISOString().replace('Z', '000Z')

/** A tampered row may not be JSON; it is shown nevertheless. */
function readDetails(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function cellsOf(row: EntryRow): string[] {
  return [
    String(row.key),
    time(row.at),
    row.actor,
    row.command ?? (row.actorKind === 'api_key' ? 'the API' : '-'),
    row.action,
    row.subject,
    row.details === '{}' ? '' : row.details,
  ]
}
