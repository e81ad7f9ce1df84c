import { decodeBase64, encodeBase64 } from './base64.ts'
import { judgeAge, toSeconds } from './signature-age.ts'
import {
  importWebhookSecrets,
  readWebhookSecrets,
  webCryptoHmac,
  type Hmac,
} from './webhook-secret.ts'

export const WEBHOOK_TOLERANCE_SECONDS = 300
const SIGNATURES_MAX = 16
const VERSION = 'v1'

export interface WebhookMessage {
  /** The event's id, the same for every delivery attempt. It has no full stop, because that separates the signed parts. */
  id: string
  timestamp: Date
  body: string
  /** One secret, or two while they are being rotated. */
  secrets: readonly string[]
  /** Default: by WebCrypto. */
  hmac?: Hmac
}

/**
 * The `webhook-signature` header: an HMAC-SHA-256 `v1,<base64>` for every secret, separated by spaces (Standard Webhooks
 * 1.0). Throws a RangeError when the id or a secret is malformed.
 */
export async function signWebhook({
  id,
  timestamp,
  body,
  secrets,
  hmac = webCryptoHmac,
}: WebhookMessage): Promise<string> {
  const keys = readWebhookSecrets(secrets)
  if (keys === undefined) throw new RangeError('a webhook secret is malformed')
  if (!isWebhookId(id))
    throw new RangeError('a webhook id must not be empty or contain a full stop')
  const content = signedContent(id, String(toSeconds(timestamp)), body)
  const signatures = keys.map(async (key) => {
    return `${VERSION},${encodeBase64(await hmac(key, content))}`
  })
  return (await Promise.all(signatures)).join(' ')
}

export interface ReceivedWebhook {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The raw body: parsing and serializing it again breaks the signature. */
  body: string | Uint8Array
  secrets: readonly string[]
  now: Date
  toleranceSeconds?: number | undefined
}

export type WebhookRefusal =
  | 'malformed_secret'
  | 'missing_header'
  | 'malformed_id'
  | 'malformed_timestamp'
  | 'too_old'
  | 'too_new'
  | 'no_match'

export type WebhookVerdict = { ok: true } | { ok: false; reason: WebhookRefusal }

/** Verifies that a webhook was signed with one of `secrets`, within the tolerance of `now` (Standard Webhooks 1.0). */
export async function verifyWebhookSignature({
  headers,
  body,
  secrets,
  now,
  toleranceSeconds = WEBHOOK_TOLERANCE_SECONDS,
}: ReceivedWebhook): Promise<WebhookVerdict> {
  const keys = await importWebhookSecrets(secrets)
  if (keys === undefined) return { ok: false, reason: 'malformed_secret' }

  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) return { ok: false, reason: 'missing_header' }
  if (!isWebhookId(id)) return { ok: false, reason: 'malformed_id' }
  if (!/^\d{1,12}$/.test(timestamp)) return { ok: false, reason: 'malformed_timestamp' }
  const age = judgeAge(Number(timestamp), now, toleranceSeconds)
  // guard: signature-age
  if (age !== 'ok') return { ok: false, reason: age }

  const content = signedContent(id, timestamp, body)
  for (const versioned of signatures.split(' ').slice(0, SIGNATURES_MAX)) {
    const [version, signature] = versioned.split(',', 2)
    const bytes = version === VERSION ? decodeBase64(signature ?? '') : undefined
    if (bytes === undefined) continue
    for (const key of keys) {
      // WebCrypto compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, bytes, content)) return { ok: true }
    }
  }
  return { ok: false, reason: 'no_match' }
}

function isWebhookId(id: string): boolean {
  return id !== '' && !id.includes('.')
}

function signedContent(
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  // guard: signed-timestamp
  const head = encoder.encode(`${id}.${timestamp}.`)
  // guard: signed-bytes
  const tail = typeof body === 'string' ? encoder.encode(body) : body
  const content = new Uint8Array(head.length + tail.length)
  content.set(head)
  content.set(tail, head.length)
  return content
}

function readHeader(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  // Duck typing instead of `instanceof`: frameworks bring their own Headers class.
  const entries = Symbol.iterator in headers ? headers : Object.entries(headers)
  for (const [key, value] of entries) {
    if (key.toLowerCase() === name && typeof value === 'string') return value
  }
  return undefined
}
