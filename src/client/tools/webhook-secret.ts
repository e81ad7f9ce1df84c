import { importWebhookSecrets } from '../../domain/webhook-secret.ts'
import { CommandFailure, EXIT } from './command-line/exit.ts'

/** The secret that a merchant gives in WEBHOOK_SECRET; undefined where it is not set. */
export async function webhookSecretOfMerchant(): Promise<string | undefined> {
  const { WEBHOOK_SECRET: secret = '' } = process.env
  if (secret === '') return undefined
  if ((await importWebhookSecrets([secret])) !== undefined) return secret
  throw new CommandFailure(
    'WEBHOOK_SECRET is not one: give it as it was shown, beginning with whsec_.',
    EXIT.configuration,
  )
}
