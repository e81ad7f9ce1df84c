import { SCOPES, type Scope } from '#contract/api-key.ts'
import type { Environment } from '#contract/environment.ts'
import { lastFour, makeApiKey } from '#domain/api-key.ts'
import { newId } from '#domain/id.ts'
import { insertApiKey } from '../../database/keys/api-keys.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { apiKeyHash } from './api-key-cache.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

interface KeyLife {
  environment: Environment
  expiresAt: Date | null
}

interface NewMerchantKey extends KeyLife {
  kind: 'merchant'
  merchantId: string
  scopes: readonly Scope[]
}

interface NewCheckoutKey extends KeyLife {
  kind: 'checkout'
  merchantId: null
  scopes: readonly []
}

export type NewKey = NewMerchantKey | NewCheckoutKey

export interface IssuedKey {
  keyId: string
  apiKey: string
}

/** Default scopes of a merchant's key: all of its environment. */
export function defaultScopes(environment: Environment): readonly Scope[] {
  return environment === 'sandbox' ? SCOPES : SCOPES.filter((scope) => scope !== 'sandbox:simulate')
}

/** A merchant's key with all scopes and without expiry. */
export function keyOfMerchant(environment: Environment, merchantId: string): NewMerchantKey {
  return {
    environment,
    kind: 'merchant',
    merchantId,
    scopes: defaultScopes(environment),
    expiresAt: null,
  }
}

/** The key of the page's backend, without expiry. */
export function keyOfCheckout(environment: Environment): NewCheckoutKey {
  return { environment, kind: 'checkout', merchantId: null, scopes: [], expiresAt: null }
}

/** Creates an API key, which is returned only this once: the database stores its hash. */
export function issueKey(context: OperatorContext, key: NewKey): Promise<IssuedKey> {
  return context.database.transaction(async (tx) => {
    const issued = await addKey(context, tx, key, context.clock())
    await recordOperatorAudit(context, tx, {
      action: 'api_key.issued',
      subject: issued.keyId,
      merchantId: key.merchantId,
      details: {
        kind: key.kind,
        scopes: key.scopes,
        expiresAt: key.expiresAt,
        lastFour: lastFour(issued.apiKey),
      },
    })
    return issued
  })
}

/** Inserts a key without an audit entry: the caller writes one. */
export async function addKey(
  { keys, random }: Pick<OperatorContext, 'keys' | 'random'>,
  tx: Queryable,
  { environment, kind, merchantId, scopes, expiresAt }: NewKey,
  now: Date,
): Promise<IssuedKey> {
  const apiKey = makeApiKey(environment, random)
  const keyId = newId('key', now, random)
  await insertApiKey(tx, {
    id: keyId,
    hash: apiKeyHash(keys.apiKeyHash, apiKey),
    hashKeyId: keys.id,
    lastFour: lastFour(apiKey),
    kind,
    merchantId,
    scopes: [...scopes],
    createdAt: now,
    expiresAt,
  })
  return { keyId, apiKey }
}
