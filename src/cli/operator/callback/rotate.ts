import type { Command } from 'commander'
import { OVERLAP_SECONDS_DEFAULT } from '#contract/overlap.ts'
import { rotateWebhookSecret } from '#server/service/merchants/rotate-webhook-secret.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { merchantOption } from '../../merchant-option.ts'
import { countLiveSecrets, requireMerchant } from '../../merchant.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { OverlapSeconds } from '../../options.ts'
import { printSecret, time } from '#client/tools/command-line/output.ts'

interface RotateOptions {
  merchant: string
  overlap?: number
}

export function addRotate(callback: Command): void {
  callback
    .command('rotate')
    .summary('replace the secret that signs notifications')
    .description(
      'Makes a new secret. Notifications carry the signatures of both until the overlap is over. ' +
        'The new secret is shown this once, alone on standard output.',
    )
    .addOption(merchantOption())
    .option('--overlap <time>', 'how long both sign: 0 to 7d (default: 24h)', as(OverlapSeconds))
    .addHelpText(
      'after',
      examples(
        'callback rotate --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
        'callback rotate --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --overlap 7d --json',
      ),
    )
    .action(async (options: RotateOptions, command: Command) => {
      const { webhookSecret, oldEndsAt } = await asOperator(command, (operator) =>
        rotate(operator, options),
      )
      answer(command, { webhookSecret }, (terminal) =>
        printSecret(
          terminal,
          webhookSecret,
          `The secret before signs until ${time(oldEndsAt)}. The new one, shown this once:`,
        ),
      )
    })
}

async function rotate(operator: Operator, { merchant, overlap }: RotateOptions) {
  const { id: merchantId } = await requireMerchant(operator, merchant)
  // Throws under another MASTER_KEY than the server's: the server could not open a secret sealed with it.
  await countLiveSecrets(operator, merchantId)
  const overlapSeconds = overlap ?? OVERLAP_SECONDS_DEFAULT
  return rotateWebhookSecret(operator, { merchantId, overlapSeconds })
}
