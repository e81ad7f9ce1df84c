import { revokeApiKey, type ApiKeyRecord } from '../../database/keys/api-keys.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

/** Revokes a key. */
export function revokeKey(
  context: OperatorContext,
  keyId: string,
): Promise<Outcome<ApiKeyRecord, 'not_found'>> {
  return context.database.transaction(async (tx) => {
    const now = context.clock()
    const key = await revokeApiKey(tx, keyId, now)
    // Idempotent: an earlier revocation keeps its time and is not audited again.
    if (key?.revokedAt?.getTime() === now.getTime())
      await recordOperatorAudit(context, tx, {
        action: 'api_key.revoked',
        subject: keyId,
        merchantId: key.merchantId,
      })
    return key === undefined ? refuse('not_found') : done(key)
  })
}
