import type { Layout } from '#domain/layout.ts'
import { signReturn } from '#domain/return-signature.ts'
import { openLiveSecrets } from '../../database/merchants/webhook-secrets.ts'
import type { SessionForCheckout } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { nodeHmac } from '../keys/hmac.ts'

/**
 * Open-redirect protection: whether a return URL's origin is registered by the merchant; in a local
 * layout loopback is also allowed. Compares parsed origins, never text. Production's layout requires https.
 */
export function isReturnUrlAllowed(
  text: string,
  { layout, returnOrigins }: { layout: Layout; returnOrigins: readonly string[] },
): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'http:') {
    if (layout !== 'local') return false
    if (url.hostname === 'localhost' || url.hostname === '127.0.0.1') return true
  } else if (url.protocol !== 'https:') return false
  // guard: exact-origin
  return returnOrigins.includes(url.origin)
}

/**
 * Return URLs signed by HMAC with each live webhook secret of the merchant, so that the merchant can verify
 * the redirect. The success URL is present only when the session is complete or its payment is held, which its status then says.
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
  const isHeld = session.paymentStatus === 'authorized'
  const sign = async (target: string | null, status: string = session.status) =>
    target === null || secrets.length === 0
      ? null
      : signReturn({
          target,
          sessionId: session.id,
          status,
          timestamp: now,
          secrets,
          hmac: nodeHmac,
        })
  return {
    successUrl:
      session.status === 'complete' || isHeld
        ? await sign(successUrl, isHeld ? 'authorized' : session.status)
        : null,
    cancelUrl: await sign(cancelUrl),
  }
}
