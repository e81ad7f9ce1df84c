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
  /** Seals the rows of the audit log. */
  audit: KeyObject
}

const KEY_BYTES = 32
const ID_BYTES = 4

/** @param masterKey 32 random bytes */
export function deriveMasterKeys(masterKey: Uint8Array): MasterKeys {
  return {
    id: derive(masterKey, 'id').subarray(0, ID_BYTES).toString('hex'),
    apiKeyHash: createSecretKey(derive(masterKey, 'api-key-hash')),
    reference: createSecretKey(derive(masterKey, 'reference')),
    webhookSecrets: derive(masterKey, 'webhook-secrets'),
    audit: createSecretKey(derive(masterKey, 'audit')),
  }
}

function derive(masterKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `hosted-checkout ${purpose}`, KEY_BYTES))
}
