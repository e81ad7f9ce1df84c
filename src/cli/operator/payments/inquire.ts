import type { Command } from 'commander'
import { PaymentId } from '#contract/ids.ts'
import { type Inquired, inquirePayment } from '#server/service/payments/inquire-payment.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { actorOf } from '../../actor.ts'
import { asService } from '../../as-service.ts'
import { examples } from '../../examples.ts'
import { valueOf } from '../../value-of.ts'

const SENTENCES: Record<Inquired['inquiry'], (status: string) => string> = {
  answered: (status) => `The processor has answered: the payment is ${status}.`,
  silent: (status) =>
    `The processor did not answer. The payment is ${status}; a running server asks again.`,
  not_found: (status) =>
    `The processor does not find the payment yet. It is ${status}; a running server asks again.`,
  soon: (status) =>
    `The processor was asked less than a second ago. The payment is ${status}; a running server asks again.`,
}

export function addInquire(payments: Command): void {
  payments
    .command('inquire')
    .summary('ask the processor now')
    .description(
      'Asks the processor now what became of a payment, and applies its answer. A running server sends the notification, and asks by itself as well.',
    )
    .argument('<paymentId>', 'as the processor knows it', as(PaymentId))
    .addHelpText('after', examples('payments inquire pay_0Tq4n1bJ5Wc8yGt6hKp2Qz'))
    .action(async (paymentId: string, _options: object, command: Command) => {
      const outcome = await asService(command, ({ context }) =>
        inquirePayment(context, { paymentId, actor: actorOf(command) }),
      )
      const inquired = valueOf(outcome, { kind: 'payment', id: paymentId })
      answer(command, { paymentId, ...inquired }, (terminal) =>
        print(terminal, SENTENCES[inquired.inquiry](inquired.status)),
      )
    })
}
