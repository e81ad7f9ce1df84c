import type { Command } from 'commander'
import { MerchantId } from '#contract/ids.ts'
import { formatMoney } from '#domain/money.ts'
import { listHolds, type Hold } from '#server/database/payments/holds.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { table } from '#client/tools/command-line/table.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'

const HEADS = ['SESSION', 'PAYMENT', 'MERCHANT', 'HELD', 'ENDS']
/** Those that end later can wait. */
const HOLDS_MAX = 1000

export function addAuthorized(payments: Command): void {
  payments
    .command('authorized')
    .summary('list those that are held')
    .description(
      `Lists the payments that wait to be captured or released, the ${HOLDS_MAX} whose time ends first.`,
    )
    .option('--merchant <merchantId>', 'of one merchant alone', as(MerchantId))
    .addHelpText('after', examples('payments authorized', 'payments authorized --json'))
    .action(async ({ merchant }: { merchant?: string }, command: Command) => {
      const found = await asOperator(command, ({ database }) =>
        listHolds(database, { merchantId: merchant ?? null, limit: HOLDS_MAX }),
      )
      answer(command, found, (terminal) => {
        if (found.length === 0) printNotice(terminal, 'No payment is held.')
        else print(terminal, table(HEADS, found.map(row)))
      })
    })
}

function row({ sessionId, paymentId, merchantId, ...hold }: Hold): string[] {
  const { authorizedMinor, currency, captureBefore } = hold
  const held = formatMoney({ amount: authorizedMinor, currency }, 'en')
  return [sessionId, paymentId, merchantId, held, time(captureBefore)]
}
