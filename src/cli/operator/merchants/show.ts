import type { Command } from 'commander'
import { MerchantId } from '#contract/ids.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { requireMerchant } from '../../merchant.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { print } from '#client/tools/command-line/output.ts'
import { merchantDocument, merchantFields } from './present-merchant.ts'

export function addShow(merchants: Command): void {
  merchants
    .command('show')
    .summary('show one merchant')
    .description('Shows all that is set for a merchant, but never its secrets.')
    .argument('<merchantId>', 'as "merchants list" shows it', as(MerchantId))
    .addHelpText('after', examples('merchants show 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'))
    .action(async (merchantId: string, _options: object, command: Command) => {
      const merchant = await asOperator(command, (operator) =>
        requireMerchant(operator, merchantId),
      )
      answer(command, merchantDocument(merchant), (terminal) =>
        print(terminal, merchantFields(merchant)),
      )
    })
}
