import type { Environment } from '../../contract/environment.ts'
import { findApiKeys } from '../../domain/api-key.ts'
import { readApiKeyByHash, type ApiKeyRecord } from '../database/api-keys.ts'
import { apiKeyHashes } from '../keys/api-key-cache.ts'
import type { OperatorContext } from '../operator/operator-context.ts'
import { isWithin, type Scope } from './scope.ts'

export type IdentifiedKey =
  /** No text of the form of a key, or its checksum is wrong: it was cut or mistyped. */
  | { outcome: 'no-key' }
  /** A key of the other environment, whose database is another. */
  | { outcome: 'other-environment'; environment: Environment }
  /** No key of the scope. */
  | { outcome: 'unknown' }
  | { outcome: 'known'; key: ApiKeyRecord }

/**
 * Whose key the first one in a text is. The key is hashed here, and is neither stored, logged nor answered; it counts as no
 * use of the key.
 */
export async function identifyKey(
  { database, keys, environment }: OperatorContext & { environment: Environment },
  scope: Scope,
  text: string,
): Promise<IdentifiedKey> {
  const [found] = findApiKeys(text)
  if (found === undefined) return { outcome: 'no-key' }
  if (found.environment !== environment)
    return { outcome: 'other-environment', environment: found.environment }
  const hashed = await readApiKeyByHash(database, apiKeyHashes(keys, found.apiKey))
  if (hashed === undefined || !isWithin(scope, hashed.merchantId)) return { outcome: 'unknown' }
  const { hashKeyId: _, ...key } = hashed
  return { outcome: 'known', key }
}
