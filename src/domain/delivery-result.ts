/** How one delivery attempt ended: with an HTTP status, or without a complete response. */
export interface DeliveryAnswer {
  status?: number | undefined
  /** Why there was no response: time-out, refused connection, broken TLS. */
  error?: string | undefined
  /** The raw `Retry-After` header. */
  retryAfter?: string | undefined
  now: Date
}

export type DeliveryVerdict = 'delivered' | 'disable' | { retry: true; retryAfterSeconds?: number }

/**
 * What the response to a delivery attempt means. Only 2xx is success: a redirect is a failure, since following it would
 * send signed content to an address that nobody registered. 410 disables the webhook endpoint.
 */
export function judgeDelivery({ status, error, retryAfter, now }: DeliveryAnswer): DeliveryVerdict {
  if (status === undefined || error !== undefined) return { retry: true }
  if (status >= 200 && status <= 299) return 'delivered'
  if (status === 410) return 'disable'
  if (status !== 429 && status !== 503) return { retry: true }
  const retryAfterSeconds = parseRetryAfter(retryAfter, now)
  return retryAfterSeconds === undefined ? { retry: true } : { retry: true, retryAfterSeconds }
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** RFC 9110, 10.2.3: seconds, or an IMF-fixdate. Any other value is ignored. */
function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  if (!HTTP_DATE.test(text)) return undefined
  const seconds = Math.ceil((Date.parse(text) - now.getTime()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
