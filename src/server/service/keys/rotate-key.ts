import type { Environment } from '#contract/environment.ts'
import { OVERLAP_SECONDS_DEFAULT } from '#contract/overlap.ts'
import {
  expireApiKey,
  readApiKey,
  replaceApiKey,
  type ApiKeyRecord,
} from '../../database/keys/api-keys.ts'
import { addKey, type IssuedKey } from './issue-key.ts'
import { done, refuse, type Outcome } from '../outcome.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'
import { overlapEnd } from './overlap.ts'

export interface KeyRotation {
  environment: Environment
  keyId: string
  /** Default: a day for a merchant's key; for a key of the page, until a day after the new one is first used. */
  overlapSeconds?: number | undefined
}

export type RotatedKey<End = Date | null> = Outcome<
  IssuedKey & {
    expiresAt: Date | null
    old: ApiKeyRecord
    /** Null until the new key is used. */
    oldEndsAt: End
  },
  'not_found' | 'key_ended'
>

/**
 * Issues a key with the old one's scopes and lifetime. The old one ends after the overlap, and never later than it would have.
 * Refuses revoked and expired keys.
 */
export async function rotateKey(
  context: OperatorContext,
  rotation: KeyRotation & { overlapSeconds: number },
): Promise<RotatedKey<Date>>
export async function rotateKey(
  context: OperatorContext,
  rotation: KeyRotation,
): Promise<RotatedKey>
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
    const oldEndsAt = endOf(old, overlapSeconds, now)
    if (old.kind === 'checkout') await replaceApiKey(tx, { id: keyId, newId: issued.keyId })
    if (oldEndsAt !== null) await expireApiKey(tx, keyId, oldEndsAt)
    await recordOperatorAudit(context, tx, {
      action: 'api_key.rotated',
      subject: keyId,
      merchantId: old.merchantId,
      details: { newKeyId: issued.keyId, expiresAt, oldEndsAt },
    })
    return done({ ...issued, expiresAt, old, oldEndsAt })
  })
}

/** Null: when the new key is used. A page whose process has the old key still would show nothing but errors. */
function endOf(
  { kind, expiresAt }: ApiKeyRecord,
  overlapSeconds: number | undefined,
  now: Date,
): Date | null {
  if (kind === 'checkout' && overlapSeconds === undefined) return null
  const end = overlapEnd(now, overlapSeconds ?? OVERLAP_SECONDS_DEFAULT)
  return expiresAt !== null && expiresAt < end ? expiresAt : end
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
