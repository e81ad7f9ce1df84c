import { decodeBase64, encodeBase64 } from './base64.ts'
import { earlierBodies, decodeUtf8, type BodyChange } from './body-changes.ts'
import { bodyDifference, type BodyDifference } from './body-difference.ts'
import { idPattern, idTime } from './id.ts'
import { judgeAge, toSeconds } from './signature-age.ts'
import { WEBHOOK_TOLERANCE_SECONDS } from './webhook-signature.ts'

/** A webhook request that the handler refused, and what is known about it. */
export interface SignatureEvidence {
  /** Keyed by lower-case name. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** The secrets that the handler verified with. */
  secrets: readonly string[]
  /** The merchant's other webhook secrets, one of which may have signed. */
  otherSecrets?: readonly string[]
  /** The body as it was sent, if known. */
  sentBody?: Uint8Array | undefined
  /** When its event was made, and its deliveries were attempted, if known. */
  sentAt?: readonly Date[] | undefined
  now: Date
  toleranceSeconds?: number
}

export const SIGNED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

export type SecretFault = 'without_prefix' | 'not_base64' | 'wrong_length' | 'space_around'
export type LostBody =
  | 'empty'
  | 'object_text'
  | 'cut_off'
  | 'not_json'
  | 'not_utf8'
  | 'characters_replaced'

export type SignatureFault =
  | { reason: 'missing_header'; header: (typeof SIGNED_HEADERS)[number] }
  | { reason: 'malformed_id' }
  | { reason: 'malformed_timestamp'; how: 'milliseconds' | 'not_a_number' }
  | { reason: 'malformed_signature'; how: 'other_version' | 'not_base64' }
  | { reason: 'malformed_secret'; how: SecretFault }
  | { reason: 'too_old' | 'too_new'; bySeconds: number }
  | { reason: 'body_changed'; changes: BodyChange[] }
  | { reason: 'body_lost'; how: LostBody }
  | { reason: 'body_differs' }
  | { reason: 'id_changed'; signedId: string }
  | { reason: 'timestamp_changed'; signedSeconds: number }
  | { reason: 'secret_not_decoded'; how: 'whole' | 'without_prefix' }
  | { reason: 'other_secret' }
  | { reason: 'wrong_secret' }
  | { reason: 'content_incomplete'; how: 'body_only' | 'without_id' }
  | { reason: 'no_match' }

/** `ageSeconds`: seconds since the signature's timestamp. */
export type SignatureExplanation =
  | { valid: true; ageSeconds: number }
  | ({ valid: false; difference?: BodyDifference; ageSeconds?: number } & SignatureFault)

/** The most specific reason for which a webhook signature (HMAC-SHA-256) does not verify. */
export async function explainSignature(evidence: SignatureEvidence): Promise<SignatureExplanation> {
  const { headers, now, toleranceSeconds = WEBHOOK_TOLERANCE_SECONDS } = evidence
  const malformed = malformedPart(evidence)
  if (malformed !== undefined) return { valid: false, ...malformed }

  const timestamp = Number(headers['webhook-timestamp'])
  const ageSeconds = toSeconds(now) - timestamp
  const mismatch = await whyNoMatch(evidence)
  if (mismatch !== undefined) {
    const { sentBody = evidence.sentBody, ...fault } = mismatch
    return { valid: false, ...fault, ...differenceOf(sentBody, evidence.body), ageSeconds }
  }
  const age = judgeAge(timestamp, now, toleranceSeconds)
  if (age === 'ok') return { valid: true, ageSeconds }
  return {
    valid: false,
    reason: age,
    bySeconds: Math.abs(ageSeconds) - toleranceSeconds,
    ageSeconds,
  }
}

function malformedPart({ headers, secrets }: SignatureEvidence): SignatureFault | undefined {
  const header = SIGNED_HEADERS.find((name) => (headers[name] ?? '') === '')
  if (header !== undefined) return { reason: 'missing_header', header }
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers
  if (id.includes('.')) return { reason: 'malformed_id' }
  if (/^\d{13}$/.test(timestamp)) return { reason: 'malformed_timestamp', how: 'milliseconds' }
  if (!/^\d{1,12}$/.test(timestamp)) return { reason: 'malformed_timestamp', how: 'not_a_number' }
  const versioned = (headers['webhook-signature'] ?? '').split(' ')
  if (!versioned.some((one) => one.startsWith('v1,')))
    return { reason: 'malformed_signature', how: 'other_version' }
  if (signaturesOf(headers).length === 0)
    return { reason: 'malformed_signature', how: 'not_base64' }
  for (const secret of secrets) {
    const how = secretFault(secret)
    if (how !== undefined) return { reason: 'malformed_secret', how }
  }
  return undefined
}

const PREFIX = 'whsec_'
const SECRET_BYTES_MIN = 24
const SECRET_BYTES_MAX = 64

function secretFault(secret: string): SecretFault | undefined {
  if (secret !== secret.trim()) return 'space_around'
  if (!secret.startsWith(PREFIX)) return 'without_prefix'
  const bytes = decodeBase64(secret.slice(PREFIX.length))
  if (bytes === undefined) return 'not_base64'
  return bytes.length < SECRET_BYTES_MIN || bytes.length > SECRET_BYTES_MAX
    ? 'wrong_length'
    : undefined
}

/** The first known mistake under which the signature matches; undefined when it matches as it is. */
async function whyNoMatch(
  evidence: SignatureEvidence,
): Promise<(SignatureFault & { sentBody?: Uint8Array }) | undefined> {
  const { headers, body, secrets, otherSecrets = [], sentBody } = evidence
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers
  const expected = new Set(signaturesOf(headers))
  const matches = async (keys: readonly Uint8Array<ArrayBuffer>[], content: Uint8Array) => {
    for (const key of keys) if (expected.has(await sign(key, content))) return true
    return false
  }
  const whole = (bytes: Uint8Array) => join(`${id}.${timestamp}.`, bytes)
  const own = secrets.flatMap(decodedKey)
  const others = otherSecrets.flatMap(decodedKey)

  if (await matches(own, whole(body))) return undefined
  if (await matches(others, whole(body))) return { reason: 'other_secret' }
  for (const { changes, bytes } of earlierBodies(body))
    if (await matches([...own, ...others], whole(bytes)))
      return { reason: 'body_changed', changes, sentBody: bytes }

  const text = secrets.map((secret) => encode(secret))
  if (await matches(text, whole(body))) return { reason: 'secret_not_decoded', how: 'whole' }
  const unprefixed = secrets.map((secret) => encode(secret.slice(PREFIX.length)))
  if (await matches(unprefixed, whole(body)))
    return { reason: 'secret_not_decoded', how: 'without_prefix' }
  if (await matches(own, body)) return { reason: 'content_incomplete', how: 'body_only' }
  if (await matches(own, join(`${timestamp}.`, body)))
    return { reason: 'content_incomplete', how: 'without_id' }

  const how = lostBody(body, sentBody)
  if (how !== undefined) return { reason: 'body_lost', how }

  const signedId = textOf(body, 'id')
  if (signedId !== undefined && signedId !== id)
    if (await matches([...own, ...others], join(`${signedId}.${timestamp}.`, body)))
      return { reason: 'id_changed', signedId }
  if (sentBody !== undefined && (await matches([...own, ...others], whole(sentBody))))
    return { reason: 'body_differs' }
  const bodies = sentBody === undefined ? [body] : [body, sentBody]
  for (const signedSeconds of timesOfSigning(evidence))
    for (const bytes of bodies)
      if (await matches([...own, ...others], join(`${id}.${signedSeconds}.`, bytes)))
        return { reason: 'timestamp_changed', signedSeconds }
  if (sentBody === undefined) return { reason: 'no_match' }
  return { reason: 'wrong_secret' }
}

function differenceOf(
  sentBody: Uint8Array | undefined,
  body: Uint8Array,
): { difference?: BodyDifference } {
  const difference = sentBody && bodyDifference(sentBody, body)
  return difference === undefined ? {} : { difference }
}

/** A text of the event in the body: `webhook-id` repeats its id. */
function textOf(body: Uint8Array, name: 'id' | 'timestamp'): string | undefined {
  try {
    const value = (JSON.parse(decodeUtf8(body) ?? '') as Record<string, unknown> | null)?.[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

const FIRST_TRIES_SECONDS = 600
const QUARTER_HOUR_SECONDS = 900
const TIME_ZONES_SECONDS = 14 * 3600
const AROUND_SECONDS = 3

/** Times at which it may have been signed, in Unix seconds: around what the header says, what the event says, and each attempt. */
function timesOfSigning({ headers, body, sentAt = [] }: SignatureEvidence): Set<number> {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers
  const said = Number(timestamp)
  // An id holds the real time, which signatures have; the body has the merchant's own.
  const made = idPattern('evt').test(id) ? idTime(id) : undefined
  const [first] = sentAt
  const attempts = sentAt.flatMap((at) => [
    at.getTime(),
    ...(made === undefined || first === undefined ? [] : [made + at.getTime() - first.getTime()]),
  ])
  const written = Date.parse(textOf(body, 'timestamp') ?? '')
  const beginnings = [made ?? Number.NaN, written].filter(Number.isFinite)
  return new Set([
    ...range(said - FIRST_TRIES_SECONDS, said + FIRST_TRIES_SECONDS),
    ...range(said - TIME_ZONES_SECONDS, said + TIME_ZONES_SECONDS, QUARTER_HOUR_SECONDS),
    ...attempts.flatMap((ms) => around(ms, AROUND_SECONDS)),
    ...beginnings.flatMap((ms) => around(ms, FIRST_TRIES_SECONDS)),
  ])
}

function around(milliseconds: number, seconds: number): number[] {
  const middle = Math.floor(milliseconds / 1000)
  return range(middle - AROUND_SECONDS, middle + seconds)
}

function range(from: number, to: number, step = 1): number[] {
  return Array.from(
    { length: Math.floor((to - from) / step) + 1 },
    (_, index) => from + index * step,
  )
}

const REPLACEMENT = '\uFFFD'

/** Recognizes a body that was destroyed, so that no change can be reversed. */
function lostBody(body: Uint8Array, sentBody: Uint8Array | undefined): LostBody | undefined {
  const decoded = decodeUtf8(body)
  if (decoded === undefined) return isCutWithinCharacter(body) ? 'cut_off' : 'not_utf8'
  const text = decoded.trim()
  if (text === '') return 'empty'
  const isSent = sentBody !== undefined && decodeUtf8(sentBody)?.includes(REPLACEMENT)
  if (text.includes(REPLACEMENT) && !isSent) return 'characters_replaced'
  if (/^\[object \w+\]$/.test(text)) return 'object_text'
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return undefined
  } catch {
    return text.startsWith('{') && !text.endsWith('}') ? 'cut_off' : 'not_json'
  }
}

/** Whether it is UTF-8 but for a last character that is not complete. */
function isCutWithinCharacter(body: Uint8Array): boolean {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true }) !== ''
  } catch {
    return false
  }
}

/** The `v1` signatures that are valid Base64, as text. */
function signaturesOf(headers: SignatureEvidence['headers']): string[] {
  return (headers['webhook-signature'] ?? '').split(' ').flatMap((versioned) => {
    const [version, signature = ''] = versioned.split(',', 2)
    return version === 'v1' && signature !== '' && decodeBase64(signature) ? [signature] : []
  })
}

function decodedKey(secret: string): Uint8Array<ArrayBuffer>[] {
  const bytes = decodeBase64(secret.slice(PREFIX.length))
  return bytes === undefined ? [] : [bytes]
}

async function sign(key: Uint8Array<ArrayBuffer>, content: Uint8Array): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', imported, Uint8Array.from(content))
  return encodeBase64(new Uint8Array(signature))
}

function join(head: string, tail: Uint8Array): Uint8Array {
  return Uint8Array.from([...encode(head), ...tail])
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
