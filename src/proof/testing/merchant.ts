import { randomBytes } from 'node:crypto'
import type { Environment } from '#contract/environment.ts'
import { deriveMasterKeys } from '#server/service/keys/master-keys.ts'
import { createMerchant, type NewMerchant } from '#server/service/merchants/create-merchant.ts'
import { issueKey, keyOfMerchant } from '#server/service/keys/issue-key.ts'
import type { OperatorContext } from '#server/service/audit/operator-context.ts'
import type { Database } from '#server/database/engine/database.ts'

/** An operator's context for a database that servers outside of this process use. */
export function operatorOf(database: Database, masterKey: Uint8Array): OperatorContext {
  return {
    database,
    keys: deriveMasterKeys(masterKey),
    clock: () => new Date(),
    random: randomBytes,
  }
}

/** Creates a merchant with only a name, and an API key. */
export async function makeMerchant(
  operator: OperatorContext,
  environment: Environment,
  changes: Partial<NewMerchant> = {},
): Promise<{ merchantId: string; webhookSecret: string; apiKey: string }> {
  const { merchantId, webhookSecret } = await createMerchant(operator, {
    name: 'Loja',
    currency: 'BRL',
    country: 'BR',
    callbackUrl: null,
    returnOrigins: [],
    successUrl: null,
    cancelUrl: null,
    ...changes,
  })
  const { apiKey } = await issueKey(operator, keyOfMerchant(environment, merchantId))
  return { merchantId, webhookSecret, apiKey }
}
