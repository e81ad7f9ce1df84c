import type { Command } from 'commander'
import { DeliveryId } from '#contract/ids.ts'
import { replayDeliveries } from '#server/service/events/replay-deliveries.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { listOf } from '#client/tools/command-line/read-option.ts'
import { print } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'

export function addReplay(deliveries: Command): void {
  deliveries
    .command('replay')
    .summary('send again')
    .description(
      'Sends again what deliveries sent, each as a new delivery to where the callback is now, under the same webhook-id. ' +
        'A running server sends them at once.',
    )
    .argument('<deliveryId...>', 'as "deliveries list" shows them', listOf(DeliveryId))
    .addHelpText('after', examples('deliveries replay dlv_0Tq4mFhZ7Rk2vXw9sLd3Ye'))
    .action(async (deliveryIds: string[], _options: object, command: Command) => {
      const replays = await asOperator(command, (operator) =>
        replayDeliveries(operator, deliveryIds),
      )
      answer(command, replays, (terminal) =>
        print(
          terminal,
          table(
            ['DELIVERY', 'SENT AGAIN AS'],
            replays.map(({ replayedId, deliveryId }) => [replayedId, deliveryId ?? 'not sent']),
          ),
        ),
      )
      const impossible = replays.filter(({ deliveryId }) => deliveryId === null)
      if (impossible.length > 0)
        throw new CommandFailure(
          `Not sent: ${impossible.map(({ replayedId }) => replayedId).join(', ')}. ` +
            'There is no such delivery, or its merchant has no callback.',
        )
    })
}
