import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { merchantOption } from '../../merchant-option.ts'
import { countLiveSecrets, requireMerchant } from '../../merchant.ts'
import { print } from '#client/tools/command-line/output.ts'
import { callbackDocument, callbackFields } from './present-callback.ts'

export function addShow(callback: Command): void {
  callback
    .command('show')
    .summary('show where notifications go')
    .description('Shows where notifications go, whether they do, and how many secrets sign them.')
    .addOption(merchantOption())
    .addHelpText('after', examples('callback show --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'))
    .action(async ({ merchant: merchantId }: { merchant: string }, command: Command) => {
      const { merchant, liveSecrets } = await asOperator(command, async (operator) => ({
        merchant: await requireMerchant(operator, merchantId),
        liveSecrets: await countLiveSecrets(operator, merchantId),
      }))
      answer(command, callbackDocument(merchant, liveSecrets), (terminal) =>
        print(terminal, callbackFields(merchant, liveSecrets)),
      )
    })
}
