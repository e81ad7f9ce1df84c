import { Option, type Command } from 'commander'
import { DELIVERY_STATES, type DeliveryState } from '#contract/event.ts'
import { listDeliveries, type DeliverySummary } from '#server/database/events/deliveries.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { merchantOption } from '../../merchant-option.ts'
import { requireMerchant } from '../../merchant.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { limitOf } from '../../options.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'

interface ListOptions {
  merchant: string
  status?: DeliveryState
  limit: number
}

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 1000

const HEADS = ['DELIVERY', 'EVENT', 'STATUS', 'TRIES', 'LAST ANSWER', 'CREATED', 'NEXT TRY']

export function addList(deliveries: Command): void {
  deliveries
    .command('list')
    .summary('list what was sent, or was to be')
    .description('Lists deliveries of notifications, newest first.')
    .addOption(merchantOption())
    .addOption(new Option('--status <status>', 'only these').choices(DELIVERY_STATES))
    .option('--limit <count>', 'at most so many', as(limitOf(LIMIT_MAX)), LIMIT_DEFAULT)
    .addHelpText(
      'after',
      examples(
        'deliveries list --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --status exhausted',
        'deliveries list --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --limit 500 --json',
      ),
    )
    .action(async ({ merchant: merchantId, status, limit }: ListOptions, command: Command) => {
      const found = await asOperator(command, async (operator) => {
        await requireMerchant(operator, merchantId)
        return listDeliveries(operator.database, { merchantId, status, limit })
      })
      const documents = found.map(({ id, ...delivery }) => ({ deliveryId: id, ...delivery }))
      answer(command, documents, (terminal) => {
        if (found.length === 0) printNotice(terminal, 'There are no such deliveries.')
        else print(terminal, table(HEADS, found.map(row)))
      })
    })
}

function row(delivery: DeliverySummary): string[] {
  return [
    delivery.id,
    delivery.eventType,
    delivery.status,
    String(delivery.attemptsMade),
    delivery.lastStatusCode?.toString() ?? delivery.lastError ?? '-',
    time(delivery.createdAt),
    time(delivery.nextAttemptAt),
  ]
}
