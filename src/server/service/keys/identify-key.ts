import type { Environment } from '#contract/environment.ts'
import { findApiKeys } from '#domain/api-key.ts'
import { readApiKeyByHash, type ApiKeyRecord } from '../../database/keys/api-keys.ts'
import { apiKeyHashes } from './api-key-cache.ts'
import type { OperatorContext } from '../audit/operator-context.ts'
import { isWithin, type Scope } from '../people/scope.ts'

export type IdentifiedKey =
  /** The text has nothing in the form of a key, or its checksum is wrong: it was truncated or mistyped. */
  | { outcome: 'no-key' }
  /** A key of the other environment, which has its own database. */
  | { outcome: 'other-environment'; environment: Environment }
  /** No key within the scope. */
  | { outcome: 'unknown' }
  | { outcome: 'known'; key: ApiKeyRecord }

/**
 * Identifies the first key in a text. The key is hashed here, and is not stored, logged or returned; the key does not count as
 * used.
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
