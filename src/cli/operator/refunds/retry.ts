import type { Command } from 'commander'
import { PaymentId } from '#contract/ids.ts'
import { retryOwedRefund } from '#server/service/refunds/retry-owed-refund.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'

export function addRetry(refunds: Command): void {
  refunds
    .command('retry')
    .summary('refund now what is owed')
    .description(
      'Makes a running server refund now what a payment owes, or ask now about a pending refund of it, instead of at the next time that it would by itself.',
    )
    .argument('<paymentId>', 'as "refunds owed" shows it', as(PaymentId))
    .addHelpText('after', examples('refunds retry pay_0Tq4n1bJ5Wc8yGt6hKp2Qz'))
    .action(async (paymentId: string, _options: object, command: Command) => {
      const retried = await asOperator(command, (operator) =>
        retryOwedRefund(operator, { paymentId }),
      )
      valueOf(retried, { kind: 'payment', id: paymentId })
      answer(command, { paymentId }, (terminal) =>
        print(terminal, 'A running server tries again within some seconds.'),
      )
    })
}
