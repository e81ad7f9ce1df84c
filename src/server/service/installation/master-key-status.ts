import { listApiKeysOfOtherMasterKeys, type ApiKeyRecord } from '../../database/keys/api-keys.ts'
import { readAuditHead } from '../../database/audit/audit-log.ts'
import { readUnfinishedSessions } from '../../database/sessions/sessions.ts'
import { countWebhookSecretsOfOtherKeys } from '../../database/merchants/webhook-secrets.ts'
import { referenceHash, referenceOf } from '../keys/reference.ts'
import type { OperatorContext } from '../audit/operator-context.ts'

/** Progress of a key rotation: what still depends on an older MASTER_KEY. */
export interface MasterKeyStatus {
  keyId: string
  previousKeyIds: string[]
  /** Valid keys that have not been used, and so not been rehashed, since the rotation. */
  apiKeys: ApiKeyRecord[]
  /** Number of secrets encrypted with an older key. */
  webhookSecrets: number
  /** Unfinished sessions whose reference was derived from an older key. */
  sessions: { count: number; lastExpiresAt: Date | null }
  /** Whether MASTER_KEY seals the end of the audit log, and so the whole chain. */
  auditLog: 'sealed' | 'to_seal'
  previousMayGo: boolean
}

const BATCH = 1000

export async function masterKeyStatus({
  database,
  keys,
  clock,
}: OperatorContext): Promise<MasterKeyStatus> {
  const now = clock()
  const apiKeys = await listApiKeysOfOtherMasterKeys(database, keys.id, now)
  const webhookSecrets = await countWebhookSecretsOfOtherKeys(database, keys.webhookSecrets, now)
  const sessions = await countSessionsOfOthers({ database, keys })
  const head = await readAuditHead(database)
  const isSealed = head === undefined || head.keyId === null || head.keyId === keys.id
  return {
    keyId: keys.id,
    previousKeyIds: keys.previous.map(({ id }) => id),
    apiKeys,
    webhookSecrets,
    sessions,
    auditLog: isSealed ? 'sealed' : 'to_seal',
    previousMayGo: apiKeys.length === 0 && webhookSecrets === 0 && sessions.count === 0 && isSealed,
  }
}

async function countSessionsOfOthers({
  database,
  keys,
}: Pick<OperatorContext, 'database' | 'keys'>): Promise<MasterKeyStatus['sessions']> {
  let count = 0
  let lastExpiresAt: Date | null = null
  let after: string | null = null
  for (;;) {
    const sessions = await readUnfinishedSessions(database, { after, limit: BATCH })
    for (const { id, referenceHash: known, expiresAt } of sessions) {
      after = id
      if (referenceHash(referenceOf(keys.reference, id)).equals(known)) continue
      count++
      if (lastExpiresAt === null || expiresAt > lastExpiresAt) lastExpiresAt = expiresAt
    }
    if (sessions.length < BATCH) return { count, lastExpiresAt }
  }
}
