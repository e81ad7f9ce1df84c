import { makeWebhookSecret } from '../../domain/webhook-secret.ts'
import { rotateWebhookSecret as storeRotated } from '../../store/webhook-secrets.ts'
import { newUuid } from './new-uuid.ts'
import type { OperatorContext } from './operator-context.ts'
import { overlapEnd } from './overlap.ts'

/** Makes the secret that signs from now on; the one before signs beside it until the overlap is over. */
export async function rotateWebhookSecret(
  { database, keys, clock, random }: OperatorContext,
  { merchantId, overlapSeconds }: { merchantId: string; overlapSeconds: number },
): Promise<{ webhookSecret: string; oldEndsAt: Date }> {
  const now = clock()
  const webhookSecret = makeWebhookSecret(random)
  await storeRotated(database, {
    id: newUuid(random),
    merchantId,
    secret: webhookSecret,
    key: keys.webhookSecrets,
    now,
    overlapSeconds,
  })
  return { webhookSecret, oldEndsAt: overlapEnd(now, overlapSeconds) }
}
