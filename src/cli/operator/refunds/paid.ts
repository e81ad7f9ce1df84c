import type { Command } from 'commander'
import { PaymentId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { plainText } from '#contract/values.ts'
import { formatMoney } from '#domain/money.ts'
import { markPaidOutside } from '#server/service/refunds/mark-paid-outside.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'

export function addPaid(refunds: Command): void {
  refunds
    .command('paid')
    .summary('end what was paid back in another way')
    .description(
      'Ends the automatic refunds of a payment that was paid back outside of the processor, such as by bank transfer. Makes no refund: the books go on to show the capture.',
    )
    .argument('<paymentId>', 'as "refunds owed" shows it', as(PaymentId))
    .requiredOption(
      '--reason <text>',
      'who paid what and when, for the audit log',
      as(plainText(LIMITS.descriptionLengthMax)),
    )
    .addHelpText(
      'after',
      examples('refunds paid pay_0Tq4n1bJ5Wc8yGt6hKp2Qz --reason "bank transfer 4711"'),
    )
    .action(async (paymentId: string, { reason }: { reason: string }, command: Command) => {
      const ended = await asOperator(command, (operator) =>
        markPaidOutside(operator, { paymentId, reason }),
      )
      const payment = { kind: 'payment', id: paymentId } as const
      const { amountMinor: amount, currency } = valueOf(ended, payment)
      answer(command, { paymentId, amount, currency }, (terminal) =>
        print(terminal, `${formatMoney({ amount, currency }, 'en')} is not owed any longer.`),
      )
    })
}
