import { toSeconds } from '#domain/signature-age.ts'
import { signWebhook } from '#domain/webhook-signature.ts'
import type { Queryable } from '../../../database/engine/database.ts'
import { nodeHmac } from '../../keys/hmac.ts'
import { createSigningSecrets, type SigningSecrets } from './signing-secrets.ts'

export type WebhookHeaders = Record<
  'webhook-id' | 'webhook-timestamp' | 'webhook-signature',
  string
>

/** The headers of a delivery, signed by HMAC with each live webhook secret of its merchant. */
export type SignDelivery = (id: string, body: string) => Promise<WebhookHeaders>

/** Returns a function that signs a merchant's deliveries. */
export async function openDeliverySigner(
  db: Queryable,
  secretKeys: readonly Uint8Array[],
  merchantId: string,
  now: Date,
): Promise<SignDelivery> {
  const secrets = createSigningSecrets(secretKeys)
  const signerOf = await openDeliverySigners(db, secrets, [merchantId], now)
  return signerOf(merchantId)
}

/**
 * As `openDeliverySigner`, for many merchants. The returned function throws `SealBroken` for a merchant whose secret no key
 * decrypts. The signers that it returns throw a `RangeError` for a merchant without a well-formed secret.
 */
export async function openDeliverySigners(
  db: Queryable,
  signingSecrets: SigningSecrets,
  merchantIds: readonly string[],
  now: Date,
): Promise<(merchantId: string) => SignDelivery> {
  const secretsOf = await signingSecrets.read(db, merchantIds, now)
  return (merchantId) => {
    const secrets = secretsOf(merchantId)
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
}
