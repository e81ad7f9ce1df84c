import { readAuditHead } from '../../database/audit/audit-log.ts'
import { setDeploymentKey } from '../../database/installation/deployment.ts'
import { resealWebhookSecrets } from '../../database/merchants/webhook-secrets.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

const BATCH = 100

/**
 * Re-encrypts with MASTER_KEY what older master keys encrypted, while servers run. Each batch is a transaction, so an
 * interrupted run can be started again. API keys are rehashed when they are used.
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
  await setDeploymentKey(context.database, context.keys.id)
  return { resealedSecrets }
}

function resealBatch(context: OperatorContext, after: string | null) {
  const { database, keys, clock } = context
  return database.transaction(async (tx) => {
    const range = { after, limit: BATCH, now: clock() }
    const batch = await resealWebhookSecrets(tx, keys.opensWebhookSecrets, range)
    // Each hash covers the rows before it, so one row sealed with the new key authenticates the whole chain.
    if (batch.resealed > 0 || (await readAuditHead(tx))?.keyId !== keys.id)
      await recordOperatorAudit(context, tx, {
        action: 'master_key.rotated',
        subject: keys.id,
        merchantId: null,
        details: { resealedSecrets: batch.resealed },
      })
    return batch
  })
}
