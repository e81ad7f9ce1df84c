import { toSeconds } from '../../../domain/signature-age.ts'
import { signWebhook } from '../../../domain/webhook-signature.ts'
import type { Queryable } from '../../database/database.ts'
import { liveWebhookSecrets } from '../../database/webhook-secrets.ts'
import { nodeHmac } from '../../keys/hmac.ts'

export type WebhookHeaders = Record<
  'webhook-id' | 'webhook-timestamp' | 'webhook-signature',
  string
>

/** Returns a function that signs deliveries by HMAC with the merchant's live webhook secrets. */
export async function openDeliverySigner(
  db: Queryable,
  secretKeys: readonly Uint8Array[],
  merchantId: string,
  now: Date,
): Promise<(id: string, body: string) => Promise<WebhookHeaders>> {
  const secrets = await liveWebhookSecrets(db, secretKeys, merchantId, now)
  return async (id, body) => ({
    'webhook-id': id,
    'webhook-timestamp': String(toSeconds(now)),
    'webhook-signature': await signWebhook({
      id,
      timestamp: now,
      body,
      secrets,
      hmac: nodeHmac,
    }),
  })
}
