import { importWebhookSecrets } from '#domain/webhook-secret.ts'
import { CommandFailure, EXIT } from './command-line/exit.ts'
import type { Terminal } from './command-line/terminal.ts'

/** The webhook secret in WEBHOOK_SECRET, or undefined. Throws a `CommandFailure` for a malformed one. */
export async function webhookSecretOfMerchant({ env }: Terminal): Promise<string | undefined> {
  const { WEBHOOK_SECRET: secret = '' } = env
  if (secret === '') return undefined
  if ((await importWebhookSecrets([secret])) !== undefined) return secret
  throw new CommandFailure(
    'WEBHOOK_SECRET is not one: give it as it was shown, beginning with whsec_.',
    EXIT.configuration,
  )
}
