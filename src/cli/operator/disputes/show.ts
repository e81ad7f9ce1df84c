import type { Command } from 'commander'
import type { Dispute } from '#contract/dispute.ts'
import { DisputeId } from '#contract/ids.ts'
import { formatMoney } from '#domain/money.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print, time } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { fields, table } from '#client/tools/command-line/table.ts'
import { readDispute } from '#server/database/disputes/disputes.ts'
import { presentDispute } from '#server/service/disputes/present-dispute.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { EXAMPLE_ID, knownDispute } from './known-dispute.ts'

export function addShow(disputes: Command): void {
  disputes
    .command('show')
    .summary('show a dispute and its steps')
    .description('Shows a dispute with the steps that are known, oldest first.')
    .argument('<disputeId>', 'as "disputes list" shows it', as(DisputeId))
    .addHelpText(
      'after',
      examples(`disputes show ${EXAMPLE_ID}`, `disputes show ${EXAMPLE_ID} --json`),
    )
    .action(async (id: string, _options: object, command: Command) => {
      const found = await asOperator(command, ({ database }) =>
        readDispute(database, { id, merchantId: null }),
      )
      const dispute = presentDispute(knownDispute(id, found))
      answer(command, dispute, (terminal) => print(terminal, textOf(dispute)))
    })
}

function textOf(dispute: Dispute): string {
  const steps = dispute.steps.map(({ kind, at }) => [kind, time(new Date(at))])
  return `${fields(factsOf(dispute))}\n\n${table(['STEP', 'AT'], steps)}`
}

function factsOf(dispute: Dispute): Record<string, string> {
  const { network, reasonCode, reason, closedAt } = dispute
  const why = [network, reasonCode, reason].filter((part) => part !== null)
  return {
    dispute: dispute.id,
    session: dispute.sessionId,
    payment: dispute.paymentId,
    merchant: dispute.merchantId,
    amount: formatMoney(dispute, 'en'),
    stage: dispute.stage,
    status: dispute.status,
    reason: why.join(' ') || '-',
    'respond by': deadlineOf(dispute),
    reference: dispute.processorReference,
    opened: time(new Date(dispute.openedAt)),
    closed: time(closedAt === null ? null : new Date(closedAt)),
  }
}

function deadlineOf({ respondBy, respondByIsProven }: Dispute): string {
  if (respondBy === null) return '-'
  const said = respondByIsProven
    ? 'as the processor signed it'
    : 'as the processor says, not proven'
  return `${time(new Date(respondBy))}, ${said}`
}
