import { parseUrl } from '#contract/parse-url.ts'
import { CLICK_IDS, RETURN_PARAMETERS } from '#contract/return-parameters.ts'
import { decodeBase64Url, encodeBase64Url } from './base64.ts'
import { idPattern } from './id.ts'
import { judgeAge, toSeconds } from './signature-age.ts'
import {
  importWebhookSecrets,
  readWebhookSecrets,
  webCryptoHmac,
  type Hmac,
} from './webhook-secret.ts'

/** Domain separation: webhook signatures use the same secret. */
const CONTEXT = 'return.v1'
const CONTEXT_OF_ADDRESS = 'return.v2'
const REQUIRED: readonly string[] = ['session_id', 'status', 'timestamp', 'signature']
const SIGNATURES = 'signature_v2'
const SIGNATURES_MAX = 10
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
  /** The current one first. */
  secrets: readonly string[]
  /** Default: by WebCrypto. */
  hmac?: Hmac
}

/**
 * The signed return URL (HMAC-SHA-256): `target` with `session_id`, `status`, `timestamp` (seconds), `signature` and
 * `signature_v2` appended to its query; its other parameters and fragment are kept. `signature_v2` binds the whole
 * address without click ids, with each secret; `signature`, for clients of 0.1, binds origin and path with the first one. Throws a
 * RangeError or TypeError when an argument is malformed.
 */
export async function signReturn({
  target,
  sessionId,
  status,
  timestamp,
  secrets,
  hmac = webCryptoHmac,
}: Return): Promise<string> {
  const url = new URL(target.replaceAll(SESSION_ID_PLACEHOLDER, () => sessionId))
  const arrival = { sessionId, status, timestamp: String(toSeconds(timestamp)) }
  const keys = readWebhookSecrets(secrets)
  if (keys === undefined) throw new RangeError('a webhook secret is malformed')
  if (!isWellFormed(arrival)) throw new RangeError('a session id or status is malformed')

  const parameters = [
    ...parametersExcept(url, RETURN_PARAMETERS),
    `session_id=${sessionId}`,
    `status=${status}`,
    `timestamp=${arrival.timestamp}`,
  ]
  url.search = `?${parameters.join('&')}`
  const sign = async (key: (typeof keys)[0], content: Uint8Array<ArrayBuffer>) =>
    encodeBase64Url(await hmac(key, content))
  const signature = await sign(keys[0], signedContent(url, arrival))
  url.search += `&signature=${signature}`
  // guard: every-secret-signs-returns
  const signing = keys
  const signatures = await Promise.all(
    signing.flatMap((key) => signedAddresses(url).map((address) => sign(key, address))),
  )
  url.search += `&${SIGNATURES}=${signatures.join('.')}`
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
  | 'unsigned_parameter'
  | 'too_old'
  | 'too_new'
  | 'no_match'

export type ReturnVerdict =
  | { ok: true; sessionId: string; status: string }
  | { ok: false; reason: ReturnRefusal }

/**
 * Verifies a return URL made by `signReturn`: signature, whole address except click ids, and age within `toleranceSeconds`.
 * Without `signature_v2`, as servers of 0.1 sign, it accepts no parameters but those of the checkout and click ids.
 */
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

  if (RETURN_PARAMETERS.some((name) => url.searchParams.getAll(name).length > 1))
    return { ok: false, reason: 'duplicated_parameter' }
  const [sessionId, status, timestamp, signature] = REQUIRED.map((name) =>
    url.searchParams.get(name),
  )
  if (!sessionId || !status || !timestamp || !signature) {
    return { ok: false, reason: 'missing_parameter' }
  }
  const arrival = { sessionId, status, timestamp }
  const ofAddress = url.searchParams.get(SIGNATURES)
  const signatures = decodeAll(ofAddress ?? signature)
  const isEncoded = decodeBase64Url(signature) !== undefined
  if (!isWellFormed(arrival) || !isEncoded || signatures === undefined) {
    return { ok: false, reason: 'malformed_parameter' }
  }
  const age = judgeAge(Number(timestamp), now, toleranceSeconds)
  if (age !== 'ok') return { ok: false, reason: age }

  // Otherwise an attacker could remove `signature_v2` and change the merchant's parameters.
  if (ofAddress === null && parametersExcept(url, [...REQUIRED, ...CLICK_IDS]).length > 0)
    return { ok: false, reason: 'unsigned_parameter' }
  const contents = ofAddress === null ? [signedContent(url, arrival)] : signedAddresses(url)
  return (await matchesAny(keys, signatures, contents))
    ? { ok: true, sessionId, status }
    : { ok: false, reason: 'no_match' }
}

function decodeAll(list: string): Uint8Array<ArrayBuffer>[] | undefined {
  const signatures = list.split('.').map(decodeBase64Url)
  if (signatures.length > SIGNATURES_MAX) return undefined
  const decoded = signatures.filter((bytes) => bytes !== undefined)
  return decoded.length === signatures.length ? decoded : undefined
}

async function matchesAny(
  keys: readonly CryptoKey[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  contents: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  for (const key of keys)
    for (const signature of signatures)
      for (const content of contents)
        // WebCrypto compares in constant time.
        if (await crypto.subtle.verify('HMAC', key, signature, content)) return true
  return false
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

/**
 * The address without `signature_v2`, and without its fragment, which browsers do not send: without click ids, and as it stands,
 * which is what servers and packages of before sign and verify.
 */
function signedAddresses(url: URL): Uint8Array<ArrayBuffer>[] {
  const queries = [[SIGNATURES, ...CLICK_IDS], [SIGNATURES]].map((names) =>
    parametersExcept(url, names).join('&'),
  )
  return [...new Set(queries)].map((query) => {
    // guard: signed-parameters
    const lines = [CONTEXT_OF_ADDRESS, `${url.origin}${url.pathname}?${query}`]
    return new TextEncoder().encode(lines.join('\n'))
  })
}

/** The raw query parameters whose names are not in the list. */
function parametersExcept(url: URL, names: readonly string[]): string[] {
  return url.search
    .slice(1)
    .split('&')
    .filter((raw) => {
      const [name] = new URLSearchParams(`?${raw}`).keys()
      return name !== undefined && !names.includes(name)
    })
}
