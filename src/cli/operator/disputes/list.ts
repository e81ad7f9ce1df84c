import type { Command } from 'commander'
import type { Dispute } from '#contract/dispute.ts'
import { formatMoney } from '#domain/money.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { table } from '#client/tools/command-line/table.ts'
import { MerchantId } from '#contract/ids.ts'
import { listAllDisputes, listDueDisputes } from '#server/database/disputes/all-disputes.ts'
import { presentDispute } from '#server/service/disputes/present-dispute.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'

const HEADS = ['DISPUTE', 'SESSION', 'MERCHANT', 'AMOUNT', 'STAGE', 'STATUS', 'RESPOND BY']
const DISPUTES_MAX = 1000

interface ListOptions {
  due?: true
  merchant?: string
}

export function addList(disputes: Command): void {
  disputes
    .command('list')
    .summary('list what is disputed')
    .description(
      `Lists disputes, the newest ${DISPUTES_MAX} first. A deadline is as the processor says: its own portal has the last word.`,
    )
    .option('--due', 'those alone that wait for an answer, the one that is due first at the top')
    .option('--merchant <merchantId>', 'of one merchant alone', as(MerchantId))
    .addHelpText(
      'after',
      examples('disputes list', 'disputes list --due', 'disputes list --due --json'),
    )
    .action(async ({ due, merchant }: ListOptions, command: Command) => {
      const asked = { merchantId: merchant ?? null, limit: DISPUTES_MAX }
      const found = await asOperator(command, ({ database }) =>
        due ? listDueDisputes(database, asked) : listAllDisputes(database, asked),
      )
      const documents = found.map(presentDispute)
      const none = due ? 'No dispute waits for an answer.' : 'There is no dispute.'
      answer(command, documents, (terminal) => {
        if (documents.length === 0) printNotice(terminal, none)
        else print(terminal, table(HEADS, documents.map(row)))
      })
    })
}

function row({ id, sessionId, merchantId, respondBy, ...dispute }: Dispute): string[] {
  const { stage, status } = dispute
  const isWaiting = status === 'needs_response' && respondBy !== null
  const due = time(isWaiting ? new Date(respondBy) : null)
  return [id, sessionId, merchantId, formatMoney(dispute, 'en'), stage, status, due]
}
