import type { Command } from 'commander'
import { formatMoney } from '#domain/money.ts'
import {
  listMismatchedPayments,
  type MismatchedPayment,
} from '#server/database/payments/mismatched-payments.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'

const HEADS = ['PAYMENT', 'SESSION', 'MERCHANT', 'ASKED', 'TAKEN', 'CREATED']

export function addMismatched(payments: Command): void {
  payments
    .command('mismatched')
    .summary('list those that wait for a decision')
    .description(
      'Lists the payments for which the processor took another amount than was asked, oldest first. Nothing else can be ' +
        'paid in their sessions until they are accepted or refused.',
    )
    .addHelpText('after', examples('payments mismatched', 'payments mismatched --json'))
    .action(async (_options: object, command: Command) => {
      const found = await asOperator(command, ({ database }) => listMismatchedPayments(database))
      const documents = found.map(({ id, ...payment }) => ({ paymentId: id, ...payment }))
      answer(command, documents, (terminal) => {
        if (found.length === 0) printNotice(terminal, 'No payment waits for a decision.')
        else print(terminal, table(HEADS, found.map(row)))
      })
    })
}

function row(payment: MismatchedPayment): string[] {
  const { id, sessionId, merchantId, amountMinor, currency, createdAt } = payment
  const { capturedMinor, capturedCurrency } = payment
  return [
    id,
    sessionId,
    merchantId,
    formatMoney({ amount: amountMinor, currency }, 'en'),
    formatMoney({ amount: capturedMinor, currency: capturedCurrency }, 'en'),
    time(createdAt),
  ]
}
