import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/**
 * The keys that the one MASTER_KEY yields, one for each purpose, none of them ever stored. Those of each request are key
 * objects: Node imports bytes anew for every HMAC, which takes five times as long as the HMAC.
 */
export interface MasterKeys {
  /** Tells one MASTER_KEY from another and gives nothing of it away. */
  id: string
  /** Keys the hash under which an API key is looked up: a stolen database alone cannot test guesses. */
  apiKeyHash: KeyObject
  /** Derives a session's reference from its id. */
  reference: KeyObject
  /** Encrypts webhook secrets at rest. */
  webhookSecrets: Buffer
  /** Every key with which a webhook secret may have been encrypted, the one above first. */
  opensWebhookSecrets: readonly [Buffer, ...Buffer[]]
  /** Seals the rows of the audit log. */
  audit: KeyObject
  /** Of the other master keys that are still good: what was made with them goes on. */
  previous: readonly MasterKeys[]
}

const KEY_BYTES = 32
const ID_BYTES = 4

/** @param masterKey 32 random bytes */
export function deriveMasterKeys(
  masterKey: Uint8Array,
  others: readonly Uint8Array[] = [],
): MasterKeys {
  const previous = others.map((other) => deriveMasterKeys(other))
  const webhookSecrets = derive(masterKey, 'webhook-secrets')
  return {
    id: derive(masterKey, 'id').subarray(0, ID_BYTES).toString('hex'),
    apiKeyHash: createSecretKey(derive(masterKey, 'api-key-hash')),
    reference: createSecretKey(derive(masterKey, 'reference')),
    webhookSecrets,
    opensWebhookSecrets: [webhookSecrets, ...previous.map((keys) => keys.webhookSecrets)],
    audit: createSecretKey(derive(masterKey, 'audit')),
    previous,
  }
}

function derive(masterKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `hosted-checkout ${purpose}`, KEY_BYTES))
}
