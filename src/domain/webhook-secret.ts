import { decodeBase64, encodeBase64 } from './base64.ts'
import type { RandomBytes } from './id.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const SECRET_BYTES_MIN = 24
const SECRET_BYTES_MAX = 64

/** A new webhook secret: `whsec_` and 256 random bits in Base64 (Standard Webhooks 1.0). */
export function makeWebhookSecret(random: RandomBytes): string {
  return PREFIX + encodeBase64(random(SECRET_BYTES))
}

/**
 * The HMAC-SHA-256 keys of `secrets`; undefined when the list is empty, or one is not `whsec_` and 24 to 64 bytes in
 * Base64.
 */
export async function importWebhookSecrets(
  secrets: readonly string[],
): Promise<CryptoKey[] | undefined> {
  const keys: CryptoKey[] = []
  for (const secret of secrets) {
    const bytes = secret.startsWith(PREFIX) ? decodeBase64(secret.slice(PREFIX.length)) : undefined
    if (bytes === undefined || bytes.length < SECRET_BYTES_MIN || bytes.length > SECRET_BYTES_MAX) {
      return undefined
    }
    keys.push(
      await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
        'verify',
      ]),
    )
  }
  return keys.length === 0 ? undefined : keys
}
