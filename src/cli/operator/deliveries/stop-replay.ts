import type { Command } from 'commander'
import { stopReplay } from '#server/service/events/stop-replay.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { merchantOption } from '../../merchant-option.ts'

export function addStopReplay(deliveries: Command): void {
  deliveries
    .command('stop-replay')
    .summary('end "replay-matching"')
    .description(
      'Ends what "deliveries replay-matching" has begun for a merchant. What is on its way again goes on, and what waited is ' +
        'attempted by its own schedule.',
    )
    .addOption(merchantOption())
    .addHelpText(
      'after',
      examples('deliveries stop-replay --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'),
    )
    .action(async ({ merchant: merchantId }: { merchant: string }, command: Command) => {
      const ended = await asOperator(command, (operator) => stopReplay(operator, { merchantId }))
      const stopped = valueOf(ended, { kind: 'merchant', id: merchantId })
      answer(command, stopped, (terminal) =>
        print(terminal, `Stopped after ${stopped.released} of ${stopped.matched}.`),
      )
    })
}
