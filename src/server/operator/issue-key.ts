import { SCOPES, type Scope } from '../../contract/api-key.ts'
import type { Environment } from '../../contract/environment.ts'
import { lastFour, makeApiKey } from '../../domain/api-key.ts'
import { newId } from '../../domain/id.ts'
import { insertApiKey } from '../database/api-keys.ts'
import type { Queryable } from '../database/database.ts'
import { apiKeyHash } from '../keys/key-ring.ts'
import { recordOperatorAct, type OperatorContext } from './operator-context.ts'

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

/** What a merchant's key may do unless its operator says otherwise: all there is in its environment. */
export function defaultScopes(environment: Environment): readonly Scope[] {
  return environment === 'sandbox' ? SCOPES : SCOPES.filter((scope) => scope !== 'sandbox:simulate')
}

/** A key without end with which a merchant may do all there is. */
export function keyOfMerchant(environment: Environment, merchantId: string): NewMerchantKey {
  return {
    environment,
    kind: 'merchant',
    merchantId,
    scopes: defaultScopes(environment),
    expiresAt: null,
  }
}

/** The key of the page's backend, without end. */
export function keyOfCheckout(environment: Environment): NewCheckoutKey {
  return { environment, kind: 'checkout', merchantId: null, scopes: [], expiresAt: null }
}

/** Makes an API key; the database keeps its hash only, so that nothing will show it again. */
export function issueKey(context: OperatorContext, key: NewKey): Promise<IssuedKey> {
  return context.database.transaction(async (tx) => {
    const issued = await addKey(context, tx, key, context.clock())
    await recordOperatorAct(context, tx, {
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

/** The key alone: whoever adds it says in the audit log why. */
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
