import { SCOPES, type Scope } from '../../contract/api-key.ts'
import type { Environment } from '../../contract/environment.ts'
import { lastFour, makeApiKey } from '../../domain/api-key.ts'
import { newId } from '../../domain/id.ts'
import { insertApiKey } from '../../store/api-keys.ts'
import type { Queryable } from '../../store/database.ts'
import { apiKeyHash } from '../key-ring.ts'
import type { OperatorContext } from './operator-context.ts'

/** Alone, or within the transaction of a rotation. */
export type KeyContext = Omit<OperatorContext, 'database'> & { database: Queryable }

export type NewKey = {
  environment: Environment
  expiresAt: Date | null
} & (
  | { kind: 'merchant'; merchantId: string; scopes: readonly Scope[] }
  | { kind: 'checkout'; merchantId: null; scopes: readonly [] }
)

export interface IssuedKey {
  keyId: string
  apiKey: string
}

/** What a merchant's key may do unless its operator says otherwise: all there is in its environment. */
export function defaultScopes(environment: Environment): readonly Scope[] {
  return environment === 'sandbox' ? SCOPES : SCOPES.filter((scope) => scope !== 'sandbox:simulate')
}

/** Makes an API key; the database keeps its hash only, so that nothing will show it again. */
export async function issueKey(
  { database, keys, clock, random }: KeyContext,
  { environment, kind, merchantId, scopes, expiresAt }: NewKey,
): Promise<IssuedKey> {
  const now = clock()
  const apiKey = makeApiKey(environment, random)
  const keyId = newId('key', now, random)
  await insertApiKey(database, {
    id: keyId,
    hash: apiKeyHash(keys.apiKeyHash, apiKey),
    lastFour: lastFour(apiKey),
    kind,
    merchantId,
    scopes: [...scopes],
    createdAt: now,
    expiresAt,
  })
  return { keyId, apiKey }
}
