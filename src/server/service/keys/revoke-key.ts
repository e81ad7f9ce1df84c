import { revokeApiKey, type ApiKeyRecord } from '../../database/keys/api-keys.ts'
import { recordOperatorAct, type OperatorContext } from '../audit/operator-context.ts'

/** Revokes a key; undefined when there is no such key. */
export function revokeKey(
  context: OperatorContext,
  keyId: string,
): Promise<ApiKeyRecord | undefined> {
  return context.database.transaction(async (tx) => {
    const now = context.clock()
    const key = await revokeApiKey(tx, keyId, now)
    // Idempotent: an earlier revocation keeps its time and is not audited again.
    if (key?.revokedAt?.getTime() === now.getTime())
      await recordOperatorAct(context, tx, {
        action: 'api_key.revoked',
        subject: keyId,
        merchantId: key.merchantId,
      })
    return key
  })
}
