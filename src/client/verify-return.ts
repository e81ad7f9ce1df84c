import type { SessionState } from '#contract/session.ts'
import { type ReturnRefusal, verifyReturnSignature } from '#domain/return-signature.ts'
import { secretsOf } from './secrets-of.ts'
import { isNamed, type Newer } from './errors.ts'

/** Shoppers may read the receipt before they return. */
const RETURN_TOLERANCE_SECONDS = 3600

const ADVICE: Record<ReturnRefusal, string> = {
  malformed_secret: 'The secret is not one: give it as it was shown, beginning with whsec_.',
  malformed_url: 'The URL is not absolute: give the whole address that the browser asked for.',
  missing_parameter:
    'The URL lacks session_id, status, timestamp or signature: the shopper did not come from the checkout.',
  duplicated_parameter: 'The URL repeats a parameter: somebody changed it.',
  malformed_parameter: 'A parameter of the URL is malformed: somebody changed it.',
  unsigned_parameter:
    'Parameters of the URL are not signed: somebody changed it, or the server is older than this package and signs only addresses without parameters of yours.',
  too_old: 'The arrival was signed too long ago: ask the API for the state of the session.',
  too_new: 'The arrival was signed in the future: check the clock of this machine.',
  no_match:
    'The signature does not match: somebody changed the URL, or it is not the address that shoppers see (a proxy may change origin, path or query).',
}

/**
 * The return URL is not authentic, or stale: show the order as your backend knows it. Switch over `code`, which is
 * stable; the message names the remedy. Recognise it by `isReturnVerificationError`.
 */
export class ReturnVerificationError extends Error {
  override readonly name = 'ReturnVerificationError'
  readonly code: ReturnRefusal
  /** The same as `code`. */
  readonly reason: ReturnRefusal

  constructor(reason: ReturnRefusal) {
    super(ADVICE[reason])
    this.code = reason
    this.reason = reason
  }
}

/** Whether verification of a return URL failed. Also true for an error of another copy of this package. */
export function isReturnVerificationError(error: unknown): error is ReturnVerificationError {
  return isNamed(error, 'ReturnVerificationError')
}

/** What a verified return URL states. */
export interface Arrival {
  sessionId: string
  /** The state of the session when the shopper left the page; `authorized` while its payment was only held. */
  status: SessionState | 'authorized' | Newer
}

export interface VerifyReturnOptions {
  /** Largest difference of the URL's timestamp from `now`, in seconds, either way. Default: 3600. */
  toleranceSeconds?: number | undefined
  now?: Date | undefined
}

/**
 * Verifies the HMAC-SHA-256 signature and the age of the URL at which a shopper returned (`successUrl` or `cancelUrl`
 * with its parameters). Throws `ReturnVerificationError`. The status is that of the moment of return: fulfil orders by
 * webhook, not by this.
 */
export async function verifyReturn(
  url: string | URL,
  secret: string | readonly string[],
  { toleranceSeconds = RETURN_TOLERANCE_SECONDS, now = new Date() }: VerifyReturnOptions = {},
): Promise<Arrival> {
  const verdict = await verifyReturnSignature({
    url: String(url),
    secrets: secretsOf(secret),
    now,
    toleranceSeconds,
  })
  if (!verdict.ok) throw new ReturnVerificationError(verdict.reason)
  return { sessionId: verdict.sessionId, status: verdict.status }
}
