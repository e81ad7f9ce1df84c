import type { Command } from 'commander'
import { z } from 'zod'
import {
  verifyAudit,
  type Anchor,
  type AuditFault,
  type AuditVerdict,
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
    /^\d{1,15}:[0-9a-f]{64}$/,
    'must be what an earlier "audit verify" printed, as in 17:5e0f…',
  )
  .transform((text): Anchor => {
    const [sequence = '', hash = ''] = text.split(':')
    return { sequence: Number(sequence), hash }
  })

export function addVerify(audit: Command): void {
  audit
    .command('verify')
    .summary('find the first act that is not as it was written')
    .description(
      'Follows the audit log from its first row to its end, with the records of who read personal data that it seals, ' +
        'and prints where it ends, as in 17:5e0f…. Keep that ' +
        'elsewhere and give it to --expect the next time: then it is also seen when somebody put an older copy of ' +
        'the log in its place. Ends with 1 when a row was changed, is missing or was inserted.',
    )
    .option('--expect <end>', 'what an earlier run printed', as(ExpectedAnchor))
    .addHelpText(
      'after',
      examples('audit verify', `audit verify --expect 17:${'5e0f'.repeat(16)} --json`),
    )
    .action(async ({ expect }: { expect?: Anchor }, command: Command) => {
      const verdict = await asOperator(command, ({ database, keys }) =>
        verifyAudit(database, [keys, ...keys.previous], expect),
      )
      const problem = verdict.ok ? undefined : sentenceOf(verdict)
      answer(command, { ...verdict, ...(problem !== undefined && { problem }) }, (terminal) => {
        if (!verdict.ok) return
        const { sequence, hash } = verdict.end
        printNotice(
          terminal,
          `The audit log is whole: ${sequence} ${sequence === 1 ? 'row' : 'rows'}. It ends with:`,
        )
        print(terminal, `${sequence}:${hash}`)
      })
      if (problem !== undefined) throw new CommandFailure(problem)
    })
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

function sentenceOf({ sequence, fault }: Exclude<AuditVerdict, { ok: true }>): string {
  return FAULTS[fault](sequence)
}
