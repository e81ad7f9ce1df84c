import type { Environment } from '#contract/environment.ts'
import { expireApiKey, readApiKey, type ApiKeyRecord } from '../../database/keys/api-keys.ts'
import { addKey, type IssuedKey } from './issue-key.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'
import { overlapEnd } from './overlap.ts'

export interface KeyRotation {
  environment: Environment
  keyId: string
  overlapSeconds: number
}

export type RotatedKey = Outcome<
  IssuedKey & { expiresAt: Date | null; oldEndsAt: Date },
  'not_found' | 'key_ended'
>

/**
 * Issues a key with the old one's scopes and lifetime, and expires the old one after the overlap. Refuses revoked and
 * expired keys.
 */
export async function rotateKey(
  context: OperatorContext,
  { environment, keyId, overlapSeconds }: KeyRotation,
): Promise<RotatedKey> {
  return context.database.transaction(async (tx): Promise<RotatedKey> => {
    const now = context.clock()
    const old = await readApiKey(tx, keyId)
    if (old === undefined) return refuse('not_found')
    if (hasEnded(old, now)) return refuse('key_ended')
    const expiresAt =
      old.expiresAt && new Date(now.getTime() + old.expiresAt.getTime() - old.createdAt.getTime())
    const issued = await addKey(context, tx, { environment, expiresAt, ...permissionsOf(old) }, now)
    const end = overlapEnd(now, overlapSeconds)
    await expireApiKey(tx, keyId, end)
    const oldEndsAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end
    await recordOperatorAudit(context, tx, {
      action: 'api_key.rotated',
      subject: keyId,
      merchantId: old.merchantId,
      details: { newKeyId: issued.keyId, expiresAt, oldEndsAt },
    })
    return done({ ...issued, expiresAt, oldEndsAt })
  })
}

export function hasEnded(
  { revokedAt, expiresAt }: Pick<ApiKeyRecord, 'revokedAt' | 'expiresAt'>,
  now: Date,
): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt <= now)
}

function permissionsOf({ merchantId, scopes }: ApiKeyRecord) {
  return merchantId === null
    ? ({ kind: 'checkout', merchantId, scopes: [] } as const)
    : ({ kind: 'merchant', merchantId, scopes } as const)
}
