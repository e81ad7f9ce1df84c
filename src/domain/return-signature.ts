import { parseUrl } from '../contract/parse-url.ts'
import { decodeBase64Url, encodeBase64Url } from './base64.ts'
import { idPattern } from './id.ts'
import { judgeAge, toSeconds } from './signature-age.ts'
import { importWebhookSecrets } from './webhook-secret.ts'

/** Domain separation: webhook signatures use the same secret. */
const CONTEXT = 'return.v1'
const PARAMETERS: readonly string[] = ['session_id', 'status', 'timestamp', 'signature']
/** Plain, and as a URL parser escapes it in a path. */
const SESSION_ID_PLACEHOLDER = /\{SESSION_ID\}|%7BSESSION_ID%7D/gi
const STATUS = /^[a-z_]{1,32}$/
const TIMESTAMP = /^\d{1,12}$/

export interface Return {
  /** The merchant's URL; `{SESSION_ID}` in it is replaced by the session's id. */
  target: string
  sessionId: string
  status: string
  timestamp: Date
  secret: string
}

/**
 * The signed return URL (HMAC-SHA-256): `target` with `session_id`, `status`, `timestamp` (seconds) and `signature`
 * appended to its query; its other parameters and fragment are kept. The signature binds origin and path, so it is not
 * valid for another page. Throws a RangeError or TypeError when an argument is malformed.
 */
export async function signReturn({
  target,
  sessionId,
  status,
  timestamp,
  secret,
}: Return): Promise<string> {
  const url = new URL(target.replaceAll(SESSION_ID_PLACEHOLDER, () => sessionId))
  const arrival = { sessionId, status, timestamp: String(toSeconds(timestamp)) }
  const [key] = (await importWebhookSecrets([secret])) ?? []
  if (key === undefined) throw new RangeError('the webhook secret is malformed')
  if (!isWellFormed(arrival)) throw new RangeError('a session id or status is malformed')

  const signature = await crypto.subtle.sign('HMAC', key, signedContent(url, arrival))
  const parameters = [
    ...otherParameters(url),
    `session_id=${sessionId}`,
    `status=${status}`,
    `timestamp=${arrival.timestamp}`,
    `signature=${encodeBase64Url(new Uint8Array(signature))}`,
  ]
  url.search = `?${parameters.join('&')}`
  return url.href
}

export interface ReceivedReturn {
  /** The whole URL that the shopper's browser requested. */
  url: string
  secrets: readonly string[]
  now: Date
  toleranceSeconds: number
}

export type ReturnRefusal =
  | 'malformed_secret'
  | 'malformed_url'
  | 'missing_parameter'
  | 'duplicated_parameter'
  | 'malformed_parameter'
  | 'too_old'
  | 'too_new'
  | 'no_match'

export type ReturnVerdict =
  | { ok: true; sessionId: string; status: string }
  | { ok: false; reason: ReturnRefusal }

/** Verifies a return URL made by `signReturn`: signature, page, and age within `toleranceSeconds`. */
export async function verifyReturnSignature({
  url: text,
  secrets,
  now,
  toleranceSeconds,
}: ReceivedReturn): Promise<ReturnVerdict> {
  const keys = await importWebhookSecrets(secrets)
  if (keys === undefined) return { ok: false, reason: 'malformed_secret' }
  const url = parseUrl(text)
  if (url === null) return { ok: false, reason: 'malformed_url' }

  const values = PARAMETERS.map((name) => url.searchParams.getAll(name))
  if (values.some((value) => value.length > 1)) return { ok: false, reason: 'duplicated_parameter' }
  const [sessionId, status, timestamp, signature] = values.flat()
  if (!sessionId || !status || !timestamp || !signature) {
    return { ok: false, reason: 'missing_parameter' }
  }
  const arrival = { sessionId, status, timestamp }
  const bytes = decodeBase64Url(signature)
  if (!isWellFormed(arrival) || bytes === undefined) {
    return { ok: false, reason: 'malformed_parameter' }
  }
  const age = judgeAge(Number(timestamp), now, toleranceSeconds)
  if (age !== 'ok') return { ok: false, reason: age }

  const content = signedContent(url, arrival)
  for (const key of keys) {
    // WebCrypto compares in constant time.
    const matches = await crypto.subtle.verify('HMAC', key, bytes, content)
    if (matches) return { ok: true, sessionId, status }
  }
  return { ok: false, reason: 'no_match' }
}

interface Arrival {
  sessionId: string
  status: string
  timestamp: string
}

function isWellFormed({ sessionId, status, timestamp }: Arrival): boolean {
  return idPattern('cs').test(sessionId) && STATUS.test(status) && TIMESTAMP.test(timestamp)
}

/** One line per part. No part can contain a line break, so the encoding is unambiguous. */
function signedContent(
  url: URL,
  { sessionId, status, timestamp }: Arrival,
): Uint8Array<ArrayBuffer> {
  const lines = [CONTEXT, url.origin + url.pathname, sessionId, status, timestamp]
  return new TextEncoder().encode(lines.join('\n'))
}

/** The raw query parameters that are not ours. */
function otherParameters(url: URL): string[] {
  return url.search
    .slice(1)
    .split('&')
    .filter((raw) => {
      const [name] = new URLSearchParams(`?${raw}`).keys()
      return name !== undefined && !PARAMETERS.includes(name)
    })
}
