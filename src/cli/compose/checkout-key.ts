import { readApiKeyByHash } from '#server/database/keys/api-keys.ts'
import { apiKeyHashes } from '#server/service/keys/api-key-cache.ts'
import { issueKey, keyOfCheckout } from '#server/service/keys/issue-key.ts'
import type { OperatorContext } from '#server/service/audit/operator-context.ts'
import type { Config } from '../config.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { environmentDirectory } from './environment-directory.ts'
import { readSecretFile, writeSecretFile } from '#server/process/secret-file.ts'

const FILE = 'checkout-api-key'

/** The BFF's API key: CHECKOUT_API_KEY, or in a local layout the file that the API's process wrote. */
export function configuredCheckoutKey(config: Config): string {
  const key =
    config.checkoutApiKey ??
    (config.layout === 'local' ? readSecretFile(environmentDirectory(config), FILE) : undefined)
  if (key === undefined)
    throw new CommandFailure(
      `CHECKOUT_API_KEY: is required; ${PAGE_KEY_REMEDY}`,
      EXIT.configuration,
    )
  return key
}

/** Issues a local sandbox's own key if there is none, or if the database does not have it. */
export async function ensureCheckoutKey(config: Config, operator: OperatorContext): Promise<void> {
  if (config.checkoutApiKey !== undefined || config.layout !== 'local') return
  const directory = environmentDirectory(config)
  const known = readSecretFile(directory, FILE)
  if (known !== undefined && (await isKnown(operator, known))) return
  const { apiKey } = await issueKey(operator, keyOfCheckout(config.environment))
  writeSecretFile(directory, FILE, apiKey)
}

/** What is wrong with CHECKOUT_API_KEY, as the database knows it; undefined for a live key of the page. */
export async function problemOfPageKey(
  { database, keys, clock }: Pick<OperatorContext, 'database' | 'keys' | 'clock'>,
  apiKey: string,
): Promise<string | undefined> {
  const key = await readApiKeyByHash(database, apiKeyHashes(keys, apiKey))
  if (key === undefined) return 'is no key of this database'
  if (key.kind !== 'checkout') return "is a merchant's key"
  if (key.revokedAt !== null) return `was revoked at ${key.revokedAt.toISOString()}`
  return key.expiresAt !== null && key.expiresAt <= clock()
    ? `ended at ${key.expiresAt.toISOString()}`
    : undefined
}

/** How to get a key that is live. */
export const PAGE_KEY_REMEDY = 'make one with: npx --no checkout keys issue --kind checkout'

export async function isKnown(operator: OperatorContext, apiKey: string): Promise<boolean> {
  const key = await readApiKeyByHash(operator.database, apiKeyHashes(operator.keys, apiKey))
  return key !== undefined && key.revokedAt === null
}
