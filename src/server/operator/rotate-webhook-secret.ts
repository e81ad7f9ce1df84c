import { makeWebhookSecret } from '../../domain/webhook-secret.ts'
import { rotateWebhookSecret as storeRotated } from '../database/webhook-secrets.ts'
import { newUuid } from './new-uuid.ts'
import { recordOperatorAct, type OperatorContext } from './operator-context.ts'
import { overlapEnd } from './overlap.ts'

/** Makes the secret that signs from now on; the one before signs beside it until the overlap is over. */
export async function rotateWebhookSecret(
  context: OperatorContext,
  { merchantId, overlapSeconds }: { merchantId: string; overlapSeconds: number },
): Promise<{ webhookSecret: string; oldEndsAt: Date }> {
  const { database, keys, clock, random } = context
  const now = clock()
  const webhookSecret = makeWebhookSecret(random)
  const oldEndsAt = overlapEnd(now, overlapSeconds)
  await database.transaction(async (tx) => {
    await storeRotated(tx, {
      id: newUuid(random),
      merchantId,
      secret: webhookSecret,
      key: keys.webhookSecrets,
      now,
      overlapSeconds,
    })
    await recordOperatorAct(context, tx, {
      action: 'webhook_secret.rotated',
      subject: merchantId,
      merchantId,
      details: { oldEndsAt },
    })
  })
  return { webhookSecret, oldEndsAt }
}
