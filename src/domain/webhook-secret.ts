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

/** HMAC-SHA-256. */
export type Hmac = (
  key: Uint8Array<ArrayBuffer>,
  content: Uint8Array<ArrayBuffer>,
) => Uint8Array | Promise<Uint8Array>

/** HMAC by WebCrypto, which every platform has. Each call is an asynchronous job: a server that signs much passes its own. */
export const webCryptoHmac: Hmac = async (key, content) =>
  new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(key), content))

/** The bytes of `secrets`; undefined when the list is empty, or one is not `whsec_` and 24 to 64 bytes in Base64. */
export function readWebhookSecrets(
  secrets: readonly string[],
): [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]] | undefined {
  const keys: Uint8Array<ArrayBuffer>[] = []
  for (const secret of secrets) {
    const bytes = secret.startsWith(PREFIX) ? decodeBase64(secret.slice(PREFIX.length)) : undefined
    if (bytes === undefined || bytes.length < SECRET_BYTES_MIN || bytes.length > SECRET_BYTES_MAX) {
      return undefined
    }
    keys.push(bytes)
  }
  const [first, ...others] = keys
  return first && [first, ...others]
}

/** The HMAC-SHA-256 keys of `secrets`, to verify by; undefined as for `readWebhookSecrets`. */
export async function importWebhookSecrets(
  secrets: readonly string[],
): Promise<CryptoKey[] | undefined> {
  const keys = readWebhookSecrets(secrets)
  return keys && Promise.all(keys.map(importKey))
}

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
}
