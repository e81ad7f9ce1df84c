import type { Command } from 'commander'
import { formatMoney } from '#domain/money.ts'
import { listOwedRefunds, type OwedRefund } from '#server/database/refunds/owed-refunds.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { limitOf } from '../../options.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 1000

const HEADS = ['PAYMENT', 'SESSION', 'OWED', 'SINCE', 'REFUNDS', 'LAST REFUND', 'NEXT REFUND']

export function addOwed(refunds: Command): void {
  refunds
    .command('owed')
    .summary('list money that is owed back')
    .description(
      'Lists payments whose money is not kept and not given back yet, the longest owed first. The worker refunds them by itself, apart from those that are held because a refund came back: `refunds retry` sends them again, `refunds paid` ends them.',
    )
    .option('--limit <count>', 'at most so many', as(limitOf(LIMIT_MAX)), LIMIT_DEFAULT)
    .addHelpText('after', examples('refunds owed', 'refunds owed --limit 500 --json'))
    .action(async ({ limit }: { limit: number }, command: Command) => {
      const owed = await asOperator(command, ({ database }) => listOwedRefunds(database, limit))
      answer(command, owed, (terminal) => {
        if (owed.length === 0) printNotice(terminal, 'Nothing is owed.')
        else print(terminal, table(HEADS, owed.map(cellsOf)))
      })
    })
}

function cellsOf(owed: OwedRefund): string[] {
  const { amountOwed: amount, currency, lastRefundId, lastRefundStatus } = owed
  return [
    owed.paymentId,
    owed.sessionId,
    formatMoney({ amount, currency }, 'en'),
    time(owed.owedSince),
    String(owed.refunds),
    lastRefundId === null ? '-' : `${lastRefundId} ${lastRefundStatus}`,
    owed.heldSince === null ? time(owed.nextRefundAt) : 'held',
  ]
}
