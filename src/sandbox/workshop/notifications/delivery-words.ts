import type { DeliveryAttempt } from '../../../contract/event.ts'
import type { ViewedState } from '../../../contract/viewer.ts'

export const STATE_WORDS: Record<ViewedState, string> = {
  pending: 'Waiting',
  retrying: 'Trying again',
  succeeded: 'Delivered',
  exhausted: 'Given up',
  disabled: 'Callback off',
  unsent: 'Not sent',
}

/** What to do about a state. */
export const STATE_ADVICE: Record<ViewedState, string> = {
  pending: 'It is sent in a moment.',
  retrying: 'The last attempt failed; it is sent again by itself.',
  succeeded: 'The callback answered with 2xx.',
  exhausted: 'All attempts failed. Mend the callback, then send it again.',
  disabled: 'The callback was switched off before this was delivered.',
  unsent: 'There was no callback when it happened. Set one, then send it again.',
}

const FAILURE_WORDS: Record<string, string> = {
  timeout: 'No answer within 10 s',
  address_not_allowed: 'The address is not a public one',
  name_not_found: 'The host name was not found',
  connection_refused: 'Connection refused: nothing listens there',
  connection_closed: 'The connection was closed before an answer',
  connection_failed: 'No connection',
  tls_failed: 'TLS failed: look at the certificate',
  invalid_response: 'What came back is no HTTP answer',
}

/** Why an attempt got no response. */
export function failureWords(error: string): string {
  return FAILURE_WORDS[error] ?? error
}

const REASONS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

export function statusWords(status: number): string {
  const reason = REASONS[status]
  return reason === undefined ? `${status}` : `${status} ${reason}`
}

/** The result of an attempt, with the reason of a failure. */
export function attemptWords({ statusCode, error }: DeliveryAttempt): string {
  if (statusCode === null) return failureWords(error ?? 'connection_failed')
  const words = statusWords(statusCode)
  return statusCode >= 300 && statusCode < 400 ? `${words} (redirects are not followed)` : words
}

export function isSuccess({ statusCode }: Pick<DeliveryAttempt, 'statusCode'>): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300
}

/** `1 attempt`, `3 attempts`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
