import { revokeApiKey, type ApiKeyRecord } from '../database/api-keys.ts'
import { recordOperatorAct, type OperatorContext } from './operator-context.ts'

/** Ends a key for good. Undefined when there is none. */
export function revokeKey(
  context: OperatorContext,
  keyId: string,
): Promise<ApiKeyRecord | undefined> {
  return context.database.transaction(async (tx) => {
    const now = context.clock()
    const key = await revokeApiKey(tx, keyId, now)
    // One that was revoked before keeps its time, and nothing was done.
    if (key?.revokedAt?.getTime() === now.getTime())
      await recordOperatorAct(context, tx, {
        action: 'api_key.revoked',
        subject: keyId,
        merchantId: key.merchantId,
      })
    return key
  })
}
