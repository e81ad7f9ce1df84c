import { readAuditHead } from '../database/audit-log.ts'
import { resealWebhookSecrets } from '../database/webhook-secrets.ts'
import { recordOperatorAct, type OperatorContext } from './operator-context.ts'

const BATCH = 100

/**
 * Seals with MASTER_KEY what was sealed with the keys before it, beside running servers. A batch is a transaction: who
 * breaks off begins again, and finds less to do. API keys follow by themselves, each when it is used.
 */
export async function rotateMasterKey(
  context: OperatorContext,
): Promise<{ resealedSecrets: number }> {
  let resealedSecrets = 0
  let after: string | null = null
  do {
    const batch = await resealBatch(context, after)
    resealedSecrets += batch.resealed
    after = batch.after
  } while (after !== null)
  return { resealedSecrets }
}

function resealBatch(context: OperatorContext, after: string | null) {
  const { database, keys, clock } = context
  return database.transaction(async (tx) => {
    const range = { after, limit: BATCH, now: clock() }
    const batch = await resealWebhookSecrets(tx, keys.opensWebhookSecrets, range)
    // One row under the new key vouches for all before it, also where there was no secret to seal.
    if (batch.resealed > 0 || (await readAuditHead(tx))?.keyId !== keys.id)
      await recordOperatorAct(context, tx, {
        action: 'master_key.rotated',
        subject: keys.id,
        merchantId: null,
        details: { resealedSecrets: batch.resealed },
      })
    return batch
  })
}
