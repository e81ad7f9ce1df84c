import type { Command } from 'commander'
import { PaymentId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { plainText } from '#contract/values.ts'
import type { MismatchDecision } from '#domain/settlement.ts'
import { decideMismatch } from '#server/service/payments/decide-mismatch.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { actorOf } from '../../actor.ts'
import { valueOf } from '../../value-of.ts'
import { asService } from '../../as-service.ts'
import { examples } from '../../examples.ts'

const EXAMPLE_ID = 'pay_0Tq4n1bJ5Wc8yGt6hKp2Qz'

export function addAccept(payments: Command): void {
  payments
    .command('accept')
    .summary('keep what was taken')
    .description(
      'Accepts another amount than was asked: the payment succeeds, and its session is paid by what was taken. ' +
        'Impossible in another currency, and where nothing was taken.',
    )
    .argument('<paymentId>', 'as "payments mismatched" shows it', as(PaymentId))
    .option('--reason <text>', 'for the audit log', as(plainText(LIMITS.descriptionLengthMax)))
    .addHelpText('after', examples(`payments accept ${EXAMPLE_ID}`))
    .action((paymentId: string, { reason }: { reason?: string }, command: Command) =>
      decide(command, { paymentId, decision: 'accept', reason }),
    )
}

export function addRefuse(payments: Command): void {
  payments
    .command('refuse')
    .summary('give back what was taken')
    .description(
      'Refuses another amount than was asked: the payment fails, what was taken is refunded, and the session can be paid again.',
    )
    .argument('<paymentId>', 'as "payments mismatched" shows it', as(PaymentId))
    .requiredOption(
      '--reason <text>',
      'for the audit log',
      as(plainText(LIMITS.descriptionLengthMax)),
    )
    .addHelpText('after', examples(`payments refuse ${EXAMPLE_ID} --reason "paid twice as much"`))
    .action((paymentId: string, { reason }: { reason: string }, command: Command) =>
      decide(command, { paymentId, decision: 'refuse', reason }),
    )
}

const DONE: Record<MismatchDecision, string> = {
  accept: 'Accepted: the session is paid.',
  refuse: 'Refused: a running server refunds what was taken.',
}

async function decide(
  command: Command,
  asked: { paymentId: string; decision: MismatchDecision; reason: string | undefined },
): Promise<void> {
  const decided = await asService(command, ({ context }) =>
    decideMismatch(context, { ...asked, actor: actorOf(command) }),
  )
  const { paymentId, decision } = asked
  valueOf(decided, { kind: 'payment', id: paymentId })
  answer(command, { paymentId, decision }, (terminal) => print(terminal, DONE[decision]))
}
