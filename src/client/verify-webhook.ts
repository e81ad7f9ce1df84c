import {
  verifyWebhookSignature,
  WEBHOOK_TOLERANCE_SECONDS,
  type ReceivedWebhook,
  type WebhookRefusal,
} from '#domain/webhook-signature.ts'
import { isNotification, type VerifiedNotification } from './is-notification.ts'
import { secretsOf } from './secrets-of.ts'
import { isNamed } from './errors.ts'

const ADVICE: Record<WebhookRefusal | 'malformed_body', string> = {
  malformed_secret: 'The secret is not one: give it as it was shown, beginning with whsec_.',
  missing_header:
    'A header is missing: pass all headers of the request, with webhook-id, webhook-timestamp and webhook-signature.',
  malformed_id: 'The webhook-id header is not an id: this is no notification of the checkout.',
  malformed_timestamp:
    'The webhook-timestamp header is not a time in seconds: this is no notification of the checkout.',
  too_old:
    'The notification was signed too long ago: it may be a replay. Check the clock of this machine.',
  too_new: 'The notification was signed in the future: check the clock of this machine.',
  no_match:
    'The signature does not match: pass the body exactly as it came, before any JSON parser, and the secret of this callback.',
  malformed_body: 'The body is signed but is no notification: update this client.',
}

export type WebhookVerificationReason = keyof typeof ADVICE

/**
 * The webhook is not authentic, or stale: respond 400 and ignore it. Switch over `code`, which is stable; the message
 * names the remedy. Recognise it by `isWebhookVerificationError`.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: WebhookVerificationReason
  /** The same as `code`. */
  readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason) {
    super(ADVICE[reason])
    this.code = reason
    this.reason = reason
  }
}

/** Whether verification of a webhook failed. Also true for an error of another copy of this package. */
export function isWebhookVerificationError(error: unknown): error is WebhookVerificationError {
  return isNamed(error, 'WebhookVerificationError')
}

export interface VerifyWebhookOptions {
  /** Largest difference of `webhook-timestamp` from `now`, in seconds, either way. Default: 300. */
  toleranceSeconds?: number | undefined
  now?: Date | undefined
}

/**
 * Verifies the HMAC-SHA-256 signature and the age of a webhook (Standard Webhooks 1.0), and parses it. `rawBody` is the
 * body before any JSON parser; `secret` is every webhook secret in force, of which there are two during a rotation.
 * Throws `WebhookVerificationError`. Delivery is at least once and unordered: skip an `id` that was handled before, and
 * compare `sequence`.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: ReceivedWebhook['headers'],
  secret: string | readonly string[],
  { toleranceSeconds = WEBHOOK_TOLERANCE_SECONDS, now = new Date() }: VerifyWebhookOptions = {},
): Promise<VerifiedNotification> {
  const verdict = await verifyWebhookSignature({
    headers,
    body: rawBody,
    secrets: secretsOf(secret),
    now,
    toleranceSeconds,
  })
  if (!verdict.ok) throw new WebhookVerificationError(verdict.reason)
  const notification = parseBody(rawBody)
  if (!isNotification(notification)) throw new WebhookVerificationError('malformed_body')
  return notification
}

function parseBody(rawBody: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody))
  } catch {
    return undefined
  }
}
