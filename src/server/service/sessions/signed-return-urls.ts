import { signReturn } from '#domain/return-signature.ts'
import type { SessionForCheckout } from '../../database/sessions/sessions.ts'
import { openLiveSecrets } from '../../database/merchants/webhook-secrets.ts'
import type { ServiceContext } from '../context.ts'
import { nodeHmac } from '../keys/hmac.ts'

/**
 * Return URLs signed by HMAC with each live webhook secret of the merchant, so that the merchant can verify
 * the redirect. The success URL is present only when the session is complete.
 */
export async function signedReturnUrls(
  context: ServiceContext,
  session: SessionForCheckout,
): Promise<{ successUrl: string | null; cancelUrl: string | null }> {
  const { successUrl, cancelUrl } = session.details
  if (successUrl === null && cancelUrl === null) return { successUrl: null, cancelUrl: null }
  // The merchant's server compares the signature's timestamp with its own clock.
  const now = context.wallClock()
  const secrets = openLiveSecrets(
    context.keys.opensWebhookSecrets,
    session.merchantId,
    session.webhookSecrets,
    now,
  )
  const sign = async (target: string | null) =>
    target === null || secrets.length === 0
      ? null
      : signReturn({
          target,
          sessionId: session.id,
          status: session.status,
          timestamp: now,
          secrets,
          hmac: nodeHmac,
        })
  return {
    successUrl: session.status === 'complete' ? await sign(successUrl) : null,
    cancelUrl: await sign(cancelUrl),
  }
}
