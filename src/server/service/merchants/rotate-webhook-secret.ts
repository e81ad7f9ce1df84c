import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import { rotateWebhookSecret as writeRotated } from '../../database/merchants/webhook-secrets.ts'
import { newUuid } from '../keys/new-uuid.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'
import { overlapEnd } from '../keys/overlap.ts'

/** Creates a webhook secret that signs at once; the old one signs as well until the overlap ends. */
export async function rotateWebhookSecret(
  context: OperatorContext,
  { merchantId, overlapSeconds }: { merchantId: string; overlapSeconds: number },
): Promise<{ webhookSecret: string; oldEndsAt: Date }> {
  const { database, keys, clock, random } = context
  const now = clock()
  const webhookSecret = makeWebhookSecret(random)
  const oldEndsAt = overlapEnd(now, overlapSeconds)
  await database.transaction(async (tx) => {
    await writeRotated(tx, {
      id: newUuid(random),
      merchantId,
      secret: webhookSecret,
      key: keys.webhookSecrets,
      now,
      overlapSeconds,
    })
    await recordOperatorAudit(context, tx, {
      action: 'webhook_secret.rotated',
      subject: merchantId,
      merchantId,
      details: { oldEndsAt },
    })
  })
  return { webhookSecret, oldEndsAt }
}
