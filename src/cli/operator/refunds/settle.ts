import { type Command, Option } from 'commander'
import { RefundId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { plainText } from '#contract/values.ts'
import { formatMoney } from '#domain/money.ts'
import { presentRefund } from '#server/service/refunds/present-refund.ts'
import { settleRefund } from '#server/service/refunds/settle-refund.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { actorOf } from '../../actor.ts'
import { valueOf } from '../../value-of.ts'
import { asService } from '../../as-service.ts'
import { examples } from '../../examples.ts'

interface SettleOptions {
  as: 'succeeded' | 'failed'
  reason: string
}

export function addSettle(refunds: Command): void {
  refunds
    .command('settle')
    .summary('end a refund that nobody decides')
    .description(
      'Ends a pending refund as you have found it in the books of the processor, which says nothing of it. Its merchant is ' +
        'notified as if the processor had. What is owed and has failed is refunded anew: settle nothing by guess.',
    )
    .argument('<refundId>', 'as "explain" and the dashboard show it', as(RefundId))
    .addOption(
      new Option('--as <status>', 'what became of it')
        .choices(['succeeded', 'failed'])
        .makeOptionMandatory(),
    )
    .requiredOption(
      '--reason <text>',
      'where you have seen it, for the audit log',
      as(plainText(LIMITS.descriptionLengthMax)),
    )
    .addHelpText(
      'after',
      examples(
        'refunds settle re_0Tq4n1bJ5Wc8yGt6hKp2Qz --as succeeded --reason "statement of 12 December"',
      ),
    )
    .action(async (refundId: string, options: SettleOptions, command: Command) => {
      const settled = await asService(command, ({ context }) =>
        settleRefund(context, { refundId, ...options, actor: actorOf(command) }),
      )
      const refund = presentRefund(valueOf(settled, { kind: 'refund', id: refundId }))
      answer(command, refund, (terminal) =>
        print(
          terminal,
          `The refund ${refundId} of ${formatMoney(refund, 'en')} ${ENDS[options.as]}`,
        ),
      )
    })
}

const ENDS = {
  succeeded: 'has succeeded.',
  failed: 'has failed: what was to go back is kept, or owed again.',
}
