import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { ENVELOPE_SEED_BYTES, envelopeKeyPair, type EnvelopeKeyPair } from './envelope.ts'

/**
 * Keys derived from MASTER_KEY by HKDF, one for each purpose; none is stored. Keys used on every request are key objects:
 * importing bytes for each HMAC takes five times as long as the HMAC itself.
 */
export interface MasterKeys {
  /** Key id, 8 hexadecimal digits: identifies a MASTER_KEY without revealing it. */
  id: string
  /** Pepper of API key hashes: a stolen database alone cannot test guesses. */
  apiKeyHash: KeyObject
  /** Derives a session's reference from its id. */
  reference: KeyObject
  /** Encrypts webhook secrets at rest. */
  webhookSecrets: Buffer
  /** Keys that may decrypt webhook secrets, the current one first. */
  opensWebhookSecrets: readonly [Buffer, ...Buffer[]]
  /** Key pair to which card frames seal envelopes. */
  cardEnvelopes: EnvelopeKeyPair
  /** HMAC key of the audit log's seals. */
  audit: KeyObject
  /** HMAC key of the challenges with which people sign in to the dashboard. */
  signInChallenges: KeyObject
  /** Keys of older master keys during a rotation: what was made with them stays valid. */
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
    cardEnvelopes: envelopeKeyPair(derive(masterKey, 'card-envelopes', ENVELOPE_SEED_BYTES)),
    audit: createSecretKey(derive(masterKey, 'audit')),
    signInChallenges: createSecretKey(derive(masterKey, 'sign-in-challenges')),
    previous,
  }
}

function derive(masterKey: Uint8Array, purpose: string, bytes = KEY_BYTES): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `hosted-checkout ${purpose}`, bytes))
}
