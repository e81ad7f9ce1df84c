import type { Command } from 'commander'
import { WebUrl } from '#contract/values.ts'
import { setWebhookEndpoint } from '#server/service/merchants/set-webhook-endpoint.ts'
import { allowedCallbackUrl } from '../../allowed-urls.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { merchantOption } from '../../merchant-option.ts'
import { countLiveSecrets } from '../../merchant.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { callbackDocument, callbackFields } from './present-callback.ts'

export function addSet(callback: Command): void {
  callback
    .command('set')
    .summary('send notifications to another URL')
    .description(
      'Sends notifications to another URL, also those that are not delivered yet. The secret stays; a disabled callback is enabled.',
    )
    .addOption(merchantOption())
    .requiredOption('--url <url>', 'https in production, and never a private address', as(WebUrl))
    .addHelpText(
      'after',
      examples(
        'callback set --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --url https://loja.example/webhooks',
      ),
    )
    .action(async (options: { merchant: string; url: string }, command: Command) => {
      const { merchant, resumedDeliveries, liveSecrets } = await asOperator(
        command,
        async (operator) => {
          const url = allowedCallbackUrl(options.url, operator.config)
          const set = await setWebhookEndpoint(operator, { merchantId: options.merchant, url })
          const value = valueOf(set, { kind: 'merchant', id: options.merchant })
          return { ...value, liveSecrets: await countLiveSecrets(operator, options.merchant) }
        },
      )
      const document = { ...callbackDocument(merchant, liveSecrets), resumedDeliveries }
      answer(command, document, (terminal) => {
        print(terminal, callbackFields(merchant, liveSecrets))
        if (resumedDeliveries > 0)
          printNotice(terminal, `${resumedDeliveries} not delivered yet are sent there too.`)
      })
    })
}
