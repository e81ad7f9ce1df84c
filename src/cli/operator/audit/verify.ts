import type { Command } from 'commander'
import { z } from 'zod'
import {
  findBreaks,
  type Anchor,
  type AuditBreak,
  type AuditFault,
} from '#server/service/audit/verify-audit.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'

const ExpectedAnchor = z
  .string()
  .regex(
    /^\d{1,15}:[0-9a-f]{64}(:\d{1,15}(,\d{1,15})*)?$/,
    'must be what an earlier "audit verify" printed, as in 17:5e0f…',
  )
  .transform((text): Anchor & { broken: number[] } => {
    const [sequence = '', hash = '', broken] = text.split(':')
    return { sequence: Number(sequence), hash, broken: broken?.split(',').map(Number) ?? [] }
  })

export function addVerify(audit: Command): void {
  audit
    .command('verify')
    .summary('find the first act that is not as it was written')
    .description(
      'Follows the audit log from its first row to its end, with the records of who read personal data that it seals, ' +
        'and prints where it ends, as in 17:5e0f…. Keep that ' +
        'elsewhere and give it to --expect the next time: then it is also seen when somebody put an older copy of ' +
        'the log in its place. Ends with 1 when a row was changed, is missing or was inserted, and names every such row. ' +
        'What it prints then names them, too: given to --expect, they are known, and only new ones end with 1.',
    )
    .option('--expect <end>', 'what an earlier run printed', as(ExpectedAnchor))
    .addHelpText(
      'after',
      examples('audit verify', `audit verify --expect 17:${'5e0f'.repeat(16)} --json`),
    )
    .action(async ({ expect }: { expect?: z.output<typeof ExpectedAnchor> }, command: Command) => {
      const { breaks, end } = await asOperator(command, ({ database, keys }) =>
        findBreaks(database, [keys, ...keys.previous], expect),
      )
      const fresh = breaks.filter(({ sequence }) => expect?.broken.includes(sequence) !== true)
      const problem = problemOf(fresh, breaks.length)
      const [first] = fresh
      const verdict = first === undefined ? { ok: true, end } : { ok: false, ...first, end }
      const found = { ...verdict, breaks, newBreaks: fresh.length }
      answer(command, { ...found, ...(problem !== undefined && { problem }) }, (terminal) => {
        const places = [...new Set(breaks.map(({ sequence }) => sequence))]
        if (breaks.length === 0) {
          const rows = end.sequence === 1 ? 'row' : 'rows'
          printNotice(terminal, `The audit log is whole: ${end.sequence} ${rows}. It ends with:`)
        } else if (first === undefined)
          printNotice(
            terminal,
            `The audit log has no new break, and ${breaks.length} that --expect names. It ends with:`,
          )
        else
          printNotice(
            terminal,
            'Once you know why it is broken, give this to --expect, and new breaks alone are reported:',
          )
        print(terminal, [end.sequence, end.hash, ...(places.length > 0 ? [places] : [])].join(':'))
      })
      if (problem !== undefined) throw new CommandFailure(problem)
    })
}

/** Each break in a sentence; of many, how many more there are. */
const NAMED_MAX = 20

function problemOf(fresh: readonly AuditBreak[], all: number): string | undefined {
  if (fresh.length === 0) return undefined
  const sentences = fresh.slice(0, NAMED_MAX).map(({ sequence, fault }) => FAULTS[fault](sequence))
  if (fresh.length > NAMED_MAX)
    sentences.push(`${fresh.length - NAMED_MAX} more breaks follow; --json names them.`)
  if (fresh.length < all)
    sentences.push(`${fresh.length} new, and ${all - fresh.length} that --expect names.`)
  return sentences.join('\n')
}

const FAULTS: Record<AuditFault, (row: number) => string> = {
  changed: (row) => `Row ${row} of the audit log was changed.`,
  missing: (row) => `Row ${row} of the audit log is missing.`,
  inserted: (row) =>
    `Row ${row} of the audit log was inserted, or written anew, by somebody without MASTER_KEY.`,
  truncated: (row) => `The audit log was cut off: row ${row} is missing, and all after it.`,
  head: (row) => `The note that row ${row} is the last one of the audit log was changed.`,
  other_key: (row) =>
    `From row ${row} on the audit log was sealed with another MASTER_KEY, and cannot be verified with this one.`,
  reads: (row) =>
    `The records of who read personal data that row ${row} of the audit log seals were changed, or some are missing.`,
}
