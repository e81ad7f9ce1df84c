import { style } from '../command-line/style.ts'
import type { SignedNotification } from '#contract/sandbox-notifications.ts'
import type { SendFailure } from '#domain/send-failure.ts'
import type { ForwardAttempt } from './forwarder.ts'

const WHY_NO_ANSWER: Record<SendFailure, string> = {
  timeout: 'no answer in time',
  address_not_allowed: 'address not allowed',
  name_not_found: 'no such host',
  connection_refused: 'nothing listens there',
  connection_closed: 'connection closed without an answer',
  connection_failed: 'no connection',
  tls_failed: 'certificate not trusted, or no TLS',
  invalid_response: 'answer is not HTTP',
  stopped: 'stopped',
}

const EXCERPT_LENGTH_MAX = 120

/** `2026-11-21 16:00:00   --> payment.succeeded [evt_…]  cs_…` */
export function notificationLine(at: Date, { type, id, sessionId }: SignedNotification): string {
  return `${localTime(at)}   --> ${bold(type)} [${id}]${sessionId === null ? '' : `  ${sessionId}`}`
}

/** `2026-11-21 16:00:00  <--  [200] POST http://localhost:3000/webhooks [evt_…]` */
export function forwardLine(at: Date, url: string, attempt: ForwardAttempt): string {
  const { statusCode, error, outcome, againInSeconds, excerpt, id, number } = attempt
  const status = statusCode ?? (error === null ? 'no answer' : WHY_NO_ANSWER[error])
  const color = outcome === 'accepted' ? 'green' : 'red'
  const excerptShown = outcome === 'accepted' ? '' : excerpt.trim().slice(0, EXCERPT_LENGTH_MAX)
  return [
    `${localTime(at)}  <--  ${style(color, `[${status}]`)} POST ${url} [${id}]`,
    ...(excerptShown === '' ? [] : [JSON.stringify(excerptShown)]),
    ...(outcome === 'again' ? [`again in ${againInSeconds} s`] : []),
    ...(outcome === 'refused'
      ? [`given up after ${number === 1 ? 'one try' : `${number} tries`}`]
      : []),
  ].join('  ')
}

/** Local time, to compare with the log of one's own handler. */
function localTime(at: Date): string {
  const [date, time] = [
    [at.getFullYear(), at.getMonth() + 1, at.getDate()],
    [at.getHours(), at.getMinutes(), at.getSeconds()],
  ].map((parts) => parts.map((part) => String(part).padStart(2, '0')))
  return `${date?.join('-')} ${time?.join(':')}`
}

function bold(text: string): string {
  return style('bold', text)
}
