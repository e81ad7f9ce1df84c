import { signReturn } from '../../../domain/return-signature.ts'
import type { SessionForCheckout } from '../../database/sessions.ts'
import { liveWebhookSecrets } from '../../database/webhook-secrets.ts'
import type { ServiceContext } from '../../context.ts'

/**
 * Return URLs signed by HMAC with the merchant's webhook secret, so that the merchant can verify the
 * redirect. The success URL is present only when the session is complete.
 */
export async function signedReturnUrls(
  context: ServiceContext,
  session: SessionForCheckout,
): Promise<{ successUrl: string | null; cancelUrl: string | null }> {
  const { successUrl, cancelUrl } = session.details
  if (successUrl === null && cancelUrl === null) return { successUrl: null, cancelUrl: null }
  // The merchant's server compares the signature's timestamp with its own clock.
  const now = context.wallClock()
  const [secret] = await liveWebhookSecrets(
    context.database,
    context.keys.opensWebhookSecrets,
    session.merchantId,
    now,
  )
  const sign = async (target: string | null) =>
    target === null || secret === undefined
      ? null
      : signReturn({
          target,
          sessionId: session.id,
          status: session.status,
          timestamp: now,
          secret,
        })
  return {
    successUrl: session.status === 'complete' ? await sign(successUrl) : null,
    cancelUrl: await sign(cancelUrl),
  }
}
